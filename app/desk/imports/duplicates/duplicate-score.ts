import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import {
  websiteHost,
  type NameParts,
  parseNameParts,
  namePartsSimilarity,
  streetKey,
} from "#app/business/submissions/form/place-similarity.ts";
import { distanceMeters, type Point } from "#app/lib/geo.ts";
import { slugify } from "#app/lib/slug.ts";

/** The facts of a place that the duplicate check compares. */
export type ComparablePlace = {
  name: string;
  category: CategorySlug | null;
  street: string | null;
  quadrant: string | null;
  position: Point | null;
  phone: string | null;
  website: string | null;
};

/** "same": merged without asking. "possible": an editor decides. */
export type MatchBand = "same" | "possible" | "different";

export type DuplicateMatch = { band: MatchBand; score: number };

/** Two maps' pins for one door are at most this far apart. */
const SAME_DOOR_METERS = 40;
/** Covers a pin in the middle or at the back of the block. */
export const SAME_BLOCK_METERS = 120;
/** Anything farther away is another branch; only candidates within this distance are compared. */
export const NEARBY_METERS = 250;

/** From this similarity on, two names count as the same. */
export const SAME_NAME_SIMILARITY = 0.85;
/** From this similarity on, two names may be the same. */
export const POSSIBLE_NAME_SIMILARITY = 0.5;

/** Hosts that thousands of businesses share, so they don't identify a place. */
const SHARED_HOSTS =
  /(?:^|\.)(?:facebook|instagram|twitter|x|yelp|google|goo|linktr|toasttab|opentable|resy|square|squareup|doordash|grubhub|ubereats|tripadvisor|foursquare|si|dc|nps|wixsite|wordpress|blogspot)\.(?:com|gov|edu|ee|site|gl)$/;

/**
 * Whether two records are the same place. Distance decides first: the same name three streets away is a branch. At one
 * door the name decides, then phone and website. A name alone never merges.
 */
export function compareDuplicates(one: ComparablePlace, other: ComparablePlace): DuplicateMatch {
  const [a, b] = [matchTraits(one), matchTraits(other)];
  const name = namePartsSimilarity(a.parts, b.parts);
  const near = proximity(one, other);
  const isSamePhone = one.phone !== null && one.phone === other.phone;
  const isSameSite = a.host !== null && a.host === b.host;
  const hasOtherContact =
    isDifferent(one.phone, other.phone) && (isDifferent(a.host, b.host) || a.host === null || b.host === null);
  const evidence = { name, near, isSamePhone, isSameSite, hasOtherContact };
  const score = scoreOf(evidence);
  if (a.numbers !== "" && b.numbers !== "" && a.numbers !== b.numbers) {
    return { band: isSamePhone && near !== "far" ? "possible" : "different", score: score / 2 };
  }
  const band = bandOf({ ...evidence, isPart: isNameContained(a, b) });
  if (band !== "same") return { band, score };
  const isBuildingPart = !isSamePhone && isOneBuildingPart(a, b);
  const hasConflict =
    isBuildingPart || haveConflictingKinds(one, other) || (name < 0.98 && haveConflictingCategories(one, other));
  return { band: hasConflict ? "possible" : band, score };
}

/** How much two names of places are alike, from 0 to 1, whatever their legal suffixes. */
export function nameSimilarity(one: string, other: string): number {
  const partsOf = (name: string) => parseNameParts(plainName({ name }));
  return namePartsSimilarity(partsOf(one), partsOf(other));
}

/** Derived once per place and then compared many times. */
export type MatchTraits = {
  /** Name parts without legal suffixes and other additions. */
  parts: NameParts;
  /** All words of that plain name, distinctive or not. */
  plainWords: readonly string[];
  /** Words of the name as written. */
  words: ReadonlySet<string>;
  /** "Engine Company 3" is not "Engine Company 13"; "9:30 Club" has its number in both. */
  numbers: string;
  streetKey: string | null;
  house: number | null;
  /** Host of the website, unless it is shared by many businesses. */
  host: string | null;
};

