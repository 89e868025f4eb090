import type { Point, Quadrant } from "#app/features/places/place.ts";

import { matchDay, matchOpen } from "./query-hours.ts";
import { type Condition, isWalk } from "./query-conditions.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { type Word, wordsOf } from "./query-words.ts";

/** A condition and the stretch of the query that said it, so that a chip can take those words away. */
export type SaidCondition = { condition: Condition; from: number; to: number };

export type ParsedQuery = {
  /** What was not understood as a condition, as typed, one space between words; the whole query where nothing was. */
  text: string;
  /** Of that the words that tell something: these are looked for. */
  telling: string;
  /** In the order in which they were said. */
  said: SaidCondition[];
};

/** A query has at most as many words as are looked at; the rest stays text. */
const WORDS_MAX = 40;

type Match = { condition: Condition; words: number };

/** What the words of a query are besides the vocabulary; the caller knows. */
export type QueryContext = {
  /** All of it is a place's name, and so text, unless it is what a whole kind or neighborhood is called. */
  isName?: boolean;
  /** Places that are named behind "near", by their plain words. */
  landmarks?: ReadonlyMap<string, Landmark>;
  /** Whether a day beside a kind of place ("sunday brunch") is when it must be open; true unless told. */
  takesDays?: boolean;
};

export type Landmark = { name: string; point: Point };

const NO_LANDMARKS: ReadonlyMap<string, Landmark> = new Map();

/**
 * Understands a query in the words people use: "cheap thai open now near dupont". Longest phrases first, from left to
 * right; each kind of condition is taken once, but for attributes. What is not understood stays text. Never throws.
 */
export function parseQuery(
  query: string,
  vocabulary: Vocabulary,
  { isName = false, landmarks = NO_LANDMARKS, takesDays = true }: QueryContext = {},
): ParsedQuery {
  const words = wordsOf(query);
  const isOneThing = vocabulary.phrases.get(phraseAt(words, 0, words.length))?.condition !== undefined;
  const understood = isName && !isOneThing ? [] : words.slice(0, WORDS_MAX);
  const said: SaidCondition[] = [];
  const isText = words.map(() => true);
  for (let at = 0; at < understood.length;) {
    const match = matchAt(understood, at, { vocabulary, landmarks });
    if (match === null || isSaidAlready(match.condition, said)) {
      at += 1;
      continue;
    }
    const start = withLeadingWords(understood, at, match.condition, isText);
    const end = at + match.words + trailingWords(understood, at + match.words, match.condition);
    const [first, last] = [understood[start], understood[end - 1]];
    if (first === undefined || last === undefined) break;
    said.push({ condition: match.condition, from: first.from, to: last.to });
    isText.fill(false, start, end);
    at = end;
  }
  const day = takesDays ? dayBeside(understood, { said, isText }) : null;
  if (day !== null) {
    said.push({ condition: day.condition, from: day.from, to: day.to });
    said.sort((a, b) => a.from - b.from);
    isText.fill(false, day.start, day.end);
  }
  const rest = words.filter((_, index) => isText[index]);
  const telling = tellingText(query, rest, said.length > 0);
  return { text: said.length === 0 ? textOf(query, words) : telling, telling, said };
}

/** Where a kind of place is asked for, a day among the words that stayed text is when: "sunday brunch". */
function dayBeside(
  words: readonly Word[],
  { said, isText }: { said: readonly SaidCondition[]; isText: readonly boolean[] },
): (SaidCondition & { start: number; end: number }) | null {
  const kinds = said.map(({ condition }) => condition.kind);
  if (kinds.includes("open") || !(kinds.includes("category") || kinds.includes("type"))) return null;
  for (const start of words.keys()) {
    if (isText[start] !== true) continue;
    const next = isText.indexOf(false, start);
    const match = matchDay(words.slice(0, next === -1 ? words.length : next), start);
    const end = start + (match?.words ?? 0);
    const [first, last] = [words[start], words[end - 1]];
    if (match === null || first === undefined || last === undefined) continue;
    return { condition: match.condition, from: first.from, to: last.to, start, end };
  }
  return null;
}

