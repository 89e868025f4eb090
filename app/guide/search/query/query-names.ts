import { brandType } from "./brands.ts";
import { type Condition, LOCATION_KINDS } from "./query-conditions.ts";
import type { QueryWord } from "./query-words.ts";

/** A place's name rarely has more words. One word may be the first of any sentence. */
const NAME_WORDS = { min: 2, max: 5 };

/** These stay small in a name: "Busboys and Poets". */
const SMALL_WORDS = new Set("a an and at by de for from in n of on or the to with".split(" "));

/** `conditions`: what the query says if it is no name. `isText`, `isKnown`: whether each word is in none of them, and known. */
type NameHints = { conditions: readonly Condition[]; isText: readonly boolean[]; isKnown: readonly boolean[] };

/** "Best Dumplings", "Where To Eat", "1322 14th Street". */
const NEVER_A_NAME =
  /^\W*(?:best|top|any|some|find|where|what|which|who|how)\b|^\d+ .*\b(?:street|st|avenue|ave|road|rd)\W*$/i;

/**
 * Whether a query looks like a name of a place: two to five words with a capital each, as "Compass Rose" and "Free State".
 *
 * People also capitalize what they need ("Thai Food", "Pizza Dupont Circle"). So it is no name if every word was
 * understood, unless that is just a time, without "open", and a type of place ("Late Night Pizza", "Tuesday Morning", but
 * not "24 Hour Pharmacy"); nor
 * if the only thing understood is where, at the end ("Kramers Dupont Circle"); nor a question, an address or capitals alone.
 */
export function isLikeName(
  query: string,
  words: readonly QueryWord[],
  { conditions, isText, isKnown }: NameHints,
): boolean {
  if (words.length < NAME_WORDS.min || words.length > NAME_WORDS.max) return false;
  if (NEVER_A_NAME.test(query) || !isCapitalized(query, words)) return false;
  if (isKnown.every(Boolean)) return isBareTime(query, conditions);
  const isOnlyLocation =
    conditions.length > 0 && conditions.every(({ kind }) => LOCATION_KINDS.has(kind) && kind !== "landmark");
  return !(isOnlyLocation && isText.at(0) === true && isText.at(-1) === false);
}

/** Whether each word begins with a capital or a digit, as in "Bar Louie". All capitals are no name. */
export function isCapitalized(query: string, words: readonly QueryWord[]): boolean {
  const isWritten = ({ normalized, from }: QueryWord) =>
    SMALL_WORDS.has(normalized) || /^[\p{Lu}\p{N}]/u.test(query.slice(from));
  return query !== query.toUpperCase() && words.every(isWritten);
}

function isBareTime(query: string, conditions: readonly Condition[]): boolean {
  const kinds = conditions.map(({ kind }) => kind);
  const isTime = kinds.includes("open") && kinds.every((kind) => kind === "open" || kind === "type");
  const isAlways = conditions.some((condition) => condition.kind === "open" && condition.when.kind === "all-day");
  return isTime && (!isAlways || brandType(query) !== null) && !/\b(?:open|close)/i.test(query);
}
