import { distanceMeters, type Point } from "#app/lib/geo.ts";
import { slugOf } from "#app/lib/slug.ts";

/** What is known of a place that may be the one that somebody submits. */
export type Comparable = {
  name: string;
  street: string | null;
  quadrant: string | null;
  position: Point | null;
  phone: string | null;
  website: string | null;
};

/** Words of names that tell no place from another. */
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

/** Two pins of one door, taken from different maps. */
const SAME_DOOR_METERS = 60;
/** A pin that was put by hand on the right block. */
const SAME_BLOCK_METERS = 200;

/** From here on it is worth asking "is it one of these?". */
export const LIKELY_MIN = 0.5;

/** From here on it is the same, unless whoever submits says that it isn't. */
export const SURE_MIN = 0.8;

/**
 * How likely two are the same place, from 0 to 1: the name decides, and address, pin, phone and website push it up, or
 * down when the other's is known to be far away, as of a branch.
 */
export function likeness(one: Comparable, other: Comparable): number {
  const name = nameLikeness(one.name, other.name);
  const isSamePhone = one.phone !== null && one.phone === other.phone;
  const isSameSite = one.website !== null && other.website !== null && hostOf(one.website) === hostOf(other.website);
  const near = nearness(one, other);
  // A number is one business's own; a website may be a chain's, or a whole market's.
  if (isSamePhone && near !== "far") return Math.max(0.85, name);
  const contact = isSameSite ? 0.15 : 0;
  if (near === "same") return Math.min(1, name + 0.25 + contact);
  if (near === "block") return Math.min(1, name + 0.1 + contact);
  if (near === "unknown") return Math.min(1, name * 0.95 + contact);
  return Math.min(0.7, name * 0.7 + contact);
}

function nearness(one: Comparable, other: Comparable): "same" | "block" | "far" | "unknown" {
  if (one.street !== null && other.street !== null && streetKey(one) === streetKey(other)) return "same";
  if (one.position === null || other.position === null) {
    return one.street !== null && other.street !== null ? "far" : "unknown";
  }
  const meters = distanceMeters(one.position, other.position);
  if (meters <= SAME_DOOR_METERS) return "same";
  return meters <= SAME_BLOCK_METERS ? "block" : "far";
}

/** "1264 wisconsin ave nw" for "1264 Wisconsin Avenue" in NW. */
export function streetKey({ street, quadrant }: Pick<Comparable, "street" | "quadrant">): string {
  const words = slugOf(street ?? "")
    .split("-")
    .map((word) => SHORT_WORDS[word] ?? word)
    .filter((word) => !/^(?:nw|ne|sw|se)$/.test(word));
  return `${words.join(" ")} ${(quadrant ?? "").toLowerCase()}`;
}

const SHORT_WORDS: Partial<Record<string, string>> = {
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

export function hostOf(website: string): string {
  return URL.parse(website)?.hostname.replace(/^www\./, "") ?? website;
}

/** The shared part of two names: of their telling words, and letter by letter for what is misspelt. */
export function nameLikeness(one: string, other: string): number {
  return partsLikeness(namePartsOf(one), namePartsOf(other));
}

/** A name taken apart, for those who hold it against many others. */
export type NameParts = { slug: string; text: string; words: ReadonlySet<string>; trigrams: ReadonlySet<string> };

export function namePartsOf(name: string): NameParts {
  const slug = slugOf(name);
  const words = tellingWords(slug);
  return {
    slug,
    text: name.trim().toLowerCase(),
    words: new Set(words),
    trigrams: new Set(trigrams(words.join(" "))),
  };
}

/** `nameLikeness` of the names that these are parts of. */
export function partsLikeness(a: NameParts, b: NameParts): number {
  if (a.slug === "" || b.slug === "") return a.text === b.text ? 1 : 0;
  if (a.slug === b.slug) return 1;
  return Math.max(shared(a.words, b.words), shared(a.trigrams, b.trigrams));
}

function tellingWords(slug: string): string[] {
  const words = slug.split("-");
  const telling = words.filter((word) => !COMMON_WORDS.has(word));
  return telling.length === 0 ? words : telling;
}

function trigrams(text: string): string[] {
  const padded = `  ${text} `;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}

/** Dice's coefficient: twice what both have by what each has. */
function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let both = 0;
  for (const part of a) if (b.has(part)) both += 1;
  return (2 * both) / (a.size + b.size);
}