const traitsCache = new WeakMap<ComparablePlace, MatchTraits>();

export function matchTraits(place: ComparablePlace): MatchTraits {
  const cached = traitsCache.get(place);
  if (cached !== undefined) return cached;
  const plain = plainName(place);
  const [parts, nameWords] = [parseNameParts(plain), slugify(place.name).split("-")];
  const traits = {
    parts,
    plainWords: parts.slug.split("-"),
    words: new Set(nameWords),
    numbers: nameWords
      .filter((word) => /\d/.test(word))
      .sort()
      .join(" "),
    streetKey: place.street === null ? null : streetKey(place),
    house: houseNumber(place.street),
    host: ownHost(place),
  };
  traitsCache.set(place, traits);
  return traits;
}

type Proximity = "door" | "block" | "around" | "far" | "unknown";

type Evidence = { name: number; near: Proximity; isSamePhone: boolean; isSameSite: boolean; hasOtherContact: boolean };

function bandOf({
  name,
  near,
  isSamePhone,
  isSameSite,
  hasOtherContact,
  isPart,
}: Evidence & { isPart: boolean }): MatchBand {
  // The same phone number far away is a chain, or a business that has moved.
  if (near === "far") return isSamePhone && name >= POSSIBLE_NAME_SIMILARITY ? "possible" : "different";
  if (near === "unknown") {
    if (isSamePhone && name >= POSSIBLE_NAME_SIMILARITY) return "same";
    return name >= SAME_NAME_SIMILARITY || (isSamePhone && name > 0.2) ? "possible" : "different";
  }
  const isAlike = name >= SAME_NAME_SIMILARITY || (isPart && near === "door");
  if (isAlike && near === "door") return hasOtherContact && name < 0.95 ? "possible" : "same";
  if (isAlike && (isSamePhone || isSameSite)) return "same";
  if (isAlike && near === "block") return hasOtherContact ? "possible" : "same";
  if (isAlike) return "possible";
  if (isSamePhone) return name >= POSSIBLE_NAME_SIMILARITY ? "same" : near === "around" ? "different" : "possible";
  if (isSameSite && near === "door") return name >= 0.4 ? "same" : "possible";
  if (name < POSSIBLE_NAME_SIMILARITY || near === "around") return "different";
  return hasOtherContact ? "different" : "possible";
}

const PROXIMITY_WEIGHT: Record<Proximity, number> = { door: 0.3, block: 0.2, around: 0.1, unknown: 0.05, far: 0 };

/** For sorting only; the band decides. */
function scoreOf({ name, near, isSamePhone, isSameSite }: Evidence): number {
  const sum = name * 0.5 + PROXIMITY_WEIGHT[near] + (isSamePhone ? 0.15 : 0) + (isSameSite ? 0.05 : 0);
  return Math.min(1, Number(sum.toFixed(3)));
}

function proximity(one: ComparablePlace, other: ComparablePlace): Proximity {
  const [a, b] = [matchTraits(one), matchTraits(other)];
  const hasStreets = a.streetKey !== null && b.streetKey !== null;
  if (hasStreets && a.streetKey === b.streetKey) return "door";
  if (one.position === null || other.position === null) return hasStreets ? "far" : "unknown";
  const meters = distanceMeters(one.position, other.position);
  // Adjacent doors have different house numbers.
  if (meters <= SAME_DOOR_METERS) return haveDistantHouseNumbers(a, b) ? "block" : "door";
  if (meters <= SAME_BLOCK_METERS) return "block";
  return meters <= NEARBY_METERS ? "around" : "far";
}

/** House numbers more than 4 apart: corner houses have two addresses, and long buildings several numbers. */
function haveDistantHouseNumbers({ house: a }: MatchTraits, { house: b }: MatchTraits): boolean {
  return a !== null && b !== null && Math.abs(a - b) > 4;
}

