import { z } from "zod";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { DEFAULT_AUTHOR_SLUG } from "#app/guide/guides/write/author-form.ts";
import type { GuideContent } from "#app/guide/guides/write/write-guide.server.ts";
import { characterCount, normalizeCharacters } from "#app/lib/plain-text.ts";

/** The database's limit; the longest guide so far has 9,000. */
export const BODY_CHARACTERS_MAX = 60_000;

/** What fits on cards and in search results. Source: the seed files' limits. */
export const TITLE_CHARACTERS_MAX = 140;
export const EXCERPT_CHARACTERS_MAX = 300;
export const REASON_CHARACTERS_MAX = 900;
export const HINT_CHARACTERS_MAX = 600;
/** As many as fit in a byline. The database allows three coauthors. */
export const AUTHORS_MAX = 4;

export const KEYWORDS_MAX = 12;
export const KEYWORD_CHARACTERS_MAX = 60;

/** Three times as many stops as fit in a day. */
export const STOPS_MAX = 36;
export const PICTURES_MAX = 40;

/** The featured guides of the home page. */
export const FEATURED_RANK_MAX = 6;

/** Limit for saving a line. It is higher than for publishing, because drafts are saved as they are. */
const LINE_CHARACTERS_MAX = 1_000;

const line = z.string().max(LINE_CHARACTERS_MAX);

/** A draft. It is fully validated only when it is published. */
export const GuideDocumentSchema = z.strictObject({
  title: line,
  slug: line,
  excerpt: line,
  category: line,
  /** Empty for a guide to the whole city. */
  neighborhood: line,
  /** Slugs in byline order. */
  authors: z.array(line).max(AUTHORS_MAX),
  keywords: z.array(line).max(KEYWORDS_MAX * 2),
  /** The illustration; empty chooses it by category and keywords. */
  picture: line,
  /** Null for none; the illustration is shown then. */
  cover: z.strictObject({ path: line, alt: line, credit: line }).nullable(),
  featuredRank: z.number().int().min(1).max(FEATURED_RANK_MAX).nullable(),
  access: z.enum(["everyone", "members"]),
  isEarly: z.boolean(),
  body: z.string().max(BODY_CHARACTERS_MAX * 2),
  /** Texts about its places, including places removed from the text, in case they are added again. */
  stops: z
    .array(z.strictObject({ slug: line, reason: z.string().max(4_000), hint: z.string().max(4_000) }))
    .max(STOPS_MAX * 2),
}) satisfies z.ZodType<GuideDocument>;

export type GuideStop = GuideDocument["stops"][number];

export const EMPTY_GUIDE: GuideDocument = {
  title: "",
  slug: "",
  excerpt: "",
  category: "food",
  neighborhood: "",
  authors: [DEFAULT_AUTHOR_SLUG],
  keywords: [],
  picture: "",
  cover: null,
  featuredRank: null,
  access: "everyone",
  isEarly: false,
  body: "",
  stops: [],
};

/** The stop of each place in the text, in the text's order. */
export function listStops(places: readonly string[], stops: readonly GuideStop[]): GuideStop[] {
  const bySlug = new Map(stops.map((stop) => [stop.slug, stop]));
  return places.map((slug) => bySlug.get(slug) ?? { slug, reason: "", hint: "" });
}

/** Sorts stops by the order in the text. Stops that aren't in the text follow, unless they are empty. */
export function sortStops(places: readonly string[], stops: readonly GuideStop[]): GuideStop[] {
  const inText = new Set(places);
  const unused = stops.filter(({ slug, reason, hint }) => !inText.has(slug) && (reason !== "" || hint !== ""));
  return [...listStops([...inText], stops), ...unused].slice(0, STOPS_MAX * 2);
}

export function isSameGuide(first: GuideDocument, second: GuideDocument): boolean {
  const serialized = (document: GuideDocument) => JSON.stringify(GuideDocumentSchema.parse(document));
  return serialized(first) === serialized(second);
}

/** Normalizes text for storage: removes invisible characters and those the database rejects. Indentation is preserved. */
export function normalizeGuideText(typed: string): string {
  return normalizeCharacters(typed, { tab: "    " }).replaceAll(/^\n+|\s+$/g, "");
}

export type ExceededLimit = { field: string; label: string; characters: number; max: number };

/** The first text that exceeds its limit, which applies to drafts too; null for none. */
export function findExceededLimit(document: GuideDocument): ExceededLimit | null {
  const limits: ExceededLimit[] = [
    { field: "body", label: "The text", characters: characterCount(document.body), max: BODY_CHARACTERS_MAX },
    ...document.stops.flatMap(({ slug, reason, hint }) => [
      { field: `reason-${slug}`, label: "The reason", characters: characterCount(reason), max: REASON_CHARACTERS_MAX },
      { field: `hint-${slug}`, label: "The hint", characters: characterCount(hint), max: HINT_CHARACTERS_MAX },
    ]),
  ];
  return limits.find(({ characters, max }) => characters > max) ?? null;
}

/** A validated document, ready for publishing. */
export type PublishableGuide = GuideContent;
