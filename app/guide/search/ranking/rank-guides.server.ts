import { and, eq, type SQL, sql } from "drizzle-orm";

import type { PageContext } from "#app/platform/page-cache-info.ts";
import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { postSearch } from "#app/db/schema/search.ts";
import { type GuideRow, isGuideVisible, selectGuideCards } from "#app/guide/guides/list/guide-cards.server.ts";

import type { AnsweringGuide } from "../candidates/candidate.ts";
import { answerPhrases, guideTerms } from "./guide-terms.ts";
import type { ParsedQuery } from "../query/parse-query.ts";

/** The most guides ranked for one query, each with its card: as many as pages list places. */
const GUIDES_RANKED_MAX = 400;

/** Guides below this share of the best score only mention a word of the query, and are left out. */
const SHARE_OF_BEST = 0.33;

/** A pair of words counts half, because each of its words counts already. */
const PAIR = 0.5;

/**
 * Weights D to A: the text, what it is about, keywords, the title. The text counts little, because it names half the
 * city.
 */
const FIELD_WEIGHTS = "{0.1, 0.15, 0.7, 1}";

export type RankedGuides = {
  /** Best first. */
  all: readonly GuideRow[];
  /** Those of them that are about what is looked for, and don't only mention a word of the query. */
  topical: readonly GuideRow[];
  /** The best of those that answer the query, if any does. Its places are results too. */
  answer: (GuideRow & AnsweringGuide) | null;
};

/**
 * The guides for a query, as rows for `toGuideCard`. Words and pairs of words are scored by where they occur and by how few
 * guides contain them. A guide answers the query if one of its keywords says what is looked for (of a kind of place it must also
 * have some), or if that is at least half of its title, or if its title and keywords say the occasion. Served by post_search_doc, once per term.
 */
export async function rankGuides(db: Database, query: ParsedQuery, moment: PageContext): Promise<RankedGuides> {
  const terms = guideTerms(query);
  const { kinds, wishes } = answerPhrases(query);
  if (terms.length === 0) return { all: [], topical: [], answer: null };
  const ranked = sql`(
      with terms as materialized (
        select distinct term, case when numnode(term) > 1 then ${PAIR}::float8 else 1 end as weight
        from unnest(${sql.param(terms)}::text[]) as phrase
        cross join lateral (select phraseto_tsquery('english', unaccent(phrase)) as term) as parsed
      ), found as (
        select ${postSearch.postId} as post_id, term::text as term, weight, ts_rank(${FIELD_WEIGHTS}::real[], ${postSearch.doc}, term) as rank
        from terms
        join ${postSearch} on ${postSearch.doc} @@ term
        join ${posts} on ${and(eq(posts.id, postSearch.postId), isGuideVisible(moment))}
        where numnode(term) > 0
      ), rarities as (
        select term, ln(1 + (select count(*) from ${postSearch}) / count(*)::float8) as rarity from found group by term
      ), scored as (
        select post_id, sum(rank * rarity * weight)::float8 as score
        from found join rarities using (term)
        group by post_id order by score desc, post_id limit ${GUIDES_RANKED_MAX}
      ), wanted as materialized (
        select words, bool_or(is_kind) as is_kind from (
          select phrase, true as is_kind from unnest(${sql.param(kinds)}::text[]) as phrase
          union all select phrase, false from unnest(${sql.param(wishes)}::text[]) as phrase
        ) as phrases
        cross join lateral (select ${stemsOf(sql`phrase`)} as words) as stems where words <> '{}' group by words
      )
      select scored.post_id, score, score >= ${SHARE_OF_BEST} * max(score) over () as is_good,
        keyword_at is not null or ${isForOccasion(query)} as has_keyword, is_topic,
        case when is_topic or ${isForOccasion(query)} then 1 else keyword_at end as keyword_at
      from scored
      join ${posts} on ${posts.id} = scored.post_id
      join ${postSearch} on ${postSearch.postId} = scored.post_id
      cross join lateral (select array_remove(${stemsOf(sql`regexp_replace(${posts.title}, '[:,].*', '')`)}, 'washington') as words) as title
      cross join lateral (select ${isMostlyOf(query)} as is_of_kind) as stops
      cross join lateral (
        select
          (select min(at) from unnest(${posts.keywords}) with ordinality as each (keyword, at)
            join wanted on wanted.words = ${stemsOf(sql`keyword`)} where is_of_kind)::integer as keyword_at,
          exists (select from wanted where wanted.words <@ title.words
            and (2 * cardinality(wanted.words) >= cardinality(title.words) or is_kind and is_of_kind)) as is_topic
      ) as fit
    ) as ranked`;
  const rows = await selectGuideCards(db, moment, {
    isGood: sql<boolean>`ranked.is_good`,
    isTopic: sql<boolean>`ranked.is_topic`,
    isTopical: sql<boolean>`(ranked.has_keyword or ranked.is_topic)`,
    keywordAt: sql<number | null>`ranked.keyword_at`,
  })
    .innerJoin(ranked, sql`ranked.post_id = ${posts.id}`)
    .where(sql`ranked.is_good or ranked.has_keyword or ranked.is_topic`)
    .orderBy(sql`ranked.score desc`, posts.id);
  const topical = rows.filter(({ isTopical }) => isTopical);
  // Keywords come in order: "live music" is the first of the guide to seven rooms, and the last but one of a walk.
  const [answer] = topical
    .filter(({ access }) => access === "everyone")
    .toSorted((a, b) => (a.keywordAt ?? Infinity) - (b.keywordAt ?? Infinity));
  return {
    all: rows.filter((row) => row === answer || row.isGood),
    topical,
    answer: answer === undefined ? null : { ...answer, takesAllStops: takesAllStops(query, answer.isTopic) },
  };
}

