import type { Quadrant } from "#app/guide/places/place.ts";

import { matchAvoidedFood } from "./avoided-foods.ts";
import { countDenialWords, countNeededWords, deny, matchNoStairs, negationStart } from "./query-negation.ts";
import { isClearDay, matchDayPhrase, matchOpenPhrase } from "./query-hours.ts";
import { conditionLabel } from "./condition-label.ts";
import { type Condition, type ConditionMatch, isProximityCondition, LOCATION_KINDS } from "./query-conditions.ts";
import { matchHoliday } from "./holiday-phrases.ts";
import { isLikeName } from "./query-names.ts";
import { matchPrice } from "./query-price.ts";
import { matchRating } from "./query-rating.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { type Landmark, type LocationNames, matchNearMe, matchWalk } from "./query-walk.ts";
import { FILLERS, PARSED_WORDS_MAX, phraseAt, type QueryWord, splitWords, wordAt } from "./query-words.ts";

/** A condition and the part of the query that said it, so that a chip can remove those words. */
export type ConditionSpan = { condition: Condition; from: number; to: number };

export type ParsedQuery = {
  /** The whole query as typed. */
  typed: string;
  /**
   * The words that are not part of a condition and deny none, as typed, with single spaces; the whole query if there are no
   * conditions.
   */
  text: string;
  /** `text` without filler words: what the full-text search looks for. */
  freeText: string;
  /** In the order of the query. */
  conditions: ConditionSpan[];
  /** It may be the name of a place that isn't listed, and nothing in it was read as a condition. */
  looksLikeName?: true;
};

/** What the caller knows about the query from the database. */
export type QueryContext = {
  /** The whole query is a place's name and stays text, unless it is also the name of a type or neighborhood. */
  isName?: boolean;
  /** Places named after "near", by their normalized words. */
  landmarks?: ReadonlyMap<string, Landmark>;
  /** Whether what looks like a name ("Late Night Pizza") stays text. Defaults to true. */
  readsNames?: boolean;
};

const NO_LANDMARKS: ReadonlyMap<string, Landmark> = new Map();

/**
 * Parses a query in everyday words: "cheap thai open now near dupont". Longest phrases first, from left to right. Each
 * kind of condition is read once, except attributes. A listing's whole name is always a name, and so is what looks like
 * one (`isLikeName`). Never throws.
 */
export function parseQuery(
  query: string,
  vocabulary: Vocabulary,
  { isName = false, landmarks = NO_LANDMARKS, readsNames = true }: QueryContext = {},
): ParsedQuery {
  const words = splitWords(query);
  const whole = vocabulary.phrases.get(phraseAt(words, 0, words.length))?.condition;
  const isPhrase = whole !== undefined && whole.kind !== "occasion";
  if (isName && !isPhrase) return asText(query, words);
  const { spans: readSpans, isText } = readConditions(words, { vocabulary, landmarks });
  const spans = settleKinds(readSpans);
  const conditions = spans.map(({ condition }) => condition);
  const isKnown = words.map(
    ({ normalized }, at) => isText[at] === false || FILLERS.has(normalized) || vocabulary.phrases.has(normalized),
  );
  if (readsNames && !isPhrase && isLikeName(query, words, { conditions, isText, isKnown }))
    return { ...asText(query, words), looksLikeName: true };
  if (spans.length === 0) return asText(query, words);
  const isKindNamed = conditions.some(({ kind }) => /^(?:category|type|occasion)$/.test(kind));
  const rest = words.filter(
    ({ normalized }, at) =>
      isText[at] === true && !FILLERS.has(normalized) && !(isKindNamed && addsNothingToKind(words, at)),
  );
  const text = textOf(query, rest);
  return { typed: query, text, freeText: text, conditions: spans };
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
  const isFoodMeant = !isKindNamed && settled.every(({ condition: { kind } }) => kind !== "occasion");
  return settled.map((span) => {
    const { condition } = span;
    if (condition.kind === "except" && condition.of.kind === "food" && isFoodMeant)
      return { ...span, condition: { ...condition, isAlone: true } };
    if (span.condition.kind !== "occasion") return span;
    const onlyRanks = isKindNamed ? { onlyRanks: true as const } : {};
    isKindNamed = true;
    return { ...span, condition: { ...span.condition, ...onlyRanks } };
  });
}