/** The query without the words of one condition, for the link on its chip. */
export function withoutCondition(query: string, { from, to }: SaidCondition): string {
  return `${query.slice(0, from)} ${query.slice(to)}`.replaceAll(/\s+/g, " ").trim();
}

/** Words that say nothing once something else is understood: "the best pizza places in Shaw" asks for pizza in Shaw. */
const FILLERS = new Set(
  "a an the and or of for to with that is are i im want need looking find me some any best good great nice place places spot spots where what whats which who how do does should we can get have has in at on near around by dc washington please show".split(
    " ",
  ),
);

function tellingText(query: string, words: readonly Word[], isPartUnderstood: boolean): string {
  const telling = words.filter(({ plain }) => !FILLERS.has(plain));
  // "The Place" or "dc": where fillers are all there is, they are what is asked for.
  const kept = telling.length > 0 || isPartUnderstood ? telling : words;
  return textOf(query, kept);
}

function textOf(query: string, words: readonly Word[]): string {
  return words.map(({ from, to }) => query.slice(from, to)).join(" ");
}

type Known = { vocabulary: Vocabulary; landmarks: ReadonlyMap<string, Landmark> };

function matchAt(words: readonly Word[], at: number, known: Known): Match | null {
  return (
    matchOpen(words, at) ??
    matchRating(words, at) ??
    matchPrice(words, at) ??
    matchWalk(words, at, known) ??
    matchNearMe(words, at) ??
    matchPhrase(words, at, known.vocabulary)
  );
}

/** Attributes add up; of everything else a second mention stays text. */
function isSaidAlready(condition: Condition, said: readonly SaidCondition[]): boolean {
  return said.some(({ condition: other }) =>
    condition.kind === "attribute"
      ? other.kind === "attribute" && other.attribute === condition.attribute
      : placeKind(other) === placeKind(condition),
  );
}

/** A query stands in one place: of "Dupont near Metro Center" the second stays text. */
function placeKind(condition: Condition): string {
  return isWalk(condition) ? "neighborhood" : condition.kind;
}

const PLACE_LEADS = new Set("in near around by at from close next across beside to the within off".split(" "));
const ATTRIBUTE_LEADS = new Set(["with", "has", "good", "for", "free"]);
const NO_LEADS = new Set<string>();

function leadsOf(condition: Condition): ReadonlySet<string> {
  if (condition.kind === "attribute") return ATTRIBUTE_LEADS;
  return placeKind(condition) === "neighborhood" ? PLACE_LEADS : NO_LEADS;
}

/** "near", "with": words before a condition that belong to it, so that its chip takes them away too. */
function withLeadingWords(
  words: readonly Word[],
  at: number,
  condition: Condition,
  isText: readonly boolean[],
): number {
  const leads = leadsOf(condition);
  let start = at;
  while (start > 0 && isText[start - 1] === true && leads.has(words[start - 1]?.plain ?? "")) start -= 1;
  return start;
}

/** "French restaurant", "Ethiopian food" and "ramen shop" are what "French", "Ethiopian" and "ramen" are already. */
function trailingWords(words: readonly Word[], at: number, { kind }: Condition): number {
  const says = /^(?:restaurants?|foods?|cuisine|eats|dining|shops?|stores?|joints?)$/.test(wordAt(words, at));
  return kind === "type" && says ? 1 : 0;
}

function matchRating(words: readonly Word[], at: number): Match | null {
  const phrase = (count: number) => phraseAt(words, at, count);
  const stars = /^([1-4](?:\.\d)?|5(?:\.0)?)\+?$/;
  if (/^(?:top|highly|best|well) (?:rated|reviewed)$/.test(phrase(2))) return { condition: atLeast(4), words: 2 };
  const direct = stars.exec(wordAt(words, at));
  if (direct?.[1] !== undefined && /^stars?$/.test(wordAt(words, at + 1)))
    return { condition: atLeast(Number(direct[1])), words: 2 + orMoreWords(words, at + 2) };
  const led = /^(?:rated|at least|over|above) /.exec(`${phrase(2)} `) ?? /^(?:rated|over|above) /.exec(phrase(1) + " ");
  if (led === null) return null;
  const leadWords = led[0].trim().split(" ").length;
  const number = stars.exec(wordAt(words, at + leadWords));
  if (number?.[1] === undefined) return null;
  const hasStars = /^stars?$/.test(wordAt(words, at + leadWords + 1));
  // "over 4" may be anything; "rated 4" can't.
  if (!hasStars && !led[0].startsWith("rated")) return null;
  const said = leadWords + (hasStars ? 2 : 1);
  return { condition: atLeast(Number(number[1])), words: said + orMoreWords(words, at + said) };
}

