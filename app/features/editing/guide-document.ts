import { z } from "zod";

import { FIRST_AUTHOR } from "#app/features/guides/author-form.ts";
import type { GuideWords } from "#app/features/guides/write-guide.server.ts";
import { characterCount } from "#app/lib/plain-text.ts";

/** The longest text that the database has room for; the longest guide so far has 9,000. */
export const BODY_CHARACTERS_MAX = 60_000;

/** As long as lines on cards and in search results are. Source: the seed files' own limits. */
export const TITLE_CHARACTERS_MAX = 140;
export const EXCERPT_CHARACTERS_MAX = 300;
export const REASON_CHARACTERS_MAX = 900;
export const HINT_CHARACTERS_MAX = 600;
/** As many as sign a guide together; a line of names has no room for more. The database has room for three after the first. */
export const AUTHORS_MAX = 4;

export const KEYWORDS_MAX = 12;
export const KEYWORD_CHARACTERS_MAX = 60;

/** More stops than anybody goes to in a day, three times over. */
export const STOPS_MAX = 36;
export const PICTURES_MAX = 40;

/** The featured guides of the home page. */
export const FEATURED_RANK_MAX = 6;

/** What a form may send of a line before it is refused: a draft is kept as it was typed, also when it is too long. */
const LINE_CHARACTERS_MAX = 1_000;

const line = z.string().max(LINE_CHARACTERS_MAX);

/** A guide as somebody writes it. What is wrong with it doesn't matter until it is published. */
export const GuideDocumentShape = z.strictObject({
  title: line,
  slug: line,
  excerpt: line,
  category: line,
  /** Empty for a guide to the whole city. */
  neighborhood: line,
  /** Who signs it, in their order. */
  authors: z.array(line).max(AUTHORS_MAX),
  keywords: z.array(line).max(KEYWORDS_MAX * 2),
  /** What is drawn for it; empty lets its category and keywords decide. */
  picture: line,
  featuredRank: z.number().int().min(1).max(FEATURED_RANK_MAX).nullable(),
  access: z.enum(["everyone", "members"]),
  isEarly: z.boolean(),
  body: z.string().max(BODY_CHARACTERS_MAX * 2),
  /** What is said of its places; also of some that have been taken out of the text, should they come back. */
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

/** What is said of each place of a text, in its order. */
export function stopsOf(places: readonly string[], stops: readonly GuideStop[]): GuideStop[] {
  const bySlug = new Map(stops.map((stop) => [stop.slug, stop]));
  return places.map((slug) => bySlug.get(slug) ?? { slug, reason: "", hint: "" });
}

/** The same stops, those of the text first and in its order; of those that stand nowhere only what somebody wrote is kept. */
export function orderedStops(places: readonly string[], stops: readonly GuideStop[]): GuideStop[] {
  const inText = new Set(places);
  const left = stops.filter(({ slug, reason, hint }) => !inText.has(slug) && (reason !== "" || hint !== ""));
  return [...stopsOf([...inText], stops), ...left].slice(0, STOPS_MAX * 2);
}

export function isSameGuide(one: GuideDocument, other: GuideDocument): boolean {
  const words = (document: GuideDocument) => JSON.stringify(GuideDocumentShape.parse(document));
  return words(one) === words(other);
}

/** Text as it is kept: without what can't be seen or that the database refuses; spaces at the start of a line mean something. */
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

/** What is longer than it may be, whatever state the guide is in. */
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

/** A document without problems, as it is published. */
export type ReadyGuide = GuideWords;
