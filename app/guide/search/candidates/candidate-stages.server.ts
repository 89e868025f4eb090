import { type SQL, sql } from "drizzle-orm";

import type { Point } from "#app/lib/geo.ts";

import { planarPoint } from "../query/planar.ts";

/** Limits on the places that one query reads. */
export type CandidateLimits = {
  /** Up to this many matches are all ranked. */
  wholeMax: number;
  /** Beyond that, this many of the most popular: nobody reads further, and they are enough to estimate counts. */
  sampleMax: number;
  /** With this many matches in one popularity bucket the next bucket is not searched. */
  enough: number;
  /**
   * Matches are counted up to this number. A bucket is ten times the previous one and is searched only if that gave fewer
   * than `enough`, so ten times `enough` is about the most it can hold.
   */
  countedMax: number;
  /** For a search by distance alone, the nearest this many. */
  nearestMax: number;
};

/** `wholeMax` is the size of the first popularity bucket and exceeds the number of places in the seed data. */
export const CANDIDATE_LIMITS: CandidateLimits = {
  wholeMax: 5_000,
  sampleMax: 400,
  enough: 200,
  countedMax: 6_000,
  nearestMax: 600,
};

/** The factor for the retry when none of the first candidates match. */
const RETRY_FACTOR = 5;

export function widenLimits({ wholeMax, sampleMax, countedMax, nearestMax }: CandidateLimits): CandidateLimits {
  const max = Math.max(wholeMax, sampleMax * RETRY_FACTOR);
  return {
    wholeMax: max,
    sampleMax: max,
    enough: max,
    countedMax: 2 * countedMax,
    nearestMax: nearestMax * RETRY_FACTOR,
  };
}

/** The most places found by name. Even a chain has fewer branches. */
export const NAME_MATCHES_MAX = 100;

const NAMED_LIMITS: Omit<CandidateLimits, "nearestMax"> = {
  wholeMax: NAME_MATCHES_MAX,
  sampleMax: NAME_MATCHES_MAX,
  enough: 30,
  countedMax: NAME_MATCHES_MAX,
};

/**
 * With this many places that match by what they are, those that only mention the words in their description are left
 * out.
 */
export const ENOUGH_ANSWERS = 5;

/** What a query asks of the index. Null: nothing. */
export type CandidateFilter = {
  /** A tsquery on `doc`; null without conditions on it. */
  doc: SQL | null;
  /** The free text alone; null without any. A text of only stop words matches nothing. */
  text: SQL | null;
  around: { point: Point; meters: number } | null;
  /** Set if the category is the only other condition. Then the distance index serves alone. */
  category: string | null;
};

/** The number of places, and the sizes of the popularity buckets that are smaller than it. */
export type PopularityBuckets = { places: number; sizes: readonly number[] };

/** The filters of one query. All but `answers` may be null: there is nothing to look for. */
export type CandidateFilters = {
  answers: CandidateFilter;
  /** As `answers`, but known to meet the conditions that `answers` only may meet. */
  known: CandidateFilter | null;
  /** As `answers`, with the words anywhere. */
  mentions: CandidateFilter | null;
};

/**
 * Builds the CTEs `answers`, `named`, `known`, `mentions` and `reach`: `found` answers counted among a `share` of the
 * places (null: all), `is_cut` at the limit. The most popular bucket comes first (decision 0010). Mentions are read only
 * if there are few answers.
 */
export function candidateCtes(
  filters: CandidateFilters,
  name: SQL,
  by: { limits: CandidateLimits; buckets: PopularityBuckets },
): SQL {
  const { sizes } = by.buckets;
  const nearest = nearestStage(filters.answers, by.limits);
  const answers = nearest ?? bucketStages("answer", { ...filters.answers, ...by.limits, sizes });
  const named = bucketStages("name", { doc: name, text: name, around: null, category: null, ...NAMED_LIMITS, sizes });
  const some = (filter: CandidateFilter | null) =>
    filter === null
      ? sql`select place_id from place_search where false`
      : sql`select place_id from place_search where ${matchesFilter(filter, null)} limit ${by.limits.sampleMax}::bigint`;
  return sql`${answers.stages}, ${named.stages},
    answers as materialized (${answers.all}), named as (${named.all}), known as (${some(filters.known)}),
    mentions as (select place_id from (${some(filters.mentions)}) as mention where (select count(*) from answers) < ${ENOUGH_ANSWERS}),
    reach as (select ${answers.isExact} as is_exact, ${answers.isCut} as is_cut, ${answers.found} as found,
      ${answers.share} as share)`;
}