/** "and up", "or better" behind a number of stars. */
function orMoreWords(words: readonly Word[], at: number): number {
  return /^(?:and|or) (?:up|more|better|above|higher)$/.test(phraseAt(words, at, 2)) ? 2 : 0;
}

const atLeast = (stars: number): Condition => ({ kind: "rating", atLeast: stars });

const DOLLARS = ["$", "$$", "$$$", "$$$$"] as const;

/** A map and no record, which would know "constructor" too; so below. */
const PRICE_WORDS = new Map<string, readonly (typeof DOLLARS)[number][]>(
  Object.entries({
    cheap: ["$"],
    cheapest: ["$"],
    inexpensive: ["$"],
    budget: ["$"],
    affordable: ["$", "$$"],
    moderate: ["$$"],
    "moderately priced": ["$$"],
    "reasonably priced": ["$", "$$"],
    "mid range": ["$$"],
    midrange: ["$$"],
    "mid priced": ["$$"],
    "not too expensive": ["$", "$$"],
    "not expensive": ["$", "$$"],
    expensive: ["$$$", "$$$$"],
    fancy: ["$$$", "$$$$"],
    upscale: ["$$$", "$$$$"],
    "fine dining": ["$$$", "$$$$"],
    "high end": ["$$$", "$$$$"],
    splurge: ["$$$", "$$$$"],
  }),
);

function matchPrice(words: readonly Word[], at: number): Match | null {
  for (const count of [3, 2, 1]) {
    const prices = PRICE_WORDS.get(phraseAt(words, at, count));
    if (prices !== undefined && at + count <= words.length)
      return { condition: { kind: "price", prices: [...prices] }, words: count };
  }
  if (wordAt(words, at) === "free" && !FREE_OF.has(wordAt(words, at - 1)) && !FREE_THINGS.has(wordAt(words, at + 1)))
    return { condition: { kind: "price", prices: ["Free"] }, words: freeWords(words, at) };
  const bounds: readonly [RegExp, (level: number) => readonly (typeof DOLLARS)[number][]][] = [
    [/^(?:under|below|cheaper than|less than)$/, (level) => DOLLARS.slice(0, Math.max(1, level - 1))],
    [/^(?:up to|at most|max|maximum)$/, (level) => DOLLARS.slice(0, level)],
    [/^(?:over|above|more than)$/, (level) => DOLLARS.slice(Math.min(level, 3))],
    [/^(?:at least|from)$/, (level) => DOLLARS.slice(level - 1)],
  ];
  for (const count of [2, 1]) {
    const level = dollars(wordAt(words, at + count));
    const bound = level === 0 ? undefined : bounds.find(([lead]) => lead.test(phraseAt(words, at, count)));
    if (bound !== undefined) return { condition: { kind: "price", prices: [...bound[1](level)] }, words: count + 1 };
  }
  const level = dollars(wordAt(words, at));
  if (level === 0) return null;
  const orLess = /^(?:or|and) (?:less|under|cheaper|below)$/.test(phraseAt(words, at + 1, 2));
  const prices = orLess ? DOLLARS.slice(0, level) : DOLLARS.slice(level - 1, level);
  return { condition: { kind: "price", prices: [...prices] }, words: orLess ? 3 : 1 };
}

/** "Gluten free" asks for nothing that costs nothing. */
const FREE_OF = new Set(["gluten", "dairy", "lactose", "nut", "sugar", "alcohol", "caffeine", "smoke", "step", "duty"]);

