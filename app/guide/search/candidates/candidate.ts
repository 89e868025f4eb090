import type { FilterablePlace } from "#app/guide/places/filters/filter-places.ts";
import type { PlaceFacets, Relaxation } from "#app/guide/places/filters/place-filters.ts";
import type { HoursCoverage } from "#app/guide/places/hours/hours-known.tsx";
import type { CountPrecision } from "#app/ui/format-count.ts";

/**
 * How well a place is known to answer a query, best first. `known`: it meets every condition. `later`: it opens later
 * today. `unknown`: a condition may hold. `closed`: it has hours, but not then. `mentioned`: only its description has the
 * words.
 */
export const FITS = ["known", "later", "unknown", "closed", "mentioned"] as const;
export type Fit = (typeof FITS)[number];

/** A place that matches a query, with all that filters, counts and ranking need. */
export type Candidate = FilterablePlace & {
  id: number;
  fit: Fit;
  /** Its place among the stops of the guide that answers the query, from 1, and what the guide says; null: no stop. */
  stop: { position: number; reason: string } | null;
  /** Closed for now, or reported closed. */
  isClosed: boolean;
  /** How well its kind, features and price suit the occasion, 0 to 1; 0 without one. */
  occasionFit: number;
  /** The editors' ranks among the picks of its neighborhood and its category, from 1; null for other places. */
  featuredRank: number | null;
  hubRank: number | null;
  /** When it was added to the directory, and last changed. */
  createdAt: Date;
  updatedAt: Date;
  /** Its name, with its other names, contains the whole query. Such a place need not meet the conditions. */
  isNamed: boolean;
  /** As `isNamed`, and the words are not just a type ("art museum"). */
  isMeant: boolean;
  /** Its name, or an other name, is exactly the query. */
  isExactName: boolean;
  /** Its type is one of the types searched for, not only a word of its description. */
  isOfType: boolean;
  /** `ts_rank` of the free text, 0 and up; 0 without any. */
  textRank: number;
  /** How much of what the free text means its words say, 0 to 1; 0 if all words must match anyway. */
  wordShare: number;
  /** Members who saved it, and views of its page in the last four weeks. */
  saves: number;
  views: number;
  /** The number of facts with a source. */
  factCount: number;
  /** False for a listed place: nobody has written about it. */
  isDescribed: boolean;
  /** From the named station or point. Null when none was named or the place has no position. */
  meters: number | null;
};

/** The guide that answers a query. */
export type AnsweringGuide = {
  id: number;
  /** Each of its stops is an answer. Otherwise only those that match the query by themselves. */
  takesAllStops: boolean;
  /** Its title says what is wished for ("brunch"), so that each of its stops is known to have it. */
  isTopic: boolean;
};

/** Some number of places, and how exact it is. */
export type PlaceCount = { count: number; precision: CountPrecision };

/** The count as facets and relaxations carry it: without `precision` it is exact. */
export function countFields({ count, precision }: PlaceCount): Pick<Relaxation, "count" | "precision"> {
  return precision === "exact" ? { count } : { count, precision };
}

/**
 * What one query finds, in no order. Of very many matches only the most popular are here, and counts are estimated from
 * them.
 */
export type Candidates = {
  /** Those that pass the filters. */
  places: readonly Candidate[];
  total: PlaceCount;
  /** What every other choice of a filter would leave. */
  facets: PlaceFacets;
  /** All that match the query, whatever the filters. */
  matches: Matches;
};

export type Matches = {
  places: readonly Candidate[];
  total: PlaceCount;
  /** Of how many places the hours are known. Null: nobody asked, none was found, or there are too many places to count. */
  hoursKnown: HoursCoverage | null;
};
