import { distanceMeters, type Point } from "#app/lib/geo.ts";
import { hyphenate, slugify } from "#app/lib/slug.ts";

/** The facts that places are compared by. */
export type ComparablePlace = {
  name: string;
  street: string | null;
  quadrant: string | null;
  position: Point | null;
  phone: string | null;
  website: string | null;
};

/** Words that don't distinguish names. */
const COMMON_WORDS = new Set([
  "the",
  "a",
  "and",
  "of",
  "at",
  "dc",
  "washington",
  "street",
  "st",
  "avenue",
  "ave",
  "restaurant",
  "bar",
  "grill",
  "cafe",
  "coffee",
  "shop",
  "store",
  "inc",
  "llc",
  "co",
]);

/** Two pins of the same door on different maps can be this far apart. */
const SAME_DOOR_METERS = 60;
/** A pin placed by hand can be this far off. */
const SAME_BLOCK_METERS = 200;

/** From this score on, the form asks "Is it one of these?". */
export const LIKELY_MATCH_MIN = 0.5;

/** From this score on, the place counts as the same unless the submitter says otherwise. */
export const SURE_MATCH_MIN = 0.8;

/**
 * How likely two places are the same, from 0 to 1. The name decides; address, pin, phone and website raise the score, and a
 * known distance lowers it (another branch).
 */
export function placeSimilarity(one: ComparablePlace, other: ComparablePlace): number {
  const name = nameSimilarity(one.name, other.name);
  const isSamePhone = one.phone !== null && one.phone === other.phone;
  const isSameSite =
    one.website !== null && other.website !== null && websiteHost(one.website) === websiteHost(other.website);
  const proximity = compareLocation(one, other);
  // A phone number belongs to one business; a website can belong to a chain or a whole market.
  if (isSamePhone && proximity !== "far") return Math.max(0.85, name);
  const contact = isSameSite ? 0.15 : 0;
  if (proximity === "same") return Math.min(1, name + 0.25 + contact);
  if (proximity === "block") return Math.min(1, name + 0.1 + contact);
  if (proximity === "unknown") return Math.min(1, name * 0.95 + contact);
  return Math.min(0.7, name * 0.7 + contact);
}

function compareLocation(one: ComparablePlace, other: ComparablePlace): "same" | "block" | "far" | "unknown" {
  if (one.street !== null && other.street !== null && streetKey(one) === streetKey(other)) return "same";
  if (one.position === null || other.position === null) {
    return one.street !== null && other.street !== null ? "far" : "unknown";
  }
  const meters = distanceMeters(one.position, other.position);
  if (meters <= SAME_DOOR_METERS) return "same";
  return meters <= SAME_BLOCK_METERS ? "block" : "far";
}

/** "1264 wisconsin ave nw" for "1264 Wisconsin Avenue" in NW. */
export function streetKey({ street, quadrant }: Pick<ComparablePlace, "street" | "quadrant">): string {
  const words = streetWords(street ?? "").filter((word) => !/^(?:nw|ne|sw|se)$/.test(word));
  return `${words.join(" ")} ${(quadrant ?? "").toLowerCase()}`;
}

/** The words of a text, with those of streets in their short form: "1264", "wisconsin", "ave", "nw". */
export function streetWords(text: string): string[] {
  const words = hyphenate(text).split("-");
  return words.flatMap((word) => (word === "" ? [] : (ABBREVIATIONS[word] ?? word)));
}

const ABBREVIATIONS: Partial<Record<string, string>> = {
  avenue: "ave",
  street: "st",
  road: "rd",
  place: "pl",
  court: "ct",
  drive: "dr",
  boulevard: "blvd",
  northwest: "nw",
  northeast: "ne",
  southwest: "sw",
  southeast: "se",
  north: "n",
  south: "s",
  east: "e",
  west: "w",
};

export function websiteHost(website: string): string {
  return URL.parse(website)?.hostname.replace(/^www\./, "") ?? website;
}

/** How similar two names are, from 0 to 1: by their distinctive words, and by trigrams for misspellings. */
export function nameSimilarity(one: string, other: string): number {
  return namePartsSimilarity(parseNameParts(one), parseNameParts(other));
}

/** A parsed name, for comparing it with many others. */
export type NameParts = { slug: string; text: string; words: ReadonlySet<string>; trigrams: ReadonlySet<string> };

export function parseNameParts(name: string): NameParts {
  const slug = slugify(name);
  const words = distinctiveWords(slug);
  return {
    slug,
    text: name.trim().toLowerCase(),
    words: new Set(words),
    trigrams: new Set(trigrams(words.join(" "))),
  };
}

/** The same comparison for parsed names. */
export function namePartsSimilarity(a: NameParts, b: NameParts): number {
  if (a.slug === "" || b.slug === "") return a.text === b.text ? 1 : 0;
  if (a.slug === b.slug) return 1;
  return Math.max(diceCoefficient(a.words, b.words), diceCoefficient(a.trigrams, b.trigrams));
}

function distinctiveWords(slug: string): string[] {
  const words = slug.split("-");
  const distinctive = words.filter((word) => !COMMON_WORDS.has(word));
  return distinctive.length === 0 ? words : distinctive;
}

function trigrams(text: string): string[] {
  const padded = `  ${text} `;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}

/** The Dice coefficient of two sets. */
function diceCoefficient(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let both = 0;
  for (const part of a) if (b.has(part)) both += 1;
  return (2 * both) / (a.size + b.size);
}
