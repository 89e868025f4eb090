import { z } from "zod";

import { FIRST_AUTHOR } from "#app/features/guides/author-form.ts";
import type { GuideWords } from "#app/features/guides/write-guide.server.ts";
import { characterCount } from "#app/lib/plain-text.ts";

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
export const GuideDocumentShape = z.strictObject({
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
  featuredRank: z.number().int().min(1).max(FEATURED_RANK_MAX).nullable(),
  access: z.enum(["everyone", "members"]),
  isEarly: z.boolean(),
  body: z.string().max(BODY_CHARACTERS_MAX * 2),
  /** Texts about its places, including places removed from the text, in case they are added again. */
  stops: z
    .array(z.strictObject({ slug: line, reason: z.string().max(4_000), hint: z.string().max(4_000) }))
    .max(STOPS_MAX * 2),
});
export type GuideDocument = z.infer<typeof GuideDocumentShape>;

export type GuideStop = GuideDocument["stops"][number];

export const EMPTY_GUIDE: GuideDocument = {
  title: "",
  slug: "",
  excerpt: "",
  category: "food",
  neighborhood: "",
  authors: [FIRST_AUTHOR],
  keywords: [],
  picture: "",
  featuredRank: null,
  access: "everyone",
  isEarly: false,
  body: "",
  stops: [],
};

/** The stop of each place in the text, in the text's order. */
export function stopsOf(places: readonly string[], stops: readonly GuideStop[]): GuideStop[] {
  const bySlug = new Map(stops.map((stop) => [stop.slug, stop]));
  return places.map((slug) => bySlug.get(slug) ?? { slug, reason: "", hint: "" });
}

/** Sorts stops by the order in the text. Stops that aren't in the text follow, unless they are empty. */
export function orderedStops(places: readonly string[], stops: readonly GuideStop[]): GuideStop[] {
  const inText = new Set(places);
  const unused = stops.filter(({ slug, reason, hint }) => !inText.has(slug) && (reason !== "" || hint !== ""));
  return [...stopsOf([...inText], stops), ...unused].slice(0, STOPS_MAX * 2);
}

export function isSameGuide(first: GuideDocument, second: GuideDocument): boolean {
  const serialized = (document: GuideDocument) => JSON.stringify(GuideDocumentShape.parse(document));
  return serialized(first) === serialized(second);
}

/** Normalizes text for storage: removes invisible characters and those the database rejects. Indentation is preserved. */
export function guideText(typed: string): string {
  return typed
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll("\t", "    ")
    .replaceAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu, "")
    .replaceAll(/^\n+|\s+$/g, "");
}

export type LengthLimit = { field: string; of: string; characters: number; most: number };

/** The first text that exceeds its limit, which applies to drafts too; null for none. */
export function tooLong(document: GuideDocument): LengthLimit | null {
  const limits: LengthLimit[] = [
    { field: "body", of: "The text", characters: characterCount(document.body), most: BODY_CHARACTERS_MAX },
    ...document.stops.flatMap(({ slug, reason, hint }) => [
      { field: `reason-${slug}`, of: "The reason", characters: characterCount(reason), most: REASON_CHARACTERS_MAX },
      { field: `hint-${slug}`, of: "The hint", characters: characterCount(hint), most: HINT_CHARACTERS_MAX },
    ]),
  ];
  return limits.find(({ characters, most }) => characters > most) ?? null;
}

/** A validated document, ready for publishing. */
export type ReadyGuide = GuideWords;
