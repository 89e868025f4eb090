import { type SQL, sql } from "drizzle-orm";

import type { Point } from "#app/lib/geo.ts";

import type { Condition } from "./query-conditions.ts";
import { planarPoint } from "./planar.ts";

/** How many places one query looks at. */
export type CandidateLimits = {
  /** Where all matches can be weighed they are. */
  wholeMax: number;
  /** Of the best known this many: nobody reads on, and counts of them tell the proportions. */
  sampleMax: number;
  /** With so many found among the best known, the rest is not looked at. */
  enough: number;
  /**
   * So many are counted, if not weighed. A tier is ten times the one before, and is asked only where that gave fewer than
   * `enough`: ten times `enough` is about as many as it can hold.
   */
  countedMax: number;
  /** Who asks for what is near reads the nearest. */
  nearestMax: number;
};

/** `wholeMax` is enough for every place of the shipped catalogue. */
export const CANDIDATE_LIMITS: CandidateLimits = {
  wholeMax: 1_000,
  sampleMax: 400,
  enough: 200,
  countedMax: 2_000,
  nearestMax: 600,
};

/** How many times as many are looked at where none of the usual number will do. */
const MORE = 5;

export function widened({ wholeMax, countedMax, nearestMax }: CandidateLimits): CandidateLimits {
  const most = wholeMax * MORE;
  return {
    wholeMax: most,
    sampleMax: most,
    enough: most,
    countedMax: countedMax * MORE,
    nearestMax: nearestMax * MORE,
  };
}

/** Places named as the query says: nobody means more than a chain's branches. */
export const NAMED_MAX = 100;

const NAMED_LIMITS: Omit<CandidateLimits, "nearestMax"> = {
  wholeMax: NAMED_MAX,
  sampleMax: NAMED_MAX,
  enough: 30,
  countedMax: NAMED_MAX,
};

/** Where a query looks: the words and choices of `doc`, and how far from a point. Null: everywhere. */
export type Sought = {
  /** A tsquery; null when nothing is asked of `doc`. */
  doc: SQL | null;
  /** The words alone; a query of stop words finds nothing. Null when there are none. */
  text: SQL | null;
  around: { point: Point; meters: number } | null;
  /** The only thing asked besides nearness; then the index on nearness serves alone. */
  category: string | null;
};

/** How many places there are, and how many of the best known each tier holds; tiers that would hold all of them left out. */
export type Tiers = { places: number; sizes: readonly number[] };

/**
 * The CTEs `answers(place_id)`, `named(place_id)` and `reach(is_exact, is_cut, found, share)`: whether all matches are
 * there; else how many were counted (`is_cut`: and then no more), and of how many places (null: all there are). A word that every third place has
 * costs no more than a rare one: places are looked for among the best known first (a tier is a lexeme of `doc`), in the
 * next tier only where that gives too few, and only in the last stage among all. Each stage is served by place_search_doc,
 * or by place_search_near where nearness is all that is asked. Where no tier is smaller than all there is one stage: the
 * time to plan the others would be a good part of the search.
 */
export function candidateStages(sought: Sought, name: SQL, by: { limits: CandidateLimits; tiers: Tiers }): SQL {
  const { sizes } = by.tiers;
  const near = nearestOnly(sought, by.limits);
  const answers = near ?? staged("answer", { ...sought, ...by.limits, sizes });
  const named = staged("name", { doc: name, text: name, around: null, category: null, ...NAMED_LIMITS, sizes });
  return sql`${answers.stages}, ${named.stages},
    answers as (${answers.all}), named as (${named.all}),
    reach as (select ${answers.isExact} as is_exact, ${answers.isCut} as is_cut, ${answers.found} as found,
      ${answers.share} as share)`;
}

type Stages = { stages: SQL; all: SQL; isExact: SQL; isCut: SQL; found: SQL; share: SQL };

type Staging = Sought & Omit<CandidateLimits, "nearestMax"> & Pick<Tiers, "sizes">;

function staged(name: string, { sizes, enough, wholeMax, sampleMax, countedMax, ...sought }: Staging): Stages {
  const stage = (step: number) => sql.raw(`${name}_${step + 1}`);
  const countOf = (step: number) => sql`(select count(*) from ${stage(step)})`;
  const last = sizes.length;
  const steps = [...sizes.keys(), last];
  const gates = [sql`true`];
  for (const step of sizes.keys()) gates.push(sql`(${gates.at(-1)} and ${countOf(step)} < ${enough}::bigint)`);
  const stages = steps.map((step) => {
    const tier = step === last ? null : sql`${`_t${step + 1}`}::tsquery`;
    return sql`${stage(step)} as materialized (
      select place_id from place_search where ${gates[step]} and ${matches(sought, tier)} limit ${countedMax}::bigint)`;
  });
  const all = steps.map((step) => {
    return sql`(select place_id from ${stage(step)} limit ${step === last ? wholeMax : sampleMax}::bigint)`;
  });
  /** What the last stage that was asked says. */
  const byLast = (value: (step: number) => SQL) =>
    sql`case ${sql.join(
      steps.toReversed().map((step) => sql`when ${gates[step]} then ${value(step)}`),
      sql` `,
    )} end`;
  return {
    stages: sql.join(stages, sql`, `),
    all: sql.join(all, sql` union `),
    isExact: sql`(${gates[last]} and ${countOf(last)} < ${wholeMax}::bigint)`,
    isCut: sql`(${gates[last]} and ${countOf(last)} >= ${countedMax}::bigint)`,
    found: byLast(countOf),
    share: byLast((step) => (step === last ? sql`null::integer` : sql`${sizes[step]}::integer`)),
  };
}

