import { type SQL, sql } from "drizzle-orm";

import { PRICE_RANGES } from "#app/guide/places/place.ts";

import { isDish } from "./type-synonyms.ts";
import type { ParsedQuery } from "./parse-query.ts";
import { NEVER_CORRECTED_WORDS } from "./never-corrected-words.ts";
import { type Condition, wishOf } from "./query-conditions.ts";
import { splitWords } from "./query-words.ts";

/**
 * Where words count: in the facts of a place (name, type, whereabouts, first line, what guides say of it), or in its
 * description too.
 */
export type WordScope = "facts" | "anywhere";

/**
 * The condition as a tsquery on `doc`; null for conditions checked elsewhere. 0006-search.sql and 0008-search-facts.sql list
 * the lexemes.
 */
export function conditionTsquery(condition: Condition, scope: WordScope = "facts"): SQL | null {
  switch (condition.kind) {
    case "category":
      return anyLexeme([`_c:${condition.category}`]);
    case "type":
      return sql`(${anyLexeme(condition.types.map((type) => `_k:${type}`))} || ${typeWordsTsquery(condition, scope)})`;
    case "occasion":
      if (condition.onlyRanks === true) return null;
      return orNamePhrase(anyLexeme(condition.types.map((type) => `_k:${type}`)), condition.words);
    case "neighborhood":
      return anyLexeme([`_n:${condition.slug}`]);
    case "quadrant":
      return anyLexeme([`_q:${condition.quadrant}`]);
    case "price":
      if (condition.isNot === true) return null;
      return anyLexeme([
        ...condition.prices.map((price) => `_p:${price}`),
        ...(condition.prices.includes("Free") ? ["_a:freeEntry"] : []),
      ]);
    case "attribute":
      return condition.isNot === true ? null : anyLexeme([`_a:${condition.attribute}`]);
    case "except":
      return exceptTsquery(condition);
    case "station":
    case "landmark":
    case "near-me":
    case "near-metro":
    case "open":
    case "rating":
      return null;
  }
}

/** Cautious: a place that only mentions seafood isn't known to have none. */
function exceptTsquery({ of, isAlone }: Extract<Condition, { kind: "except" }>): SQL | null {
  if (of.kind !== "food") {
    const excluded = conditionTsquery(of, "anywhere");
    if (excluded === null) return null;
    const dishes = of.kind === "type" && of.dishes.length > 0 ? sql` || ${anyPhraseTsquery(of.dishes)}` : sql``;
    return sql`(!! (${excluded}${dishes}))`;
  }
  const served = sql`!! (${anyLexeme(of.types.map((type) => `_k:${type}`))} || ${anyPhraseTsquery(of.words)})`;
  const spared = sql`${anyLexeme(of.sparedTypes.map((type) => `_k:${type}`))} || ${anyPhraseTsquery(of.sparedWords)}`;
  const isSpared = of.sparedTypes.length + of.sparedWords.length > 0;
  const safe = isSpared ? sql`(${served} || ${spared})` : sql`(${served})`;
  return isAlone === true ? sql`(${anyLexeme(["_c:food"])} && ${safe})` : safe;
}

/** Any of the phrases, anywhere in the texts. */
function anyPhraseTsquery(phrases: readonly string[]): SQL {
  return sql`websearch_to_tsquery('english', unaccent(${phrases.map((phrase) => `"${phrase}"`).join(" or ")}))`;
}

/**
 * A tsquery that leaves out the places known not to meet a condition on price or features; null for other conditions. Use
 * it beside others: alone it reads the whole index.
 */
export function possibleTsquery(condition: Condition): SQL | null {
  if (condition.kind === "attribute") return not([`${condition.isNot === true ? "_a" : "_x"}:${condition.attribute}`]);
  if (condition.kind !== "price") return null;
  const { prices } = condition;
  if (condition.isNot === true) return not(prices.map((price) => `_p:${price}`));
  const others = PRICE_RANGES.filter((price) => !prices.includes(price)).map((price) => `_p:${price}`);
  if (!prices.includes("Free")) return not(others);
  return sql`(${anyLexeme(["_a:freeEntry", "_p:Free"])} || ${not([...others, "_x:freeEntry"])})`;
}

/** Where people go out at an hour of the day, or of the evening. */
export function outingTsquery(isEvening: boolean): SQL {
  return anyLexeme(isEvening ? EVENING_LEXEMES : ["_c:food", "_c:entertainment"]);
}

const EVENING_LEXEMES = [
  "_c:food",
  "_c:nightlife",
  ...["Theater", "Movie theater", "Concert hall", "Arena", "Bowling", "Venue", "Boat tour"].map((type) => `_k:${type}`),
];

function not(lexemes: readonly string[]): SQL {
  return sql`(!! ${anyLexeme(lexemes)})`;
}

function typeWordsTsquery({ words, namesIn }: Extract<Condition, { kind: "type" }>, scope: WordScope): SQL {
  if (namesIn === undefined) {
    const phrase = sql`phraseto_tsquery('english', unaccent(${words}))`;
    const said = scope === "anywhere" ? phrase : sql`(${factWordsTsquery(words)} && ${phrase})`;
    // A gate that stands in "a Chinatown with few Chinese residents" serves no Chinese food.
    return isDish(words) ? sql`(${anyLexeme(["_c:food", "_c:nightlife", "_c:shopping"])} && ${said})` : said;
  }
  return sql`(${anyLexeme([`_c:${namesIn}`])} && ${nameWordsTsquery(words)})`;
}

