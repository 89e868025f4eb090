import type { Point, Quadrant } from "#app/guide/places/place.ts";

import { matchDayPhrase, matchOpenPhrase } from "./query-hours.ts";
import { type Condition, isProximityCondition } from "./query-conditions.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { type QueryWord, splitWords } from "./query-words.ts";

/** A condition and the part of the query that said it, so that a chip can remove those words. */
export type ConditionSpan = { condition: Condition; from: number; to: number };

export type ParsedQuery = {
  /** The whole query as typed. */
  typed: string;
  /**
   * The words that are not part of a condition, as typed, with single spaces; the whole query if there are no
   * conditions.
   */
  text: string;
  /** `text` without filler words: what the full-text search looks for. */
  freeText: string;
  /** In the order of the query. */
  conditions: ConditionSpan[];
};

/** Only this many words are parsed. The rest stays text. */
const WORDS_MAX = 40;

type Match = { condition: Condition; words: number };

/** What the caller knows about the query from the database. */
export type QueryContext = {
  /** The whole query is a place's name and stays text, unless it is also the name of a type or neighborhood. */
  isName?: boolean;
  /** Places named after "near", by their normalized words. */
  landmarks?: ReadonlyMap<string, Landmark>;
  /** Whether a day beside a type ("sunday brunch") is an opening condition. Defaults to true. */
  readsDays?: boolean;
};

export type Landmark = { name: string; point: Point };

const NO_LANDMARKS: ReadonlyMap<string, Landmark> = new Map();

/**
 * Parses a query in everyday words: "cheap thai open now near dupont". Longest phrases first, from left to right. Each
 * kind of condition is read once, except attributes. Never throws.
 */
export function parseQuery(
  query: string,
  vocabulary: Vocabulary,
  { isName = false, landmarks = NO_LANDMARKS, readsDays: takesDays = true }: QueryContext = {},
): ParsedQuery {
  const words = splitWords(query);
  const whole = vocabulary.phrases.get(phraseAt(words, 0, words.length))?.condition;
  const isPhrase = whole !== undefined && whole.kind !== "occasion";
  const parsedWords = isName && !isPhrase ? [] : words.slice(0, WORDS_MAX);
  const spans: ConditionSpan[] = [];
  const isText = words.map(() => true);
  for (let at = 0; at < parsedWords.length;) {
    const match = matchAt(parsedWords, at, { vocabulary, landmarks });
    if (match === null || isRepeated(match.condition, spans)) {
      at += 1;
      continue;
    }
    const start = startWithLeadWords(parsedWords, at, match.condition, isText);
    const end = at + match.words + countTrailingWords(parsedWords, at + match.words, match.condition);
    const [first, last] = [parsedWords[start], parsedWords[end - 1]];
    if (first === undefined || last === undefined) break;
    spans.push({ condition: match.condition, from: first.from, to: last.to });
    isText.fill(false, start, end);
    at = end;
  }
  const day = takesDays ? findDayCondition(parsedWords, { spans, isText }) : null;
  if (day !== null) {
    spans.push({ condition: day.condition, from: day.from, to: day.to });
    spans.sort((a, b) => a.from - b.from);
    isText.fill(false, day.start, day.end);
  }
  const rest = words.filter((_, index) => isText[index]);
  const remaining = freeTextOf(query, rest, spans.length > 0);
  const text = spans.length === 0 ? textOf(query, words) : remaining;
  return { typed: query, text, freeText: remaining, conditions: settleKinds(spans) };
}

/**
 * Beside a type or category ("date night italian") or another occasion, an occasion only ranks. "Where to go" and "things
 * to do" add nothing to a type or an occasion ("where to go dancing").
 */
function settleKinds(spans: readonly ConditionSpan[]): ConditionSpan[] {
  const isNarrow = spans.some(({ condition: { kind } }) => kind === "type" || kind === "occasion");
  const settled = spans.filter(({ condition }) => {
    return !isNarrow || condition.kind !== "category" || condition.category !== "entertainment";
  });
  let isKindNamed = settled.some(({ condition: { kind } }) => kind === "type" || kind === "category");
  return settled.map((span) => {
    if (span.condition.kind !== "occasion") return span;
    const onlyRanks = isKindNamed ? { onlyRanks: true as const } : {};
    isKindNamed = true;
    return { ...span, condition: { ...span.condition, ...onlyRanks } };
  });
}

