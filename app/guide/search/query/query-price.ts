import type { ConditionMatch } from "./query-conditions.ts";
import { phraseAt, type QueryWord, wordAt } from "./query-words.ts";

const DOLLARS = ["$", "$$", "$$$", "$$$$"] as const;

/** A Map, because a record would also contain "constructor". */
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
    expensive: ["$$$", "$$$$"],
    pricey: ["$$$", "$$$$"],
    fancy: ["$$$", "$$$$"],
    upscale: ["$$$", "$$$$"],
    "high end": ["$$$", "$$$$"],
    splurge: ["$$$", "$$$$"],
  }),
);

/** Matches "cheap", "under $$$", "$$ or less", "free admission". */
export function matchPrice(words: readonly QueryWord[], at: number): ConditionMatch | null {
  for (const count of [2, 1]) {
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
  "child",
  "kid",
  "kids",
  "fat",
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
