import { countFields, type Matches } from "../candidates/candidate.ts";
import type { CountMatches } from "../candidates/count-matches.server.ts";
import { relaxFilters } from "../candidates/filter-candidates.ts";
import { conditionLabel } from "../query/condition-label.ts";
import { type ConditionSpan, type ParsedQuery, removeCondition } from "../query/parse-query.ts";
import { changeSearchFilters, type SearchFilters } from "../query/search-filters.ts";
import { searchPath, type SearchRelaxation } from "./search-request.ts";

export type RelaxationInput = {
  query: ParsedQuery;
  filters: SearchFilters;
  /** Parses a shortened query like the whole one. */
  parse: (typed: string) => ParsedQuery;
  countMatches: CountMatches;
};

/** Each shortened query costs a search. Limits for removing one condition, two, or all but one. */
const TRIED_MAX = { one: 6, two: 6, allButOne: 4 };

/**
 * Conditions to remove when nothing matches, each with the number of places it would bring, most first. If no single
 * removal helps, suggests two together, and then all but one.
 */
export async function relaxConditions(input: RelaxationInput): Promise<SearchRelaxation[]> {
  const { conditions: spans } = input.query;
  const withoutEach = (choices: ConditionSpan[][], max: number) =>
    countShortened(
      choices.slice(0, max).map((removed) => without(input.query, removed)),
      input,
    );
  const singles = await withoutEach(
    spans.map((span) => [span]),
    TRIED_MAX.one,
  );
  if (singles.length > 0) return singles;
  const pairs = spans.flatMap((first, index) => spans.slice(index + 1).map((second) => [first, second]));
  const doubles = await withoutEach(pairs, TRIED_MAX.two);
  if (doubles.length > 0) return doubles;
  const onlyOne = spans.slice(0, TRIED_MAX.allButOne).map((only): ShortenedQuery => {
    const { typed } = without(
      input.query,
      spans.filter((other) => other !== only),
    );
    return { typed, label: conditionLabel(only.condition), isAlone: true };
  });
  return countShortened(onlyOne, input);
}

/**
 * The removal of the free text, beside `others`, when it is the problem, as in "quiet dentist" when no dentist mentions
 * quiet. If even that finds nothing and there are no others, each condition alone.
 */
export async function relaxText(
  input: RelaxationInput,
  others: readonly SearchRelaxation[],
): Promise<SearchRelaxation[]> {
  const { typed, conditions: spans, freeText } = input.query;
  if (spans.length === 0 || freeText === "") return [...others];
  const wordsOf = (some: ConditionSpan[]) => some.map(({ from, to }) => typed.slice(from, to)).join(" ");
  const together = await countShortened([{ typed: wordsOf(spans), label: freeText }], input);
  const offers = [...others, ...together].toSorted((a, b) => b.count - a.count);
  if (offers.length > 0 || spans.length === 1) return offers;
  const onlyOne = spans.slice(0, TRIED_MAX.one).map((only): ShortenedQuery => {
    return { typed: wordsOf([only]), label: conditionLabel(only.condition), isAlone: true };
  });
  return countShortened(onlyOne, input);
}

/** Removals when the filters leave no match: of one filter, or of one condition of the query. */
export async function relaxFiltersOrConditions(
  input: RelaxationInput,
  matches: Matches,
  now: Date,
): Promise<SearchRelaxation[]> {
  const { query, filters } = input;
  const hrefWith = (change: Partial<SearchFilters>) =>
    searchPath({ query: query.typed, filters: changeSearchFilters(filters, change) });
  const shorter = query.conditions.slice(0, TRIED_MAX.one).map((span) => without(query, [span]));
  const fewerConditions = await countShortened(shorter, input);
  const fewerFilters = relaxFilters(matches, { filters, now, hrefWith });
  return [...fewerFilters, ...fewerConditions].toSorted((a, b) => b.count - a.count);
}

/** A shorter query, and the label for what was removed from it or, with `isAlone`, is left. */
type ShortenedQuery = { typed: string; label: string; isAlone?: true };

function without({ typed, conditions }: ParsedQuery, removed: readonly ConditionSpan[]): ShortenedQuery {
  // From the end, so that earlier offsets stay valid.
  const shorter = conditions
    .filter((span) => removed.includes(span))
    .toReversed()
    .reduce(removeCondition, typed);
  return { typed: shorter, label: removed.map(({ condition }) => conditionLabel(condition)).join(", ") };
}

async function countShortened(
  shortened: readonly ShortenedQuery[],
  { filters, parse, countMatches }: RelaxationInput,
): Promise<SearchRelaxation[]> {
  const tried = shortened
    .map(({ typed, ...words }) => ({ words, query: parse(typed) }))
    // An empty query would match every place.
    .filter(({ query }) => query.conditions.length > 0 || query.freeText !== "");
  const counts = await countMatches(tried.map(({ query }) => query));
  return tried
    .slice(0, counts.length)
    .map(({ words, query }, at) => ({
      ...words,
      href: searchPath({ query: query.typed, filters }),
      ...countFields(counts[at] ?? { count: 0, precision: "exact" }),
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