/** Reads a day among the remaining words as an opening condition if the query names a type: "sunday brunch". */
function findDayCondition(
  words: readonly QueryWord[],
  { spans, isText }: { spans: readonly ConditionSpan[]; isText: readonly boolean[] },
): (ConditionSpan & { start: number; end: number }) | null {
  const kinds = spans.map(({ condition }) => condition.kind);
  if (kinds.includes("open") || !kinds.some((kind) => /^(?:category|type|occasion)$/.test(kind))) return null;
  for (const start of words.keys()) {
    if (isText[start] !== true) continue;
    const next = isText.indexOf(false, start);
    const match = matchDayPhrase(words.slice(0, next === -1 ? words.length : next), start);
    const end = start + (match?.words ?? 0);
    const [first, last] = [words[start], words[end - 1]];
    if (match === null || first === undefined || last === undefined) continue;
    return { condition: match.condition, from: first.from, to: last.to, start, end };
  }
  return null;
}

/** Removes the words of one condition from the query, for the link on its chip. */
export function removeCondition(query: string, { from, to }: ConditionSpan): string {
  return `${query.slice(0, from)} ${query.slice(to)}`.replaceAll(/\s+/g, " ").trim();
}

/** Words that are skipped once something else is understood: "the best pizza places in Shaw" means pizza in Shaw. */
const FILLERS = new Set(
  "a an the and or of for to with that is are i im want need looking somewhere find me some any best good great nice place places spot spots where what whats which who how do does should we can get have has in at on near around by dc washington please show".split(
    " ",
  ),
);

function freeTextOf(query: string, words: readonly QueryWord[], hasConditions: boolean): string {
  const content = words.filter(({ normalized: plain }) => !FILLERS.has(plain));
  // If there are only fillers ("The Place", "dc"), they are the search.
  const chosen = content.length > 0 || hasConditions ? content : words;
  return textOf(query, chosen);
}

function textOf(query: string, words: readonly QueryWord[]): string {
  return words.map(({ from, to }) => query.slice(from, to)).join(" ");
}

type MatchContext = { vocabulary: Vocabulary; landmarks: ReadonlyMap<string, Landmark> };

function matchAt(words: readonly QueryWord[], at: number, context: MatchContext): Match | null {
  const phrase = matchPhrase(words, at, context.vocabulary);
  const match =
    matchOpenPhrase(words, at) ??
    matchRating(words, at) ??
    matchPrice(words, at) ??
    matchWalk(words, at, context) ??
    matchNearMe(words, at);
  // "Cheap lunch" is an occasion, and no price beside a meal.
  const isOccasion = phrase?.condition.kind === "occasion" && phrase.words > (match?.words ?? 0);
  return isOccasion ? phrase : (match ?? phrase);
}

/** Attributes and occasions add up. A second condition of any other kind stays text. */
function isRepeated(condition: Condition, spans: readonly ConditionSpan[]): boolean {
  return spans.some(({ condition: other }) => conditionGroup(other) === conditionGroup(condition));
}

/** A query has one location: in "Dupont near Metro Center" the second one stays text. */
function conditionGroup(condition: Condition): string {
  if (condition.kind === "attribute") return `attribute ${condition.attribute}`;
  if (condition.kind === "occasion") return `occasion ${condition.slug}`;
  return isProximityCondition(condition) ? "neighborhood" : condition.kind;
}

const LOCATION_LEAD_WORDS = new Set("in near around by at from close next across beside to the within off".split(" "));
const ATTRIBUTE_LEAD_WORDS = new Set(["with", "has", "good", "for", "free"]);
const NO_LEAD_WORDS = new Set<string>();

function leadWordsFor(condition: Condition): ReadonlySet<string> {
  if (condition.kind === "attribute") return ATTRIBUTE_LEAD_WORDS;
  return conditionGroup(condition) === "neighborhood" ? LOCATION_LEAD_WORDS : NO_LEAD_WORDS;
}

/** Moves the start back over lead words like "near" or "with", so that the chip removes them too. */
function startWithLeadWords(
  words: readonly QueryWord[],
  at: number,
  condition: Condition,
  isText: readonly boolean[],
): number {
  const leadWords = leadWordsFor(condition);
  let start = at;
  while (start > 0 && isText[start - 1] === true && leadWords.has(words[start - 1]?.normalized ?? "")) start -= 1;
  return start;
}

