import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { countByIndex } from "../candidates/count-matches.server.ts";
import { type Directory, loadDirectory } from "../candidates/directory.server.ts";
import { suggestPlacesOfType } from "../candidates/suggest-places-of-type.server.ts";
import { searchPath } from "../page/search-request.ts";
import { parseQuery } from "../query/parse-query.ts";
import { normalizePhrase } from "../query/query-words.ts";
import { isEnglishWord } from "../spelling/english-words.server.ts";
import { languageTerms } from "../spelling/query-spelling.server.ts";
import { guessWords } from "../spelling/spelling.ts";
import { suggestSimilarNames } from "../spelling/suggest-similar-names.server.ts";
import { type MatchedSearch, matchSearches, matchSearchesInNeighborhoods } from "./match-searches.ts";
import { NamedEntry, withDetails, withoutRepeatedEntries } from "./named-entry.server.ts";
import type { SuggestedKind, Suggestion } from "./suggestion.ts";

/** The length of the stored words, longer than any name. */
const LETTERS_MAX = 60;

/** Up to this many names are sorted. With more, the most popular are searched as well. */
const SORTED_MAX = 400;

/**
 * The number of names read that start with the same four letters, most popular first. Of a million places thousands
 * start alike, and sorting them all took seconds from a cold disk.
 */
const BEST_KNOWN_MAX = 240;

/** Reads more than requested, because a name may match by two of its words and a guide may not be published yet. */
const SPARE_FACTOR = 3;

/** The searches whose places are counted. */
const SEARCHES_COUNTED_MAX = 8;

/** A search that finds one place is suggested only for a whole phrase: the place itself is the better suggestion. */
const PLACES_MIN = 2;

/** Neighborhoods come before a search that finds fewer places, unless a whole phrase was typed: "geo" is no Georgian food. */
const COMMON_PLACES_MIN = 30;

/** How many of each kind come first, in this order. The rest of the list is filled with the most popular names. */
const SHARES: Record<SuggestedKind, number> = { search: 3, category: 1, neighborhood: 2, place: 2, guide: 1 };

/**
 * Suggestions for the typed letters: searches for a type, neighborhoods, places and guides. Names match at the start of any
 * of their words, most popular first, ignoring case and accents. At most four statements, served by
 * search_suggestions_words and search_suggestions_1 to _4, place_search_doc, and the indexes of similar words.
 */
export async function suggest(
  db: Database,
  { text, limit }: { text: string; limit: number },
  moment: PageContext,
): Promise<Suggestion[]> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const directory = await loadDirectory(db, { searched: { letters: normalizePhrase(text), now: moment.now } });
  const input = { text, limit: limit * SPARE_FACTOR, moment };
  const names = await readNames(db, suggestionsQuery({ text, limit }), moment);
  const typed = matchTyped(text, directory);
  if (names.length > 0 || typed.length > 0) {
    const searches = await countSearches(db, typed, directory);
    const others = names.length > 0 ? names : await suggestPlacesOfType(db, input);
    return arrange(searches, others, limit);
  }
  const guessed = guessSearches(text, directory);
  if (guessed.length > 0) {
    const searches = await countSearches(db, guessed, directory);
    return arrange(searches, await suggestSimilarNames(db, input), limit);
  }
  const ofType = await suggestPlacesOfType(db, input);
  return arrange([], ofType.length > 0 ? ofType : await suggestSimilarNames(db, input), limit);
}

function matchTyped(text: string, { vocabulary }: Directory): MatchedSearch[] {
  const searches = matchSearches(text, vocabulary);
  return searches.length > 0 ? searches : matchSearchesInNeighborhoods(text, vocabulary);
}

/** The searches for the likeliest correction. A word of English is spelled right. */
function guessSearches(text: string, { vocabulary }: Directory): MatchedSearch[] {
  const plain = text.toLowerCase();
  const [guess] = isEnglishWord(plain) ? [] : guessWords(plain, languageTerms(vocabulary));
  if (guess === undefined) return [];
  return matchSearches(guess.term, vocabulary).filter(({ closeness }) => closeness === 0);
}

type CountedSearch = { suggestion: Suggestion; isFirst: boolean };

/** The searches that find places, closest first, then those that most people searched for, then the largest, with their number if it is known. */
async function countSearches(
  db: Database,
  matched: readonly MatchedSearch[],
  directory: Directory,
): Promise<CountedSearch[]> {
  const searchedFor = ({ query }: MatchedSearch) => directory.searched.get(query.toLowerCase()) ?? 0;
  const searches = matched
    .toSorted((a, b) => a.closeness - b.closeness || searchedFor(b) - searchedFor(a))
    .slice(0, SEARCHES_COUNTED_MAX);
  if (searches.length === 0) return [];
  const counts = await countByIndex(
    db,
    searches.map(({ query }) => parseQuery(query, directory.vocabulary)),
    directory,
  );
  return searches
    .map((search, index) => ({ ...search, places: counts[index] ?? null }))
    .filter(({ places, closeness }) => places === null || places >= (closeness === 0 ? 1 : PLACES_MIN))
    .toSorted(
      (a, b) =>
        a.closeness - b.closeness ||
        searchedFor(b) - searchedFor(a) ||
        Number(b.isCounted) - Number(a.isCounted) ||
        (b.places ?? Infinity) - (a.places ?? Infinity),
    )
    .map(({ places, ...search }) => ({
      suggestion: {
        kind: "search",
        label: search.label,
        detail: places === null || !search.isCounted ? "" : pluralize(places, "place"),
        path: searchPath({ query: search.query }),
      },
      isFirst: search.closeness === 0 || searchedFor(search) > 0 || (places ?? Infinity) >= COMMON_PLACES_MIN,
    }));
}