/** Whether a guide's title and keywords together have every word of an occasion's label. */
function isForOccasion({ conditions }: ParsedQuery): SQL {
  const occasion = conditions.map(({ condition }) => condition).find(({ kind }) => kind === "occasion");
  if (occasion?.kind !== "occasion") return sql`false`;
  const label = sql`plainto_tsquery('english', unaccent(${occasion.label}))`;
  return sql`${postSearch.doc} @@ regexp_replace(${label}::text, '''( |$)', ''':AB\\1', 'g')::tsquery`;
}

/** A guide to Adams Morgan's tables that names one place for oysters is no guide to oysters. */
const SHARE_OF_STOPS = 0.25;

/** Of a kind with fewer places no guide can have many. */
const PLACES_OF_KIND_MIN = 5;

/** Whether the title of a guide has a word of the types that the query names, or enough of its stops are of them; true without any. */
function isMostlyOf({ conditions }: ParsedQuery): SQL {
  const kinds = conditions.flatMap(({ condition }) => (condition.kind === "type" ? [condition] : []));
  if (kinds.length === 0) return sql`true`;
  const types = kinds.flatMap((kind) => kind.types);
  const isOfType = (type: SQL) => sql`${type} = any(${sql.param(types)}::text[])`;
  return sql`(title.words && ${stemsOf(sql`${kinds.map(({ words }) => words).join(" ")}::text`)}
    or coalesce((select sum(places) from search_types where ${isOfType(sql`type`)}), 0) < ${PLACES_OF_KIND_MIN}
    or (select avg((${isOfType(sql`stop.type`)})::integer) from post_places pp join place_search stop using (place_id) where pp.post_id = scored.post_id) >= ${SHARE_OF_STOPS})`;
}

/** The distinct stems of a text, sorted. "Late-night" is two words. */
function stemsOf(text: SQL): SQL {
  return sql`tsvector_to_array(to_tsvector('english', unaccent(replace(${text}, '-', ' '))))`;
}

/**
 * Whether each stop of an answering guide is an answer. Not where a kind of place is looked for: a guide to museums also
 * names where to have lunch. And not where the guide only has the words among its keywords.
 */
function takesAllStops({ conditions }: ParsedQuery, isTopic: boolean): boolean {
  const kinds = conditions.map(({ condition }) => condition);
  if (kinds.some(({ kind }) => kind === "type")) return false;
  return isTopic || kinds.some(({ kind }) => kind === "occasion");
}