/** The condition on a row of place_search, among a tier or all. */
export function matches({ doc, text, around }: Sought, tier: SQL | null): SQL {
  const query = [doc, tier].filter((part) => part !== null);
  const parts = [
    query.length === 0 ? null : sql`doc @@ (${sql.join(query, sql` && `)})`,
    text === null ? null : sql`numnode(${text}) > 0`,
    around === null ? null : isWithin(around),
  ].filter((part) => part !== null);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** In order of nearness by place_search_near: what is far away is never looked at. */
function nearestOnly({ doc, text, around, category }: Sought, { nearestMax }: CandidateLimits): Stages | null {
  if (around === null || text !== null || (doc !== null && category === null)) return null;
  const ofCategory = category === null ? sql`true` : sql`category_slug = ${category}`;
  const { x, y } = planarPoint(around.point);
  const count = sql`(select count(*) from answer_1)`;
  return {
    stages: sql`answer_1 as materialized (
      select place_id from place_search where ${ofCategory} and ${isAround(around)}
      order by location <-> point(${x}::float8, ${y}::float8) limit ${nearestMax})`,
    all: sql`select place_id from answer_1`,
    isExact: sql`${count} < ${nearestMax}`,
    isCut: sql`${count} >= ${nearestMax}`,
    found: count,
    share: sql`null::integer`,
  };
}

/** A little wider than asked, for the sake of the flat earth; exact distances are measured afterwards. */
const MARGIN = 1.01;

function isAround({ point, meters }: { point: Point; meters: number }): SQL {
  const { x, y } = planarPoint(point);
  return sql`location <@ circle(point(${x}::float8, ${y}::float8), ${meters * MARGIN}::float8)`;
}

/**
 * As `isAround`, but by no index: where words are asked for too, those that are near are too many to begin with. An index of
 * squares, asked together with that of words, had to list 150,000 places to spare reading 8,000.
 */
function isWithin({ point, meters }: { point: Point; meters: number }): SQL {
  const { x, y } = planarPoint(point);
  return sql`(location <-> point(${x}::float8, ${y}::float8)) <= ${meters * MARGIN}::float8`;
}

/** What a condition asks of `doc`, as a tsquery; null for what stands elsewhere. Migrations 0005 and 0024 list the lexemes. */
export function docQuery(condition: Condition): SQL | null {
  switch (condition.kind) {
    case "category":
      return anyLexeme([`_c:${condition.category}`]);
    case "type":
      return sql`(${anyLexeme(condition.types.map((type) => `_k:${type}`))} || phraseto_tsquery('english', unaccent(${condition.words})))`;
    case "neighborhood":
      return anyLexeme([`_n:${condition.slug}`]);
    case "quadrant":
      return anyLexeme([`_q:${condition.quadrant}`]);
    case "price":
      return anyLexeme([
        ...condition.prices.map((price) => `_p:${price}`),
        ...(condition.prices.includes("Free") ? ["_a:freeEntry"] : []),
      ]);
    case "attribute":
      return anyLexeme([`_a:${condition.attribute}`]);
    case "station":
    case "landmark":
    case "near-me":
    case "open":
    case "rating":
      return null;
  }
}

function anyLexeme(lexemes: readonly string[]): SQL {
  const quoted = lexemes.map((lexeme) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`);
  return sql`${quoted.join(" | ")}::tsquery`;
}

/** Every word of a text; quotes and minus signs mean what they mean on the web. */
export function allWords(text: string): SQL {
  return sql`websearch_to_tsquery('english', unaccent(${text}))`;
}

/** Any word of a text. */
export function someWords(text: string): SQL {
  return sql`replace(plainto_tsquery('english', unaccent(${text}))::text, ' & ', ' | ')::tsquery`;
}

/**
 * Either of two words that are all that is asked, in a name, a kind or an address (weights A and B). In a description one of
 * them is no answer: a hospital that "dates from 1870" is none to "date night".
 */
export function eitherWord(text: string): SQL {
  return sql`replace(regexp_replace(plainto_tsquery('english', unaccent(${text}))::text, '''( & |$)', ''':AB\\1', 'g'), ' & ', ' | ')::tsquery`;
}

/** Every word of the query in the name, by the lexemes `_w:word`; nothing when it has no word to look for. */
export function nameQuery(query: string): SQL {
  return sql`regexp_replace(plainto_tsquery('english', unaccent(${query}))::text, '(^| )''', '\\1''_w:', 'g')::tsquery`;
}
