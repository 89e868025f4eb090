import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";

import type { ViewContext } from "#app/platform/page-cache-info.ts";
import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { postSearch } from "#app/db/schema/search.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";

import { guideTerms } from "./guide-terms.ts";
import type { ParsedQuery } from "../query/parse-query.ts";

/** The most guides ranked for one query. */
const GUIDES_RANKED_MAX = 1_000;

/** Guides below this share of the best score only mention a word of the query, and are left out. */
const SHARE_OF_BEST = 0.33;

/** A pair of words counts half, because each of its words counts already. */
const PAIR = 0.5;

/**
 * Weights D to A: the text, keywords, what it is about, the title. The text counts little, because it names half the
 * city.
 */
const FIELD_WEIGHTS = "{0.1, 0.15, 0.7, 1}";

/**
 * The ids of guides for a query, best first. Words and pairs of words are scored by where they occur and by how few
 * guides contain them. Served by post_search_doc, once per term.
 */
export async function rankGuideIds(db: Database, query: ParsedQuery, viewing: ViewContext): Promise<number[]> {
  const terms = guideTerms(query);
  if (terms.length === 0) return [];
  const { rows } = z.object({ rows: z.array(z.object({ post_id: z.coerce.number(), score: z.number() })) }).parse(
    await db.execute(sql`
      with terms as materialized (
        select distinct term, case when numnode(term) > 1 then ${PAIR}::float8 else 1 end as weight
        from unnest(${sql.param(terms)}::text[]) as phrase
        cross join lateral (select phraseto_tsquery('english', unaccent(phrase)) as term) as parsed
      ), found as (
        select ${postSearch.postId} as post_id, term::text as term, weight, ts_rank(${FIELD_WEIGHTS}::real[], ${postSearch.doc}, term) as rank
        from terms
        join ${postSearch} on ${postSearch.doc} @@ term
        join ${posts} on ${and(eq(posts.id, postSearch.postId), isGuideVisible(viewing))}
        where numnode(term) > 0
      ), rarities as (
        select term, ln(1 + (select count(*) from ${postSearch}) / count(*)::float8) as rarity from found group by term
      )
      select post_id, sum(rank * rarity * weight)::float8 as score
      from found join rarities using (term)
      group by post_id order by score desc, post_id limit ${GUIDES_RANKED_MAX}`),
  );
  const best = rows[0]?.score ?? 0;
  return rows.filter(({ score }) => score >= SHARE_OF_BEST * best).map(({ post_id: id }) => id);
}