/**
 * "With a view", "for 8 people": few texts speak of a view, and none of a party's size, so these words leave out no place
 * of a kind.
 */
function addsNothingToKind(words: readonly QueryWord[], at: number): boolean {
  const isNumber = (position: number) => /^\d{1,2}$/.test(wordAt(words, position));
  if (/^(?:people|persons|guests)$/.test(wordAt(words, at))) return isNumber(at - 1);
  return /^views?$/.test(wordAt(words, at)) || (isNumber(at) && /^(?:for|of)$/.test(wordAt(words, at - 1)));
}

/** No conditions. If there are only fillers ("The Place", "dc"), they are the search. */
function asText(query: string, words: readonly QueryWord[]): ParsedQuery {
  const content = words.filter(({ normalized }) => !FILLERS.has(normalized));
  const freeText = textOf(query, content.length > 0 ? content : words);
  return { typed: query, text: textOf(query, words), freeText, conditions: [] };
}

function textOf(query: string, words: readonly QueryWord[]): string {
  return words.map(({ from, to }) => query.slice(from, to)).join(" ");
}

/** `isText`: whether each word is part of no condition. */
type ReadConditions = { spans: ConditionSpan[]; isText: boolean[] };

function readConditions(allWords: readonly QueryWord[], names: LocationNames): ReadConditions {
  const words = allWords.slice(0, PARSED_WORDS_MAX);
  const read: ReadConditions = { spans: [], isText: allWords.map(() => true) };
  for (let at = 0; at < words.length;) {
    const match = matchAt(words, at, names);
    if (match === null) {
      at += 1;
      continue;
    }
    const end = at + match.words + countTrailingWords(words, at + match.words, match.condition);
    const start = startWithLeadWords(words, at, match.condition, read.isText);
    const span = withNegation(words, { condition: match.condition, start, end }, { ...read, ...names });
    if (span.condition !== null && isRepeated(span.condition, read.spans)) {
      // "A date night with a romantic dinner" says one thing twice.
      const said = match.condition.kind === "occasion" ? match.words : 0;
      read.isText.fill(false, at, at + said);
      at += Math.max(1, said);
      continue;
    }
    addSpan(words, span, read);
    at = span.end;
  }
  const day = findDayCondition(words, read);
  if (day !== null) addSpan(words, day, read);
  read.spans.sort((a, b) => a.from - b.from);
  return read;
}

/** A condition and the positions of its words; null: words that say what a place is not. `end` is exclusive. */
type WordSpan<Read = Condition> = { condition: Read; start: number; end: number };

function addSpan(
  words: readonly QueryWord[],
  { condition, start, end }: WordSpan<Condition | null>,
  { spans, isText }: ReadConditions,
): void {
  const [first, last] = [words[start], words[Math.min(end, words.length) - 1]];
  if (first === undefined || last === undefined) return;
  if (condition !== null) spans.push({ condition, from: first.from, to: last.to });
  isText.fill(false, start, end);
}

/** The condition with the words that deny it, which may leave none. */
function withNegation(
  words: readonly QueryWord[],
  span: WordSpan,
  { isText, vocabulary }: Pick<ReadConditions, "isText"> & Pick<LocationNames, "vocabulary">,
): WordSpan<Condition | null> {
  const { condition, start, end } = span;
  if (condition.kind === "except") return span;
  const near = wordAt(words, start - 1) === "far" ? negationStart(words, start - 1, isText) : null;
  if (near !== null) return { condition, start: near, end };
  const from = negationStart(words, start, isText);
  const behind = countDenialWords(words, end);
  if (from === null && behind === 0) return span;
  const opposite = deny(condition, vocabulary);
  if (opposite === null) return from === null ? span : { condition: null, start: from, end };
  if (from === null) return { condition: opposite, start, end: end + behind };
  return { condition: opposite, start: from, end: end + countNeededWords(words, end) };
}