/**
 * Up to their share of each kind, then the most popular names of the rest, kind by kind. Branches of a chain come once, and
 * again where there is room.
 */
function arrange(searches: readonly CountedSearch[], names: readonly NamedEntry[], limit: number): Suggestion[] {
  const isRepeated = ({ label }: NamedEntry, at: number) => names.findIndex((name) => name.label === label) < at;
  const branches = names.filter(isRepeated);
  const found: Suggestion[] = [
    ...searches.map(({ suggestion }) => suggestion),
    ...[...names.filter((name) => !branches.includes(name)), ...branches].map(toSuggestion),
  ];
  const groups = Map.groupBy(found, ({ kind }) => kind);
  const order: SuggestedKind[] = searches.some(({ isFirst }) => isFirst)
    ? ["search", "category", "neighborhood", "place", "guide"]
    : ["category", "neighborhood", "search", "place", "guide"];
  const first = order.flatMap((kind) => (groups.get(kind) ?? []).slice(0, SHARES[kind]));
  const rest = found.filter((each) => each.kind !== "search" && !first.includes(each));
  const chosen = new Set([...first, ...rest].slice(0, limit));
  return order.flatMap((kind) => (groups.get(kind) ?? []).filter((each) => chosen.has(each)));
}

async function readNames(db: Database, names: SQL, moment: PageContext): Promise<NamedEntry[]> {
  const { rows } = z
    .object({ rows: z.array(NamedEntry) })
    .parse(
      await db.execute(
        sql`${withDetails(names, { columns: sql``, moment })} order by found.weight desc, found.label, found.slug`,
      ),
    );
  return withoutRepeatedEntries(rows);
}

function toSuggestion({ kind, slug, label, otherName, type, neighborhood }: NamedEntry): Suggestion {
  const detail = {
    place: `${otherName === null ? "" : `also ${otherName} · `}${type} · ${neighborhood}`,
    guide: "Guide",
    neighborhood: "Neighborhood",
    category: "Category",
  }[kind];
  return { kind, label, detail, path: pathOf(kind, slug) };
}

/**
 * The statement that finds the names, to run or to explain. For up to four letters an index has them in order of
 * popularity; for more, few names are left to sort.
 */
export function suggestionsQuery({ text, limit }: { text: string; limit: number }): SQL {
  const letters = sql`left(search_plain(${text}), ${LETTERS_MAX})`;
  const starts = sql`s.words >= ${letters} and s.words < ${letters} || chr(1114111)`;
  const isMany = sql`(select count(*) from few) = ${SORTED_MAX}`;
  const byLetters = (count: 1 | 2 | 3 | 4, where: SQL) => sql`
    (select s.kind, s.slug, s.label, s.weight from search_suggestions s
     where left(s.words, ${sql.raw(String(count))}) = left(${letters}, ${sql.raw(String(count))}) and ${where}
     order by s.weight desc limit ${limit * SPARE_FACTOR})`;
  const bestKnown = sql`
    (select b.kind, b.slug, b.label, b.weight from (
      select s.kind, s.slug, s.label, s.weight, s.words from search_suggestions s
      where left(s.words, 4) = left(${letters}, 4) and length(${letters}) > 4 and ${isMany}
      order by s.weight desc limit ${BEST_KNOWN_MAX}) b
     where left(b.words, length(${letters})) = ${letters})`;
  return sql`
    with few as materialized (
      select s.kind, s.slug, s.label, s.weight from search_suggestions s
      where length(${letters}) > 4 and ${starts} order by s.words limit ${SORTED_MAX}
    )
    select kind, slug, label, max(weight) as weight from (
      select * from few
      union all ${byLetters(1, sql`length(${letters}) = 1`)}
      union all ${byLetters(2, sql`length(${letters}) = 2`)}
      union all ${byLetters(3, sql`length(${letters}) = 3`)}
      union all ${byLetters(4, sql`length(${letters}) = 4`)}
      union all ${bestKnown}
    ) as found
    group by kind, slug, label order by weight desc, label, slug limit ${limit * SPARE_FACTOR}`;
}

function pathOf(kind: NamedEntry["kind"], slug: string): string {
  if (kind === "category") return `/${slug}`;
  return `/${{ place: "places", guide: "posts", neighborhood: "neighborhood" }[kind]}/${slug}`;
}
