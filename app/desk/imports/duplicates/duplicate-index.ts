import type { Point } from "#app/lib/geo.ts";

import {
  NEARBY_METERS,
  type ComparablePlace,
  SAME_NAME_SIMILARITY,
  POSSIBLE_NAME_SIMILARITY,
  SAME_BLOCK_METERS,
  type MatchTraits,
  matchTraits,
} from "./duplicate-score.ts";

/** Candidates returned per search, the most similar names first. No block has more places of one name. */
const CANDIDATES_MAX = 100;

/**
 * Entries visited per search by street, by name part and nearby, newest first. Only a file with one address or position
 * for all exceeds them; the database then finds equal names, phones and websites.
 */
const NAME_VISITS_MAX = 4_000;
const NEARBY_VISITS_MAX = 20_000;

/** At Washington's latitude, matching the database index. */
const METERS_PER_DEGREE = 111_195;
const METERS_PER_DEGREE_EAST = METERS_PER_DEGREE * 0.778;
const CENTER: Point = { lat: 38.9, lng: -77.03 };

/** The flat-map error inside the District is smaller than this, so places on the edge of a cell are still visited. */
const MARGIN = 1.01;

/** How far from a place the index looks for others. */
export const CELL_METERS = NEARBY_METERS * MARGIN;
const CLOSE_METERS = SAME_BLOCK_METERS * MARGIN;
const CELLS_PER_ROW = 100_000;

/** Signature per name: 32 bits for distinctive words, 32 for all words, 128 for trigrams. */
const DISTINCTIVE_WORDS = 0;
const ALL_WORDS = 1;
const TRIGRAMS = 2;
const SIGNATURE_LENGTH = 6;

const NONE = -1;
const FIRST_CAPACITY = 256;
const COUNT_MAX = 255;

/**
 * Where to look for a place without a position: among all places, or only among others without a position. "everywhere"
 * costs several more lists per place, and most files don't need it.
 */
export type SearchReach = "everywhere" | "unplaced";

/**
 * Finds likely duplicates among very many places, by grid cell and name signature, in about 60 bytes per place. Returns
 * some false positives. Matches by phone or website are left to the database.
 */
export class DuplicateIndex {
  #size = 0;
  #visited = 0;
  #rows = new Rows(FIRST_CAPACITY);
  readonly #counts: NamePartCounts;
  readonly #cells = new LinkedLists();
  readonly #placedNames: NameIndex | null;
  readonly #unplacedNames = new NameIndex();

  /** @param input.counts How often name parts occur, so that rare parts are looked up first. */
  constructor({ counts = new Map(), reach = "everywhere" }: { counts?: NamePartCounts; reach?: SearchReach } = {}) {
    this.#counts = counts;
    this.#placedNames = reach === "everywhere" ? new NameIndex() : null;
  }

  get reach(): SearchReach {
    return this.#placedNames === null ? "unplaced" : "everywhere";
  }

  get size(): number {
    return this.#size;
  }

  /** Entries visited by all searches so far. */
  get visited(): number {
    return this.#visited;
  }