/**
 * Reads a day among the remaining words as an opening condition, if the query also says what is wanted ("sunday brunch",
 * "live music friday"). Beside a location or alone it must be a date or a part of a day: "friday night georgetown".
 */
function findDayCondition(words: readonly QueryWord[], { spans, isText }: ReadConditions): WordSpan | null {
  const kinds = spans.map(({ condition }) => condition.kind);
  if (kinds.includes("open")) return null;
  const isOnlyLocation = kinds.every((kind) => LOCATION_KINDS.has(kind));
  for (const start of words.keys()) {
    if (isText[start] !== true || negationStart(words, start, isText) !== null) continue;
    const next = isText.indexOf(false, start);
    const match = matchDayPhrase(words.slice(0, next === -1 ? words.length : next), start);
    if (match === null || (isOnlyLocation && !isClearDay(match))) continue;
    const isWhole = spans.length > 0 || match.words === words.length;
    return isWhole ? { condition: match.condition, start, end: start + match.words } : null;
  }
  return null;
}

/** Removes the words of one condition from the query, for the link on its chip. */
export function removeCondition(query: string, { from, to }: ConditionSpan): string {
  return `${query.slice(0, from)} ${query.slice(to)}`.replaceAll(/\s+/g, " ").trim();
}

function matchAt(words: readonly QueryWord[], at: number, names: LocationNames): ConditionMatch | null {
  const phrase = matchPhrase(words, at, names.vocabulary);
  const match =
    matchAvoidedFood(words, at, (from) => matchPhrase(words, from, names.vocabulary)?.words ?? 0) ??
    matchNoStairs(words, at) ??
    matchOpenPhrase(words, at) ??
    matchRating(words, at) ??
    matchPrice(words, at) ??
    matchWalk(words, at, names) ??
    matchNearMe(words, at);
  // "Cheap lunch" is an occasion, and no price beside a meal.
  const isOccasion = phrase?.condition.kind === "occasion" && phrase.words > (match?.words ?? 0);
  if (isOccasion) return phrase;
  // "Memorial day" is no memorial.
  const holiday = phrase === null ? null : matchHoliday(words, at, { hasLeadWord: false });
  return match ?? (holiday !== null && holiday.words > (phrase?.words ?? 0) ? null : phrase);
}

/** Attributes and occasions add up. A second condition of any other kind stays text. */
function isRepeated(condition: Condition, spans: readonly ConditionSpan[]): boolean {
  return spans.some(({ condition: other }) => conditionGroup(other) === conditionGroup(condition));
}

/** A query has one location: in "Dupont near Metro Center" the second one stays text. */
function conditionGroup(condition: Condition): string {
  if (condition.kind === "attribute") return `attribute ${condition.attribute}`;
  if (condition.kind === "occasion") return `occasion ${condition.slug}`;
  if (condition.kind === "except") return `except ${conditionLabel(condition)}`;
  return isProximityCondition(condition) ? "neighborhood" : condition.kind;
}

const LOCATION_LEAD_WORDS = new Set("in near around by at from close next across beside to the within off".split(" "));
const ATTRIBUTE_LEAD_WORDS = new Set("with has have take takes accept accepts good for free".split(" "));
/** "For someone with a peanut allergy". */
const AVOIDING_LEAD_WORDS = new Set(
  "with a an for someone somebody people person kid kids child friend who is are i im am my has have having severe".split(
    " ",
  ),
);
const NO_LEAD_WORDS = new Set<string>();

function leadWordsFor(condition: Condition): ReadonlySet<string> {
  if (condition.kind === "attribute") return ATTRIBUTE_LEAD_WORDS;
  if (condition.kind === "except") return AVOIDING_LEAD_WORDS;
  return LOCATION_KINDS.has(condition.kind) ? LOCATION_LEAD_WORDS : NO_LEAD_WORDS;
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

function matchPhrase(words: readonly QueryWord[], at: number, vocabulary: Vocabulary): ConditionMatch | null {
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
