import type { Database } from "#app/db/database.server.ts";

import { countFields, type Matches } from "../candidates/candidate.ts";
import { type CountingInput, countingSearches, countMatches } from "../candidates/count-matches.server.ts";
import { relaxFilters } from "../candidates/filter-candidates.ts";
import { matchEach, type MatchInput } from "../candidates/match-places.server.ts";
import { conditionLabel } from "../query/condition-label.ts";
import { type ConditionSpan, type ParsedQuery, removeCondition } from "../query/parse-query.ts";
import type { Condition } from "../query/query-conditions.ts";
import { changeSearchFilters, type SearchFilters } from "../query/search-filters.ts";
import { searchPath, type SearchRelaxation } from "./search-request.ts";

/** The most shortened queries of each form. They are counted together. */
const TRIED_MAX = { one: 6, two: 6, allButOne: 4 };

/** Parses a shortened query like the whole one. */
type Parse = (typed: string) => ParsedQuery;

/** A shorter query, and the label for what was removed from it or, with `isAlone`, is left. */
export type ShortenedQuery = { query: ParsedQuery; label: string; isAlone?: true };

/**
 * What may be removed when nothing matches, in steps, of which the first that brings places counts: one condition or, beside
 * conditions, the free text ("quiet dentist" when no dentist mentions quiet); then two conditions together; then all but one.
 * What a search is for stays: "laundromat mt pleasant" isn't helped by all of Mount Pleasant.
 */
export function shortenQuery(query: ParsedQuery, parse: Parse): ShortenedQuery[][] {
  const { typed, conditions: spans, freeText } = query;
  if (spans.length === 0) return [];
  const kinds = spans.filter(({ condition: { kind } }) => KINDS.has(kind));
  const others = spans.filter((span) => !kinds.includes(span));
  const pairs = others.flatMap((first, index) => others.slice(index + 1).map((second) => [first, second]));
  const wordsOf = (some: readonly ConditionSpan[]) => some.map(({ from, to }) => typed.slice(from, to)).join(" ");
  const alone = (kinds.length > 0 ? kinds : others).slice(0, TRIED_MAX.allButOne).map((only): ShortenedQuery => {
    return { query: parse(wordsOf([only])), label: conditionLabel(only.condition), isAlone: true };
  });
  const steps: ShortenedQuery[][] = [
    [
      ...others.slice(0, TRIED_MAX.one).map((span) => without(query, [span], parse)),
      ...(freeText === "" ? [] : [{ query: parse(wordsOf(spans)), label: freeText }]),
    ],
    pairs.slice(0, TRIED_MAX.two).map((pair) => without(query, pair, parse)),
    alone,
  ];
  return steps.map((step) => step.filter(({ query: shorter }) => isSearch(shorter)));
}

/** They say what a search is for. */
const KINDS: ReadonlySet<Condition["kind"]> = new Set(["type", "occasion"]);

/** Removals when the filters leave no match: of one filter, or of one condition of the query. One statement at most. */
export async function relaxFiltersOrConditions(
  db: Database,
  { query, parse, matches }: { query: ParsedQuery; parse: Parse; matches: Matches },
  input: CountingInput,
): Promise<SearchRelaxation[]> {
  const { filters, now } = input;
  const hrefWith = (change: Partial<SearchFilters>) =>
    searchPath({ query: query.typed, filters: changeSearchFilters(filters, change) });
  const spans = query.conditions.slice(0, TRIED_MAX.one);
  const shorter = spans.map((span) => without(query, [span], parse)).filter((each) => isSearch(each.query));
  const searches = countingSearches(queriesOf(shorter), input);
  const fewerConditions = await offerRemovals(db, [shorter], { ...input, searched: await matchEach(db, searches) });
  const fewerFilters = relaxFilters(matches, { filters, now, hrefWith });
  return [...fewerFilters, ...fewerConditions].toSorted((a, b) => b.count - a.count);
}

/** The first step with shortened queries that find anything: these, most places first. One statement at most. */
export async function offerRemovals(
  db: Database,
  steps: readonly ShortenedQuery[][],
  input: CountingInput & { searched: ReadonlyMap<MatchInput, Matches> },
): Promise<SearchRelaxation[]> {
  const all = steps.flat();
  const counts = await countMatches(db, queriesOf(all), input);
  const offers = new Map(
    all.flatMap(({ query, ...words }, at) => {
      const count = counts[at] ?? null;
      if (count === null || count.count === 0) return [];
      const href = searchPath({ query: query.typed, filters: input.filters });
      return [[query, { ...words, href, ...countFields(count) }]];
    }),
  );
  const found = steps.map((step) => step.flatMap(({ query }) => offers.get(query) ?? []));
  return (found.find((some) => some.length > 0) ?? []).toSorted((a, b) => b.count - a.count);
}

/** The queries to count. */
export function queriesOf(shortened: readonly ShortenedQuery[]): ParsedQuery[] {
  return shortened.map(({ query }) => query);
}

/** An empty query would match every place. */
function isSearch({ conditions, freeText }: ParsedQuery): boolean {
  return conditions.length > 0 || freeText !== "";
}

function without({ typed, conditions }: ParsedQuery, removed: readonly ConditionSpan[], parse: Parse): ShortenedQuery {
  // From the end, so that earlier offsets stay valid.
  const shorter = conditions
    .filter((span) => removed.includes(span))
    .toReversed()
    .reduce(removeCondition, typed);
  return { query: parse(shorter), label: removed.map(({ condition }) => conditionLabel(condition)).join(", ") };
}