function houseNumber(street: string | null): number | null {
  const [, digits] = /^(\d{1,5})/.exec(street ?? "") ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The name without legal suffixes, a trailing parenthesis and a leading "The". */
function plainName({ name }: Pick<ComparablePlace, "name">): string {
  return name
    .replaceAll(/[,\s]+(?:inc|llc|l\.l\.c|ltd|corp|co|pllc|p\.c|pc|lp|llp)\b\.?/gi, "")
    .replaceAll(/\s*\([^)]*\)\s*$/g, "")
    .replace(/^the\s+/i, "");
}

function ownHost({ website }: ComparablePlace): string | null {
  const host = website === null ? null : websiteHost(website);
  return host === null || SHARED_HOSTS.test(host) ? null : host;
}

function isDifferent(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && other != null && one !== other;
}

/** Every word of the shorter name is in the longer one, and at least one of them is distinctive. */
function isNameContained({ plainWords: a }: MatchTraits, { plainWords: b }: MatchTraits): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.some((word) => word.length >= 4 && !KIND_WORDS.has(word)) && short.every((word) => long.includes(word));
}

/** Words that name a kind of place, with the categories in which such a place belongs. */
const KIND_WORDS = new Map<string, readonly CategorySlug[]>([
  ...kindWords("restaurant bar grill cafe coffee bakery pub tavern deli kitchen lounge bistro brewery pizzeria", [
    "food",
    "nightlife",
  ]),
  ...kindWords("shop store market gift boutique bookstore", ["shopping", "food"]),
  ...kindWords("museum theater theatre gallery garden gardens park stage cinema", ["entertainment"]),
  ...kindWords("hotel salon bank atm garage parking church chapel station barbershop office", ["services"]),
  ...kindWords("library", ["services", "education"]),
  ...kindWords("pharmacy clinic gym spa hospital dental", ["health"]),
  ...kindWords("school preschool university academy college daycare", ["education"]),
]);

function kindWords(text: string, categories: CategorySlug[]): [string, CategorySlug[]][] {
  return text.split(" ").map((word) => [word, categories]);
}

/** Words that name a part of a building of any category. */
const BUILDING_PARTS = "garage parking atm pharmacy theater theatre gift cafeteria rooftop annex chapel".split(" ");

/** "Western Presbyterian Church Parking Garage" beside the church. */
function isOneBuildingPart({ words: a }: MatchTraits, { words: b }: MatchTraits): boolean {
  return BUILDING_PARTS.some((part) => a.has(part) !== b.has(part));
}

/**
 * "National Gallery of Art Cafe" beside the gallery: one name has a kind word that the other place's category rules
 * out.
 */
function haveConflictingKinds(one: ComparablePlace, other: ComparablePlace): boolean {
  const [{ words: a }, { words: b }] = [matchTraits(one), matchTraits(other)];
  return addsConflictingKind(a, b, other.category) || addsConflictingKind(b, a, one.category);
}

function addsConflictingKind(
  own: ReadonlySet<string>,
  others: ReadonlySet<string>,
  category: CategorySlug | null,
): boolean {
  if (category === null) return false;
  return [...own].some((word) => {
    const categories = KIND_WORDS.get(word);
    return categories !== undefined && !others.has(word) && !categories.includes(category);
  });
}

/** Food, nightlife, shopping and entertainment overlap, so a difference among them doesn't count. */
function haveConflictingCategories(one: ComparablePlace, other: ComparablePlace): boolean {
  if (one.category === null || other.category === null || one.category === other.category) return false;
  return !OVERLAPPING_CATEGORIES.has(one.category) || !OVERLAPPING_CATEGORIES.has(other.category);
}

const OVERLAPPING_CATEGORIES: ReadonlySet<CategorySlug> = new Set(["food", "nightlife", "shopping", "entertainment"]);