/** "Free wifi" asks for Wi-Fi, and for no place where everything is free. */
const FREE_THINGS = new Set(["wifi", "wi", "internet", "parking", "delivery"]);

/** "free entry" and "free admission" are one thing said in two words. */
function freeWords(words: readonly Word[], at: number): number {
  return /^(?:entry|admission|entrance)$/.test(wordAt(words, at + 1)) ? 2 : 1;
}

/** 1 to 4; 0 for what is no row of dollar signs. */
function dollars(word: string): number {
  return /^\${1,4}$/.test(word) ? word.length : 0;
}

/** "5 min walk from U Street metro", "within 10 minutes of Metro Center", "near Metro Center", "Waterfront station". */
function matchWalk(words: readonly Word[], at: number, { vocabulary, landmarks }: Known): Match | null {
  let next = at + (wordAt(words, at) === "within" ? 1 : 0);
  const spoken = /^(\d{1,2})(?:min|mins|minutes?)?$/.exec(wordAt(words, next));
  let minutes: number | null = null;
  if (spoken?.[1] !== undefined) {
    const hasUnit = /min/.test(wordAt(words, next));
    const unit = hasUnit ? 0 : Number(/^(?:min|mins|minutes?)$/.test(wordAt(words, next + 1)));
    if (hasUnit || unit === 1) {
      minutes = Number(spoken[1]);
      next += 1 + unit;
    }
  }
  if (minutes === null) {
    next = at + walkingDistanceWords(words, at);
    if (next > at && wordAt(words, next) === "the") next += 1;
  } else while (/^(?:walk|walking|on|foot|from|of|to|away|the)$/.test(wordAt(words, next))) next += 1;
  if (minutes !== null && wordAt(words, next) === "me")
    return { condition: { kind: "near-me", minutes }, words: next + 1 - at };
  for (let count = Math.min(vocabulary.longest, words.length - next); count > 0; count -= 1) {
    const meanings = vocabulary.phrases.get(phraseAt(words, next, count));
    if (meanings?.station === undefined) continue;
    const suffix = suffixWords(words, next + count);
    // "U Street" alone is the neighborhood; what only a station is called needs no "metro", unless it says other things too.
    const isClear = meanings.condition === undefined && (!isCommonName(words, next, count) || isLedToPlace(words, at));
    const isNamed = minutes !== null || suffix > 0 || isClear;
    if (!isNamed) return null;
    return { condition: { kind: "station", ...meanings.station, minutes }, words: next + count + suffix - at };
  }
  if (next === at && !isLedToLandmark(words, at)) return null;
  for (let count = Math.min(LANDMARK_WORDS_MAX, words.length - next); count > 0; count -= 1) {
    const landmark = landmarks.get(phraseAt(words, next, count));
    if (landmark !== undefined)
      return { condition: { kind: "landmark", ...landmark, minutes }, words: next + count - at };
  }
  return null;
}

/** Names of more words are seldom typed whole. */
const LANDMARK_WORDS_MAX = 6;

/** Several "near" in one query are no usual query. */
const LANDMARK_PHRASES_MAX = 12;

/** "near", "next to", "around", with or without "the": what follows may be a place. */
function isLedToLandmark(words: readonly Word[], at: number): boolean {
  const before = wordAt(words, at - 1) === "the" ? at - 2 : at - 1;
  if (/^(?:near|around|beside|by)$/.test(wordAt(words, before))) return true;
  return /^(?:next|close|closest|nearest) to$|^across from$/.test(phraseAt(words, Math.max(0, before - 1), 2));
}

/** "5 min from", "walking distance of": so may what follows these. */
function isWalkedTo(words: readonly Word[], at: number): boolean {
  const before = wordAt(words, at - 1) === "the" ? at - 2 : at - 1;
  const isLed = /^(?:from|of|to)$/.test(wordAt(words, before));
  return isLed && words.slice(0, before).some(({ plain }) => /^(?:\d*min(?:s|utes?)?|walk|distance)$/.test(plain));
}

/**
 * What may name a place behind "near" in a query, as plain words to be looked up: all but what the vocabulary has a station
 * or neighborhood for. None for most queries.
 */