/** Or the words side by side in a name. A single word is too little: "with views" would find Park View. */
function orNamePhrase(kinds: SQL, words: string): SQL {
  const phrase = sql`phraseto_tsquery('english', unaccent(${words}))`;
  const inName = sql`regexp_replace(${phrase}::text, '''( |$)', ''':A\\1', 'g')::tsquery`;
  return sql`coalesce(${kinds} || case when numnode(${phrase}) > 1 then ${inName} end, ${kinds})`;
}

function anyLexeme(lexemes: readonly string[]): SQL {
  const quoted = lexemes.map((lexeme) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`);
  return sql`${quoted.join(" | ")}::tsquery`;
}

/** All words of a text. Quotes and minus signs work as in web search. */
export function allWordsTsquery(text: string): SQL {
  return sql`websearch_to_tsquery('english', unaccent(${text}))`;
}

/**
 * All words of a text anywhere; two words must stand side by side: "cocktails in the afternoon instead of tea" is no afternoon
 * tea.
 */
export function mentionTsquery(text: string): SQL {
  return splitWords(text).length === 2 ? sql`phraseto_tsquery('english', unaccent(${text}))` : allWordsTsquery(text);
}

/** All words of a text in the facts of a place, by the lexemes `_f:word`. */
export function factWordsTsquery(text: string): SQL {
  return prefixedWordsTsquery(text, "_f:");
}

/**
 * Any word of a text in the facts of a place. One in a description doesn't count: a hospital that "dates from 1870" is no
 * result for "date night".
 */
export function anyWordTsquery(text: string): SQL {
  return sql`replace(${factWordsTsquery(text)}::text, ' & ', ' | ')::tsquery`;
}

/** Words of the query language that were left over mean little: "night" and "tuesday" in "trivia night tuesday". */
const LITTLE_WORDS = new Set(NEVER_CORRECTED_WORDS);
const LITTLE_WEIGHT = 0.5;

/** More places with a word than this make it no commoner. */
const WORD_COUNTED_MAX = 1_000;

/**
 * Rows of the words of a text as tsqueries `word`, each with its `weight`: the fewer places have it among their facts, the more
 * it means. Served by place_search_doc, once per word.
 *
 * @param places The number of places.
 */
export function weightedWords(text: string, places: number): SQL {
  const little = splitWords(text).flatMap(({ normalized }) => (LITTLE_WORDS.has(normalized) ? [normalized] : []));
  return sql`(
    select quote_literal(lexeme)::tsquery as word,
      case when lexeme = any(tsvector_to_array(to_tsvector('english', ${little.join(" ")}))) then ${LITTLE_WEIGHT}::float8
      else ln(1 + ${places}::float8 / greatest(1, (
        select count(*) from (select from place_search where doc @@ quote_literal('_f:' || lexeme)::tsquery limit ${WORD_COUNTED_MAX}::bigint) as holders
      ))) end as weight
    from unnest(tsvector_to_array(to_tsvector('english', unaccent(${text})))) as lexeme)`;
}

/**
 * What a place must say among its facts to be known to serve the meal or to have what the occasion asks for, unless it is of a
 * kind that always does; null: nothing is asked for.
 */
export function wishTsquery(conditions: readonly Condition[]): SQL | null {
  const wishes = conditions.flatMap((condition) => {
    const wish = wishOf(condition);
    if (wish === null) return [];
    const said = wish.words.map(factWordsTsquery);
    const kinds = wish.types.length === 0 ? [] : [anyLexeme(wish.types.map((type) => `_k:${type}`))];
    return [sql`(${sql.join([...said, ...kinds], sql` || `)})`];
  });
  return wishes.length === 0 ? null : sql.join(wishes, sql` && `);
}

/**
 * All words of the query in the name, by the lexemes `_w:word`. Matches nothing if the query has no word, or only names a
 * trade or an occasion: Roofers Union is no roofer, and Capitol View Library is not "with a view". Nor if it denies
 * something: S Street Dog Park is not "park no dogs".
 */
export function nameTsquery({ typed, freeText, conditions }: ParsedQuery): SQL {
  const isTradeOrOccasion = conditions.some(
    ({ condition }) => condition.kind === "occasion" || (condition.kind === "type" && condition.namesIn !== undefined),
  );
  const isDenied = conditions.some(
    ({ condition }) => condition.kind === "except" || ("isNot" in condition && condition.isNot === true),
  );
  return nameWordsTsquery((isTradeOrOccasion && freeText === "") || isDenied ? "" : typed);
}

function nameWordsTsquery(words: string): SQL {
  return prefixedWordsTsquery(words, "_w:");
}

/** These lexemes have no positions, so the parts of "half-smoke" needn't follow each other. */
function prefixedWordsTsquery(words: string, prefix: "_w:" | "_f:"): SQL {
  const plain = sql`replace(plainto_tsquery('english', unaccent(${words}))::text, '<->', '&')`;
  return sql`regexp_replace(${plain}, '(^| )''', ${`\\1'${prefix}`}, 'g')::tsquery`;
}