  /** @param key A place id, which each of its names is added with, or an entry's number in its file. */
  add(key: number, place: ComparablePlace): void {
    const at = this.#size;
    if (at === this.#rows.keys.length) this.#rows = this.#rows.grown();
    this.#size += 1;
    const traits = matchTraits(place);
    const fingerprint = fingerprintOf(traits);
    this.#rows.set(at, key, fingerprint);
    const words = place.position === null ? this.#unplacedNames : this.#placedNames;
    words?.add(at, nameKeys(traits, this.#counts), fingerprint);
    if (place.position === null) return;
    const spot = toFlatPoint(place.position);
    this.#rows.setPosition(at, spot);
    this.#cells.add(cellOf(spot), at);
  }

  /** Keys of possible duplicates, including some false positives. */
  find(place: ComparablePlace): number[] {
    const traits = matchTraits(place);
    const query = fingerprintOf(traits);
    const found: { key: number; name: number }[] = [];
    const consider = (at: number, meters: number | null) => {
      const name = this.#rows.maxSimilarity(at, query, meters);
      if (name !== null) found.push({ key: this.#rows.keys[at] ?? NONE, name });
    };
    const indexes = [this.#unplacedNames, place.position === null ? this.#placedNames : null].filter(
      (words) => words !== null,
    );
    this.#visitByName(indexes, { traits, street: query.street }, (at) => consider(at, null));
    if (place.position !== null) this.#visitNearby(toFlatPoint(place.position), consider);
    if (found.length > CANDIDATES_MAX) found.sort((one, other) => other.name - one.name);
    return found.slice(0, CANDIDATES_MAX).map(({ key }) => key);
  }

  #visitByName(
    indexes: NameIndex[],
    { traits, street }: { traits: MatchTraits; street: number },
    consider: (at: number) => void,
  ): void {
    // Splitting a name into parts is the expensive step.
    if (indexes.every((words) => words.size === 0)) return;
    const seen = new Set<number>();
    const visitor = (most: number) => {
      let remaining = most;
      return (at: number) => {
        this.#visited += 1;
        if (!seen.has(at)) consider(at);
        seen.add(at);
        remaining -= 1;
        return remaining > 0;
      };
    };
    const [onStreet, ofName] = [visitor(NAME_VISITS_MAX), visitor(NAME_VISITS_MAX)];
    if (street !== 0) for (const words of indexes) words.streets.each(street, onStreet);
    for (const key of nameKeys(traits, this.#counts)) for (const words of indexes) words.names.each(key, ofName);
  }

  #visitNearby(spot: FlatPoint, consider: (at: number, meters: number) => void): void {
    let remaining = NEARBY_VISITS_MAX;
    const visit = (at: number) => {
      this.#visited += 1;
      const meters = this.#rows.metersTo(at, spot);
      if (meters <= CELL_METERS) consider(at, meters);
      remaining -= 1;
      return remaining > 0;
    };
    for (const [north, east] of CELL_OFFSETS) {
      this.#cells.each(
        cellOf({ east: spot.east + east * CELL_METERS, north: spot.north + north * CELL_METERS }),
        visit,
      );
    }
  }
}

/** The place's own cell first, so that the nearest places are visited even when the limit cuts the search short. */
const CELL_OFFSETS = [
  [0, 0],
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/** Lookup by street and by the most distinctive name parts. */
class NameIndex {
  readonly streets = new LinkedLists();
  readonly names = new LinkedLists();
  size = 0;

  add(at: number, keys: number[], { street }: Fingerprint): void {
    this.size += 1;
    if (street !== 0) this.streets.add(street, at);
    for (const key of keys) this.names.add(key, at);
  }
}

/** Linked lists in two flat arrays, newest value first: `#before` holds the position of the previous value. */
class LinkedLists {
  #size = 0;
  #values = new Int32Array(FIRST_CAPACITY);
  #before = new Int32Array(FIRST_CAPACITY);
  readonly #last = new Map<number, number>();

  add(key: number, value: number): void {
    if (this.#size === this.#values.length) {
      this.#values = grown(this.#values);
      this.#before = grown(this.#before);
    }
    this.#values[this.#size] = value;
    this.#before[this.#size] = this.#last.get(key) ?? NONE;
    this.#last.set(key, this.#size);
    this.#size += 1;
  }

  /** Visits values until the callback returns false. */
  each(key: number, visit: (value: number) => boolean): void {
    for (let at = this.#last.get(key) ?? NONE; at !== NONE; at = this.#before[at] ?? NONE) {
      if (!visit(this.#values[at] ?? NONE)) return;
    }
  }
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

/**
 * Two similar names share at least one of these parts: when two sets overlap this much, their first few elements in any
 * common order must overlap too. Ordering by rarity keeps the lists short.
 */
function nameKeys({ parts }: MatchTraits, counts: NamePartCounts): number[] {
  // A name in non-Latin letters counts as one word.
  if (parts.slug === "") return [hashOf(parts.text)];
  return [...rarestOf(parts.words, counts), ...rarestOf(parts.trigrams, counts)].map(hashOf);
}

/** How often words and trigrams occur in names. */
export type NamePartCounts = ReadonlyMap<string, number>;

export function countNameParts(places: Iterable<ComparablePlace>): NamePartCounts {
  const counts = new Map<string, number>();
  for (const place of places) {
    const { words, trigrams } = matchTraits(place).parts;
    for (const part of [...words, ...trigrams]) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

const SHARED_RATIO_MIN = SAME_NAME_SIMILARITY / (2 - SAME_NAME_SIMILARITY);

function rarestOf(parts: ReadonlySet<string>, counts: NamePartCounts): string[] {
  const shared = Math.ceil(parts.size * SHARED_RATIO_MIN - 1e-9);
  return [...parts]
    .map((part) => ({ part, count: counts.get(part) ?? 0, rarity: rarityOf(part) }))
    .sort((a, b) => a.count - b.count || b.rarity - a.rarity || (a.part < b.part ? -1 : 1))
    .slice(0, parts.size - shared + 1)
    .map(({ part }) => part);
}

/** Characters of place names, the most frequent first. */
const LETTERS_BY_FREQUENCY = " eaoinrtslchudmgpbfkywv1jxqz234567089";

/** Tie-breaker for uncounted parts: long words with rare letters are the most distinctive. */
function rarityOf(part: string): number {
  let rarity = 0;
  for (let at = 0; at < part.length; at += 1) rarity += LETTERS_BY_FREQUENCY.indexOf(part.charAt(at));
  return rarity;
}

/** Columns of numbers, one slot per place: a million places are a few arrays instead of ten million objects. */
class Rows {
  readonly keys;
  readonly #east;
  readonly #north;
  readonly #signatures;
  readonly #wordCounts;
  readonly #letterCounts;
  readonly #streets;
  readonly #hosts;

  constructor(capacity: number) {
    this.keys = new Float64Array(capacity);
    this.#east = new Float32Array(capacity);
    this.#north = new Float32Array(capacity);
    this.#signatures = new Int32Array(capacity * SIGNATURE_LENGTH);
    this.#wordCounts = new Uint8Array(capacity);
    this.#letterCounts = new Uint8Array(capacity);
    this.#streets = new Int32Array(capacity);
    this.#hosts = new Int32Array(capacity);
  }

  grown(): Rows {
    const rows = new Rows(this.keys.length * 2);
    rows.keys.set(this.keys);
    rows.#east.set(this.#east);
    rows.#north.set(this.#north);
    rows.#signatures.set(this.#signatures);
    rows.#wordCounts.set(this.#wordCounts);
    rows.#letterCounts.set(this.#letterCounts);
    rows.#streets.set(this.#streets);
    rows.#hosts.set(this.#hosts);
    return rows;
  }

  set(at: number, key: number, { signature, wordCount, letterCount, street, host }: Fingerprint): void {
    this.keys[at] = key;
    this.#signatures.set(signature, at * SIGNATURE_LENGTH);
    this.#wordCounts[at] = wordCount;
    this.#letterCounts[at] = letterCount;
    this.#streets[at] = street;
    this.#hosts[at] = host;
  }

  setPosition(at: number, { east, north }: FlatPoint): void {
    this.#east[at] = east;
    this.#north[at] = north;
  }

  metersTo(at: number, { east, north }: FlatPoint): number {
    return Math.hypot((this.#east[at] ?? 0) - east, (this.#north[at] ?? 0) - north);
  }

  /**
   * Upper bound of the name similarity, from 0 to 1; null when the places are different. `meters` is null when unknown.
   */
  maxSimilarity(at: number, query: Fingerprint, meters: number | null): number | null {
    const street = this.#streets[at] ?? 0;
    const isSameStreet = street !== 0 && street === query.street;
    if (meters === null && street !== 0 && query.street !== 0 && !isSameStreet) return null;
    const isClose = isSameStreet || (meters !== null && meters <= CLOSE_METERS);
    const name = Math.max(
      maxDice(query.wordCount, this.#wordCounts[at] ?? 0, this.#countMissingBits(at, query, DISTINCTIVE_WORDS, 1)),
      maxDice(query.letterCount, this.#letterCounts[at] ?? 0, this.#countMissingBits(at, query, TRIGRAMS, 4)),
    );
    if (name >= SAME_NAME_SIMILARITY) return name;
    if (!isClose) return null;
    const isSameSite = query.host !== 0 && this.#hosts[at] === query.host;
    return name >= POSSIBLE_NAME_SIMILARITY || isSameSite || this.#isPart(at, query) ? name : null;
  }

  /** Counts the signature bits that only one of the two has, per side. */
  #countMissingBits(at: number, { signature }: Fingerprint, from: number, length: number): [number, number] {
    let [own, other] = [0, 0];
    for (let part = from; part < from + length; part += 1) {
      const ownBits = signature[part] ?? 0;
      const otherBits = this.#signatures[at * SIGNATURE_LENGTH + part] ?? 0;
      own += bitCount(ownBits & ~otherBits);
      other += bitCount(otherBits & ~ownBits);
    }
    return [own, other];
  }

  #isPart(at: number, query: Fingerprint): boolean {
    const [own, other] = this.#countMissingBits(at, query, ALL_WORDS, 1);
    return own === 0 || other === 0;
  }
}

/** Upper bound of Dice's coefficient: each differing bit means at least one part that is not shared. */
function maxDice(one: number, other: number, [oneMisses, otherMisses]: [number, number]): number {
  // The count was capped, so the similarity is unknown.
  if (one === COUNT_MAX || other === COUNT_MAX) return 1;
  return (2 * Math.min(one - oneMisses, other - otherMisses)) / (one + other);
}

type Fingerprint = { signature: Int32Array; wordCount: number; letterCount: number; street: number; host: number };

function fingerprintOf({ parts, plainWords, streetKey, host }: MatchTraits): Fingerprint {
  const signature = new Int32Array(SIGNATURE_LENGTH);
  // A name in non-Latin letters counts as one word.
  const [words, allWords, letters] =
    parts.slug === "" ? [[parts.text], [parts.text], [parts.text]] : [parts.words, plainWords, parts.trigrams];
  for (const word of words) setBit(signature, DISTINCTIVE_WORDS, 1, word);
  for (const word of allWords) setBit(signature, ALL_WORDS, 1, word);
  for (const trigram of letters) setBit(signature, TRIGRAMS, 4, trigram);
  return {
    signature,
    wordCount: Math.min(COUNT_MAX, [...words].length),
    letterCount: Math.min(COUNT_MAX, [...letters].length),
    street: streetKey === null ? 0 : hashOf(streetKey) | 1,
    host: host === null ? 0 : hashOf(host) | 1,
  };
}

function setBit(signature: Int32Array, from: number, length: number, text: string): void {
  const hash = hashOf(text);
  const part = from + ((hash >>> 5) % length);
  signature[part] = (signature[part] ?? 0) | (1 << (hash & 31));
}

/** FNV-1a with an extra mixing step, so that the low bits are as good as the high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 3;
}

function bitCount(bits: number): number {
  let remaining = bits - ((bits >>> 1) & 0x55555555);
  remaining = (remaining & 0x33333333) + ((remaining >>> 2) & 0x33333333);
  return Math.imul((remaining + (remaining >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

type FlatPoint = { east: number; north: number };

function toFlatPoint({ lat, lng }: Point): FlatPoint {
  return { east: (lng - CENTER.lng) * METERS_PER_DEGREE_EAST, north: (lat - CENTER.lat) * METERS_PER_DEGREE };
}

function cellOf({ east, north }: FlatPoint): number {
  return Math.floor(north / CELL_METERS) * CELLS_PER_ROW + Math.floor(east / CELL_METERS);
}
