import { countFields, type Matches } from "../candidates/candidate.ts";
import type { CountMatches } from "../candidates/count-matches.server.ts";
import { relaxFilters } from "../candidates/filter-candidates.ts";
import { conditionLabel } from "../query/condition-label.ts";
import { type ConditionSpan, type ParsedQuery, removeCondition } from "../query/parse-query.ts";
import type { Condition } from "../query/query-conditions.ts";
import { changeSearchFilters, type SearchFilters } from "../query/search-filters.ts";
import { searchPath, type SearchRelaxation } from "./search-request.ts";

export type RelaxationInput = {
  query: ParsedQuery;
  filters: SearchFilters;
  /** Parses a shortened query like the whole one. */
  parse: (typed: string) => ParsedQuery;
  countMatches: CountMatches;
};

/** The most shortened queries of each form. They are counted together. */
const TRIED_MAX = { one: 6, two: 6, allButOne: 4 };

/**
 * What to remove when nothing matches, each with the number of places it would bring, most first: one condition or, beside
 * conditions, the free text ("quiet dentist" when no dentist mentions quiet). If no single removal helps, two conditions
 * together, and then all but one. What a search is for stays: "laundromat mt pleasant" isn't helped by all of Mount Pleasant.
 */
export async function relaxQuery(input: RelaxationInput): Promise<SearchRelaxation[]> {
  const { typed, conditions: spans, freeText } = input.query;
  if (spans.length === 0) return [];
  const kinds = spans.filter(({ condition: { kind } }) => KINDS.has(kind));
  const others = spans.filter((span) => !kinds.includes(span));
  const pairs = others.flatMap((first, index) => others.slice(index + 1).map((second) => [first, second]));
  const wordsOf = (some: readonly ConditionSpan[]) => some.map(({ from, to }) => typed.slice(from, to)).join(" ");
  const alone = (kinds.length > 0 ? kinds : others).slice(0, TRIED_MAX.allButOne).map((only): ShortenedQuery => {
    return { typed: wordsOf([only]), label: conditionLabel(only.condition), isAlone: true };
  });
  const steps: ShortenedQuery[][] = [
    [
      ...others.slice(0, TRIED_MAX.one).map((span) => without(input.query, [span])),
      ...(freeText === "" ? [] : [{ typed: wordsOf(spans), label: freeText }]),
    ],
    pairs.slice(0, TRIED_MAX.two).map((pair) => without(input.query, pair)),
    alone,
  ];
  const counted = await countShortened(steps.flat(), input);
  const found = steps.map((step) => counted.filter(({ shortened }) => step.includes(shortened)));
  return (found.find((offers) => offers.length > 0) ?? []).map(({ offer }) => offer);
}

/** They say what a search is for. */
const KINDS: ReadonlySet<Condition["kind"]> = new Set(["type", "occasion"]);

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
  const fewerConditions = (await countShortened(shorter, input)).map(({ offer }) => offer);
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

/** The shortened queries that find anything, most places first. */
async function countShortened(
  all: readonly ShortenedQuery[],
  { filters, parse, countMatches }: RelaxationInput,
): Promise<{ shortened: ShortenedQuery; offer: SearchRelaxation }[]> {
  const tried = all
    .map((shortened) => ({ shortened, query: parse(shortened.typed) }))
    // An empty query would match every place.
    .filter(({ query }) => query.conditions.length > 0 || query.freeText !== "");
  const counts = await countMatches(tried.map(({ query }) => query));
  return tried
    .flatMap(({ shortened, query }, at) => {
      const count = counts[at];
      if (count === undefined || count === null || count.count === 0) return [];
      const { typed: _, ...words } = shortened;
      return [
        { shortened, offer: { ...words, href: searchPath({ query: query.typed, filters }), ...countFields(count) } },
      ];
    })
    .toSorted((a, b) => b.offer.count - a.offer.count);
}