/** Counts words that add nothing after a type or occasion: "French restaurant", "ramen shop", "rainy day ideas". */
function countTrailingWords(words: readonly QueryWord[], at: number, { kind }: Condition): number {
  if (kind === "occasion") return Number(/^(?:ideas?|activit(?:y|ies)|options?)$/.test(wordAt(words, at)));
  const isRedundant = /^(?:restaurants?|foods?|cuisine|eats|dining|shops?|stores?|joints?)$/.test(wordAt(words, at));
  return kind === "type" && isRedundant ? 1 : 0;
}

function matchRating(words: readonly QueryWord[], at: number): Match | null {
  const phrase = (count: number) => phraseAt(words, at, count);
  const stars = /^([1-4](?:\.\d)?|5(?:\.0)?)\+?$/;
  if (/^(?:top|highly|best|well) (?:rated|reviewed)$/.test(phrase(2))) return { condition: atLeast(4), words: 2 };
  const direct = stars.exec(wordAt(words, at));
  if (direct?.[1] !== undefined && /^stars?$/.test(wordAt(words, at + 1)))
    return { condition: atLeast(Number(direct[1])), words: 2 + countOrMoreWords(words, at + 2) };
  const lead =
    /^(?:rated|at least|over|above) /.exec(`${phrase(2)} `) ?? /^(?:rated|over|above) /.exec(phrase(1) + " ");
  if (lead === null) return null;
  const leadCount = lead[0].trim().split(" ").length;
  const number = stars.exec(wordAt(words, at + leadCount));
  if (number?.[1] === undefined) return null;
  const hasStars = /^stars?$/.test(wordAt(words, at + leadCount + 1));
  // "over 4" may mean anything; "rated 4" can't.
  if (!hasStars && !lead[0].startsWith("rated")) return null;
  const wordCount = leadCount + (hasStars ? 2 : 1);
  return { condition: atLeast(Number(number[1])), words: wordCount + countOrMoreWords(words, at + wordCount) };
}

/** Counts the words of "and up" or "or better" after a number of stars. */
function countOrMoreWords(words: readonly QueryWord[], at: number): number {
  return /^(?:and|or) (?:up|more|better|above|higher)$/.test(phraseAt(words, at, 2)) ? 2 : 0;
}

const atLeast = (stars: number): Condition => ({ kind: "rating", atLeast: stars });

const DOLLARS = ["$", "$$", "$$$", "$$$$"] as const;

/** A Map, because a record would also contain "constructor". The same goes for the maps below. */
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
    "high end": ["$$$", "$$$$"],
    splurge: ["$$$", "$$$$"],
  }),
);

function matchPrice(words: readonly QueryWord[], at: number): Match | null {
  for (const count of [3, 2, 1]) {
    const prices = PRICE_WORDS.get(phraseAt(words, at, count));
    if (prices !== undefined && at + count <= words.length)
      return { condition: { kind: "price", prices: [...prices] }, words: count };
  }
  if (
    wordAt(words, at) === "free" &&
    !WORDS_BEFORE_FREE.has(wordAt(words, at - 1)) &&
    !WORDS_AFTER_FREE.has(wordAt(words, at + 1))
  )
    return { condition: { kind: "price", prices: ["Free"] }, words: countFreeWords(words, at) };
  const bounds: readonly [RegExp, (level: number) => readonly (typeof DOLLARS)[number][]][] = [
    [/^(?:under|below|cheaper than|less than)$/, (level) => DOLLARS.slice(0, Math.max(1, level - 1))],
    [/^(?:up to|at most|max|maximum)$/, (level) => DOLLARS.slice(0, level)],
    [/^(?:over|above|more than)$/, (level) => DOLLARS.slice(Math.min(level, 3))],
    [/^(?:at least|from)$/, (level) => DOLLARS.slice(level - 1)],
  ];
  for (const count of [2, 1]) {
    const level = dollarLevel(wordAt(words, at + count));
    const bound = level === 0 ? undefined : bounds.find(([lead]) => lead.test(phraseAt(words, at, count)));
    if (bound !== undefined) return { condition: { kind: "price", prices: [...bound[1](level)] }, words: count + 1 };
  }
  const level = dollarLevel(wordAt(words, at));
  if (level === 0) return null;
  const orLess = /^(?:or|and) (?:less|under|cheaper|below)$/.test(phraseAt(words, at + 1, 2));
  const prices = orLess ? DOLLARS.slice(0, level) : DOLLARS.slice(level - 1, level);
  return { condition: { kind: "price", prices: [...prices] }, words: orLess ? 3 : 1 };
}

