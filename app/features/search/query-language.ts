import type { Quadrant } from "#app/features/places/place.ts";

import { matchOpen } from "./query-hours.ts";
import type { Condition } from "./query-conditions.ts";
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

/**
 * Understands a query in the words people use: "cheap thai open now near dupont". Longest phrases first, from left to
 * right; each kind of condition is taken once, but for attributes. What is not understood stays text, and so does all of
 * what is a place's name (`isName`: the caller knows), unless it is what a whole kind or neighborhood is called. Never throws.
 */
export function parseQuery(
  query: string,
  vocabulary: Vocabulary,
  { isName }: { isName: boolean } = { isName: false },
): ParsedQuery {
  const words = wordsOf(query);
  const isOneThing = vocabulary.phrases.get(phraseAt(words, 0, words.length))?.condition !== undefined;
  const understood = isName && !isOneThing ? [] : words.slice(0, WORDS_MAX);
  const said: SaidCondition[] = [];
  const isText = words.map(() => true);
  for (let at = 0; at < understood.length;) {
    const match = matchAt(understood, at, vocabulary);
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
  const rest = words.filter((_, index) => isText[index]);
  const telling = tellingText(query, rest, said.length > 0);
  return { text: said.length === 0 ? textOf(query, words) : telling, telling, said };
}

/** The query without the words of one condition, for the link on its chip. */
export function withoutCondition(query: string, { from, to }: SaidCondition): string {
  return `${query.slice(0, from)} ${query.slice(to)}`.replaceAll(/\s+/g, " ").trim();
}

/** Words that say nothing once something else is understood: "the best pizza places in Shaw" asks for pizza in Shaw. */
const FILLERS = new Set(
  "a an the and or of for to with that is are i im want need looking find me some any best good great nice place places spot spots where can get have has in at on near around by dc washington please show".split(
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

function matchAt(words: readonly Word[], at: number, vocabulary: Vocabulary): Match | null {
  return (
    matchOpen(words, at) ??
    matchRating(words, at) ??
    matchPrice(words, at) ??
    matchWalk(words, at, vocabulary) ??
    matchNearMe(words, at) ??
    matchPhrase(words, at, vocabulary)
  );
}

/** Attributes add up; of everything else a second mention stays text. */
function isSaidAlready(condition: Condition, said: readonly SaidCondition[]): boolean {
  return said.some(({ condition: other }) =>
    condition.kind === "attribute"
      ? other.kind === "attribute" && other.attribute === condition.attribute
      : placeKind(other.kind) === placeKind(condition.kind),
  );
}

/** A query stands in one place: of "Dupont near Metro Center" the second stays text. */
function placeKind(kind: Condition["kind"]): string {
  return kind === "station" || kind === "near-me" ? "neighborhood" : kind;
}

const PLACE_LEADS = new Set(["in", "near", "around", "by", "at", "from", "close", "to", "the", "within", "off"]);
const ATTRIBUTE_LEADS = new Set(["with", "has", "good", "for"]);
const NO_LEADS = new Set<string>();

function leadsOf({ kind }: Condition): ReadonlySet<string> {
  if (kind === "attribute") return ATTRIBUTE_LEADS;
  return placeKind(kind) === "neighborhood" ? PLACE_LEADS : NO_LEADS;
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

/** "French restaurant" and "Ethiopian food" are what "French" and "Ethiopian" are already. */
function trailingWords(words: readonly Word[], at: number, { kind }: Condition): number {
  return kind === "type" && /^(?:restaurants?|food|cuisine|eats|dining)$/.test(wordAt(words, at)) ? 1 : 0;
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

const PRICE_WORDS: Record<string, readonly (typeof DOLLARS)[number][]> = {
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
};

function matchPrice(words: readonly Word[], at: number): Match | null {
  for (const count of [3, 2, 1]) {
    const prices = PRICE_WORDS[phraseAt(words, at, count)];
    if (prices !== undefined && at + count <= words.length)
      return { condition: { kind: "price", prices: [...prices] }, words: count };
  }
  if (wordAt(words, at) === "free" && !FREE_OF.has(wordAt(words, at - 1)))
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

/** "free entry" and "free admission" are one thing said in two words. */
function freeWords(words: readonly Word[], at: number): number {
  return /^(?:entry|admission|entrance)$/.test(wordAt(words, at + 1)) ? 2 : 1;
}

/** 1 to 4; 0 for what is no row of dollar signs. */
function dollars(word: string): number {
  return /^\${1,4}$/.test(word) ? word.length : 0;
}

/** "5 min walk from U Street metro", "within 10 minutes of Metro Center", "near Metro Center", "Waterfront station". */
function matchWalk(words: readonly Word[], at: number, vocabulary: Vocabulary): Match | null {
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
  if (minutes === null) next = at + walkingDistanceWords(words, at);
  else while (/^(?:walk|walking|on|foot|from|of|to|away|the)$/.test(wordAt(words, next))) next += 1;
  if (minutes !== null && wordAt(words, next) === "me")
    return { condition: { kind: "near-me", minutes }, words: next + 1 - at };
  for (let count = Math.min(vocabulary.longest, words.length - next); count > 0; count -= 1) {
    const meanings = vocabulary.phrases.get(phraseAt(words, next, count));
    if (meanings?.station === undefined) continue;
    const suffix = suffixWords(words, next + count);
    // "U Street" alone is the neighborhood; what only a station is called needs no "metro".
    const isNamed = minutes !== null || suffix > 0 || meanings.condition === undefined;
    if (!isNamed) return null;
    return { condition: { kind: "station", ...meanings.station, minutes }, words: next + count + suffix - at };
  }
  return null;
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

const QUADRANT_WORDS: Record<string, Quadrant> = {
  nw: "NW",
  northwest: "NW",
  ne: "NE",
  northeast: "NE",
  sw: "SW",
  southwest: "SW",
  se: "SE",
  southeast: "SE",
};

function matchPhrase(words: readonly Word[], at: number, vocabulary: Vocabulary): Match | null {
  // "1322 14th Street" and "14th and U" are addresses: a number before a street's name says so.
  const isAddress = /^\d+$/.test(wordAt(words, at - 1));
  for (let count = Math.min(vocabulary.longest, words.length - at); count > 0; count -= 1) {
    const condition = vocabulary.phrases.get(phraseAt(words, at, count))?.condition;
    if (condition === undefined || (isAddress && condition.kind === "neighborhood")) continue;
    return { condition, words: count };
  }
  const quadrant = QUADRANT_WORDS[wordAt(words, at)];
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