type Stages = { stages: SQL; all: SQL; isExact: SQL; isCut: SQL; found: SQL; share: SQL };

type StageInput = CandidateFilter & Omit<CandidateLimits, "nearestMax"> & Pick<PopularityBuckets, "sizes">;

function bucketStages(name: string, { sizes, enough, wholeMax, sampleMax, countedMax, ...filter }: StageInput): Stages {
  const stage = (step: number) => sql.raw(`${name}_${step + 1}`);
  const countOf = (step: number) => sql`(select count(*) from ${stage(step)})`;
  const last = sizes.length;
  const steps = [...sizes.keys(), last];
  const gates = [sql`true`];
  for (const step of sizes.keys()) gates.push(sql`(${gates.at(-1)} and ${countOf(step)} < ${enough}::bigint)`);
  const stages = steps.map((step) => {
    const bucket = step === last ? null : sql`${`_b${step + 1}`}::tsquery`;
    return sql`${stage(step)} as materialized (
      select place_id from place_search where ${gates[step]} and ${matchesFilter(filter, bucket)} limit ${countedMax}::bigint)`;
  });
  const all = steps.map((step) => {
    return sql`(select place_id from ${stage(step)} limit ${step === last ? wholeMax : sampleMax}::bigint)`;
  });
  /** The value of the last stage that ran. */
  const byLastStage = (value: (step: number) => SQL) =>
    sql`case ${sql.join(
      steps.toReversed().map((step) => sql`when ${gates[step]} then ${value(step)}`),
      sql` `,
    )} end`;
  return {
    stages: sql.join(stages, sql`, `),
    all: sql.join(all, sql` union `),
    isExact: sql`(${gates[last]} and ${countOf(last)} < ${wholeMax}::bigint)`,
    isCut: sql`(${gates[last]} and ${countOf(last)} >= ${countedMax}::bigint)`,
    found: byLastStage(countOf),
    share: byLastStage((step) => (step === last ? sql`null::integer` : sql`${sizes[step]}::integer`)),
  };
}

/** The SQL condition on a row of place_search, within one bucket or all. */
export function matchesFilter({ doc, text, around }: CandidateFilter, bucket: SQL | null): SQL {
  const query = [doc, bucket].filter((part) => part !== null);
  const parts = [
    query.length === 0 ? null : sql`doc @@ (${sql.join(query, sql` && `)})`,
    text === null ? null : sql`numnode(${text}) > 0`,
    around === null ? null : isWithin(around),
  ].filter((part) => part !== null);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** Places by distance from place_search_near, so that distant ones are never read. */
function nearestStage(
  { doc, text, around, category }: CandidateFilter,
  { nearestMax }: CandidateLimits,
): Stages | null {
  if (around === null || text !== null || (doc !== null && category === null)) return null;
  const inCategory = category === null ? sql`true` : sql`category_slug = ${category}`;
  const { x, y } = planarPoint(around.point);
  const count = sql`(select count(*) from answer_1)`;
  return {
    stages: sql`answer_1 as materialized (
      select place_id from place_search where ${inCategory} and ${isAround(around)}
      order by location <-> point(${x}::float8, ${y}::float8) limit ${nearestMax})`,
    all: sql`select place_id from answer_1`,
    isExact: sql`${count} < ${nearestMax}`,
    isCut: sql`${count} >= ${nearestMax}`,
    found: count,
    share: sql`null::integer`,
  };
}

/** Slightly wider than the radius, because the plane is an approximation. Exact distances are measured afterwards. */
const MARGIN = 1.01;

function isAround({ point, meters }: { point: Point; meters: number }): SQL {
  const { x, y } = planarPoint(point);
  return sql`location <@ circle(point(${x}::float8, ${y}::float8), ${meters * MARGIN}::float8)`;
}

/** Like `isAround`, but not indexed: for searches with words, where the places nearby are too many to start from. */
function isWithin({ point, meters }: { point: Point; meters: number }): SQL {
  const { x, y } = planarPoint(point);
  return sql`(location <-> point(${x}::float8, ${y}::float8)) <= ${meters * MARGIN}::float8`;
}