/** After these words "free" is not a price: "gluten free". */
const WORDS_BEFORE_FREE = new Set([
  "gluten",
  "dairy",
  "lactose",
  "nut",
  "sugar",
  "alcohol",
  "caffeine",
  "smoke",
  "step",
  "duty",
]);

/** Before these words "free" is not a price: "free wifi" asks for Wi-Fi. */
const WORDS_AFTER_FREE = new Set(["wifi", "wi", "internet", "parking", "delivery"]);

/** Counts the words of "free entry", "free admission" or "free". */
function countFreeWords(words: readonly QueryWord[], at: number): number {
  return /^(?:entry|admission|entrance)$/.test(wordAt(words, at + 1)) ? 2 : 1;
}

/** The number of dollar signs, 1 to 4; 0 if the word is something else. */
function dollarLevel(word: string): number {
  return /^\${1,4}$/.test(word) ? word.length : 0;
}

/**
 * Matches "5 min walk from U Street metro", "within 10 minutes of Metro Center", "near Metro Center", "Waterfront
 * station".
 */
function matchWalk(words: readonly QueryWord[], at: number, { vocabulary, landmarks }: MatchContext): Match | null {
  let next = at + (wordAt(words, at) === "within" ? 1 : 0);
  const minutesMatch = /^(\d{1,2})(?:min|mins|minutes?)?$/.exec(wordAt(words, next));
  let minutes: number | null = null;
  if (minutesMatch?.[1] !== undefined) {
    const hasUnit = /min/.test(wordAt(words, next));
    const unit = hasUnit ? 0 : Number(/^(?:min|mins|minutes?)$/.test(wordAt(words, next + 1)));
    if (hasUnit || unit === 1) {
      minutes = Number(minutesMatch[1]);
      next += 1 + unit;
    }
  }
  if (minutes === null) {
    next = at + countWalkingDistanceWords(words, at);
    if (next > at && wordAt(words, next) === "the") next += 1;
  } else while (/^(?:walk|walking|on|foot|from|of|to|away|the)$/.test(wordAt(words, next))) next += 1;
  if (minutes !== null && wordAt(words, next) === "me")
    return { condition: { kind: "near-me", minutes }, words: next + 1 - at };
  for (let count = Math.min(vocabulary.longestPhraseWords, words.length - next); count > 0; count -= 1) {
    const meanings = vocabulary.phrases.get(phraseAt(words, next, count));
    if (meanings?.station === undefined) continue;
    const suffix = countStationSuffix(words, next + count);
    // "U Street" alone is the neighborhood. The name of a station only needs no "metro", unless it is also a
    // common word.
    const isClear =
      meanings.condition === undefined && (!isCommonName(words, next, count) || followsPreposition(words, at));
    const isStation = minutes !== null || suffix > 0 || isClear;
    if (!isStation) return null;
    return { condition: { kind: "station", ...meanings.station, minutes }, words: next + count + suffix - at };
  }
  if (next === at && !followsNear(words, at)) return null;
  for (let count = Math.min(LANDMARK_WORDS_MAX, words.length - next); count > 0; count -= 1) {
    const landmark = landmarks.get(phraseAt(words, next, count));
    if (landmark !== undefined)
      return { condition: { kind: "landmark", ...landmark, minutes }, words: next + count - at };
  }
  return null;
}

/** Longer names are rarely typed in full. */
const LANDMARK_WORDS_MAX = 6;

/** A normal query has one "near", so this is enough. */
const LANDMARK_PHRASES_MAX = 12;

/** Whether a place name may follow: after "near", "next to", "around", with or without "the". */
function followsNear(words: readonly QueryWord[], at: number): boolean {
  const before = wordAt(words, at - 1) === "the" ? at - 2 : at - 1;
  if (/^(?:near|around|beside|by)$/.test(wordAt(words, before))) return true;
  return /^(?:next|close|closest|nearest) to$|^across from$/.test(phraseAt(words, Math.max(0, before - 1), 2));
}

