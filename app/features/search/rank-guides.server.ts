import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { postSearch } from "#app/db/schema/search.ts";
import { isOut } from "#app/features/guides/guide-cards.server.ts";

import { guideTerms } from "./guide-terms.ts";
import type { ParsedQuery } from "./query-language.ts";

/** No query ranks more guides than this. */
const GUIDES_RANKED_MAX = 1_000;

/** A guide that is less than so much as good as the best one only mentions a word of what was asked. */
const SHARE_OF_BEST = 0.33;

/** Two words together say half of something new: each of them counts already. */
const PAIR = 0.5;

/** D to A: the text, keywords and what it is about, the title. A guide is about its title; its text names half the city. */
const FIELD_WEIGHTS = "{0.1, 0.15, 0.7, 1}";

/**
 * Guides for a query, best first, by their ids. A guide need not have every word: it is weighed by the words and pairs of
 * words it has, each by where it stands and by how few guides have it. Served by post_search_doc, once for each term.
 */
export async function rankedGuideIds(
  db: Database,
  { query, parsed }: { query: string; parsed: ParsedQuery },
  now: Date,
): Promise<number[]> {
  const terms = guideTerms(query, parsed);
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
        join ${posts} on ${and(eq(posts.id, postSearch.postId), isOut(now))}
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