export function landmarkPhrases(query: string, { phrases }: Vocabulary): string[] {
  const words = wordsOf(query).slice(0, WORDS_MAX);
  const isWhere = (phrase: string) => {
    const meanings = phrases.get(phrase);
    return meanings?.station !== undefined || meanings?.condition?.kind === "neighborhood";
  };
  return [...words.keys()]
    .filter((at) => (isLedToLandmark(words, at) || isWalkedTo(words, at)) && !/^(?:the|me|my)$/.test(wordAt(words, at)))
    .flatMap((at) => {
      const counts = Array.from({ length: Math.min(LANDMARK_WORDS_MAX, words.length - at) }, (_, more) => more + 1);
      return counts.map((count) => phraseAt(words, at, count));
    })
    .filter((phrase) => !isWhere(phrase) && !FILLERS.has(phrase))
    .slice(0, LANDMARK_PHRASES_MAX);
}

/** "Archives", "Waterfront" and "Georgia Ave" are no stations alone, as "Metro Center" and "Farragut North" are. */
function isCommonName(words: readonly Word[], at: number, count: number): boolean {
  return count === 1 || /^(?:ave|avenue|road)$/.test(wordAt(words, at + count - 1));
}

function isLedToPlace(words: readonly Word[], at: number): boolean {
  const before = wordAt(words, at - 1) === "the" ? at - 2 : at - 1;
  return /^(?:near|by|from|around|at|to|of)$/.test(wordAt(words, before));
}

/** "walking distance of" before a station: as near as "near" is. */
function walkingDistanceWords(words: readonly Word[], at: number): number {
  const lead = wordAt(words, at) === "within" ? 1 : 0;
  if (phraseAt(words, at + lead, 2) !== "walking distance") return 0;
  return lead + 2 + Number(/^(?:of|from|to)$/.test(wordAt(words, at + lead + 2)));
}

/** "metro", "metro station", "station", "metro stop" behind a station's name. */
function suffixWords(words: readonly Word[], at: number): number {
  if (/^(?:metro|subway|metrorail) (?:station|stop)$/.test(phraseAt(words, at, 2))) return 2;
  return /^(?:metro|subway|metrorail|station|stop)$/.test(wordAt(words, at)) ? 1 : 0;
}

function matchNearMe(words: readonly Word[], at: number): Match | null {
  const nearMe: Condition = { kind: "near-me", minutes: null };
  if (/^(?:near|around|by) me$/.test(phraseAt(words, at, 2))) return { condition: nearMe, words: 2 };
  if (/^(?:close to me|near my location|around my location)$/.test(phraseAt(words, at, 3)))
    return { condition: nearMe, words: 3 };
  return /^(?:nearby|closest|nearest)$/.test(wordAt(words, at)) ? { condition: nearMe, words: 1 } : null;
}

const QUADRANT_WORDS = new Map<string, Quadrant>([
  ["nw", "NW"],
  ["northwest", "NW"],
  ["ne", "NE"],
  ["northeast", "NE"],
  ["sw", "SW"],
  ["southwest", "SW"],
  ["se", "SE"],
  ["southeast", "SE"],
]);

function matchPhrase(words: readonly Word[], at: number, vocabulary: Vocabulary): Match | null {
  // "1322 14th Street" and "14th and U" are addresses: a number before a street's name says so.
  const isAddress = /^\d+$/.test(wordAt(words, at - 1));
  for (let count = Math.min(vocabulary.longest, words.length - at); count > 0; count -= 1) {
    const condition = vocabulary.phrases.get(phraseAt(words, at, count))?.condition;
    if (condition === undefined || (isAddress && condition.kind === "neighborhood")) continue;
    return { condition, words: count };
  }
  const quadrant = QUADRANT_WORDS.get(wordAt(words, at));
  return quadrant === undefined || isAddress ? null : { condition: { kind: "quadrant", quadrant }, words: 1 };
}

function wordAt(words: readonly Word[], at: number): string {
  return words[at]?.plain ?? "";
}

function phraseAt(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ plain }) => plain)
    .join(" ");
}