/** Whether a place name may follow "5 min from" or "walking distance of". */
function followsWalk(words: readonly QueryWord[], at: number): boolean {
  const before = wordAt(words, at - 1) === "the" ? at - 2 : at - 1;
  const hasPreposition = /^(?:from|of|to)$/.test(wordAt(words, before));
  return (
    hasPreposition &&
    words.slice(0, before).some(({ normalized: plain }) => /^(?:\d*min(?:s|utes?)?|walk|distance)$/.test(plain))
  );
}

/**
 * The phrases after "near" that may name a place, normalized for the lookup. Stations and neighborhoods of the
 * vocabulary are left out. Empty for most queries.
 */
export function landmarkPhrases(query: string, { phrases }: Vocabulary): string[] {
  const words = splitWords(query).slice(0, WORDS_MAX);
  const isKnownLocation = (phrase: string) => {
    const meanings = phrases.get(phrase);
    return meanings?.station !== undefined || meanings?.condition?.kind === "neighborhood";
  };
  return [...words.keys()]
    .filter((at) => (followsNear(words, at) || followsWalk(words, at)) && !/^(?:the|me|my)$/.test(wordAt(words, at)))
    .flatMap((at) => {
      const counts = Array.from({ length: Math.min(LANDMARK_WORDS_MAX, words.length - at) }, (_, more) => more + 1);
      return counts.map((count) => phraseAt(words, at, count));
    })
    .filter((phrase) => !isKnownLocation(phrase) && !FILLERS.has(phrase))
    .slice(0, LANDMARK_PHRASES_MAX);
}

/**
 * "Archives", "Waterfront" and "Georgia Ave" alone don't mean a station, unlike "Metro Center" and "Farragut North".
 */
function isCommonName(words: readonly QueryWord[], at: number, count: number): boolean {
  return count === 1 || /^(?:ave|avenue|road)$/.test(wordAt(words, at + count - 1));
}

function followsPreposition(words: readonly QueryWord[], at: number): boolean {
  const before = wordAt(words, at - 1) === "the" ? at - 2 : at - 1;
  return /^(?:near|by|from|around|at|to|of)$/.test(wordAt(words, before));
}

/** Counts the words of "walking distance of" before a station. It means the same as "near". */
function countWalkingDistanceWords(words: readonly QueryWord[], at: number): number {
  const lead = wordAt(words, at) === "within" ? 1 : 0;
  if (phraseAt(words, at + lead, 2) !== "walking distance") return 0;
  return lead + 2 + Number(/^(?:of|from|to)$/.test(wordAt(words, at + lead + 2)));
}

/** Counts the words of "metro", "metro station", "station" or "metro stop" after a station's name. */
function countStationSuffix(words: readonly QueryWord[], at: number): number {
  if (/^(?:metro|subway|metrorail) (?:station|stop)$/.test(phraseAt(words, at, 2))) return 2;
  return /^(?:metro|subway|metrorail|station|stop)$/.test(wordAt(words, at)) ? 1 : 0;
}

function matchNearMe(words: readonly QueryWord[], at: number): Match | null {
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

function matchPhrase(words: readonly QueryWord[], at: number, vocabulary: Vocabulary): Match | null {
  // A number before a street name makes it an address: "1322 14th Street", "14th and U".
  const isAddress = /^\d+$/.test(wordAt(words, at - 1));
  for (let count = Math.min(vocabulary.longestPhraseWords, words.length - at); count > 0; count -= 1) {
    const condition = vocabulary.phrases.get(phraseAt(words, at, count))?.condition;
    if (condition === undefined || (isAddress && condition.kind === "neighborhood")) continue;
    return { condition, words: count };
  }
  const quadrant = QUADRANT_WORDS.get(wordAt(words, at));
  return quadrant === undefined || isAddress ? null : { condition: { kind: "quadrant", quadrant }, words: 1 };
}

function wordAt(words: readonly QueryWord[], at: number): string {
  return words[at]?.normalized ?? "";
}

function phraseAt(words: readonly QueryWord[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ normalized: plain }) => plain)
    .join(" ");
}
