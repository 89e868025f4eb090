import type { Point } from "#app/guide/places/place.ts";

import type { Condition, ConditionMatch } from "./query-conditions.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { FILLERS, PARSED_WORDS_MAX, phraseAt, type QueryWord, splitWords, wordAt } from "./query-words.ts";

/** A place named after "near". */
export type Landmark = { name: string; point: Point };

/** What the words of a location can name. Landmarks by their normalized words. */
export type LocationNames = { vocabulary: Vocabulary; landmarks: ReadonlyMap<string, Landmark> };

/**
 * Matches "5 min walk from U Street metro", "within 10 minutes of Metro Center", "near Metro Center", "Waterfront
 * station", "near metro". A walk from a neighborhood without a station of its name is the neighborhood.
 */
export function matchWalk(
  words: readonly QueryWord[],
  at: number,
  { vocabulary, landmarks }: LocationNames,
): ConditionMatch | null {
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
  if (next === at && !followsNear(words, at) && !followsWalk(words, at)) return null;
  const metro = matchAnyStation(words, next);
  if (metro > 0) {
    const stations = vocabulary.stations.map(({ point }) => point);
    return {
      condition: { kind: "near-metro", minutes: minutes ?? METRO_MINUTES, stations },
      words: next + metro - at,
    };
  }
  for (let count = Math.min(LANDMARK_WORDS_MAX, words.length - next); count > 0; count -= 1) {
    const landmark = landmarks.get(phraseAt(words, next, count));
    if (landmark !== undefined)
      return { condition: { kind: "landmark", ...landmark, minutes }, words: next + count - at };
  }
  return next === at ? null : matchNeighborhood(words, { at, next }, vocabulary);
}

/** "Near metro" is a walk that people take without a thought. */
const METRO_MINUTES = 10;

/** Counts the words of "metro", "a metro station", "the metro". */
function matchAnyStation(words: readonly QueryWord[], at: number): number {
  const article = Number(/^(?:a|an|any|the)$/.test(wordAt(words, at)));
  const count = /^(?:metro|subway|metrorail)$/.test(wordAt(words, at + article)) ? 1 : 0;
  if (count === 0) return 0;
  return article + count + Number(/^(?:stations?|stops?|line)$/.test(wordAt(words, at + article + count)));
}

function matchNeighborhood(
  words: readonly QueryWord[],
  { at, next }: { at: number; next: number },
  { phrases, longestPhraseWords }: Vocabulary,
): ConditionMatch | null {
  for (let count = Math.min(longestPhraseWords, words.length - next); count > 0; count -= 1) {
    const condition = phrases.get(phraseAt(words, next, count))?.condition;
    if (condition?.kind === "neighborhood") return { condition, words: next + count - at };
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
export function landmarkPhrases(query: string, { phrases }: Pick<Vocabulary, "phrases">): string[] {
  const words = splitWords(query).slice(0, PARSED_WORDS_MAX);
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

/** Matches "near me", "nearby", "closest". */
export function matchNearMe(words: readonly QueryWord[], at: number): ConditionMatch | null {
  const nearMe: Condition = { kind: "near-me", minutes: null };
  if (/^(?:near|around|by) me$/.test(phraseAt(words, at, 2))) return { condition: nearMe, words: 2 };
  if (/^(?:close to me|near my location|around my location)$/.test(phraseAt(words, at, 3)))
    return { condition: nearMe, words: 3 };
  return /^(?:nearby|closest|nearest)$/.test(wordAt(words, at)) ? { condition: nearMe, words: 1 } : null;
}
