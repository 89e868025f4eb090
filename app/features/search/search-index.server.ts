import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/**
 * Writes the search documents of the given places anew, or of all. Call it in the transaction that changed them.
 * Weights: A the name, B what and where it is, C the description.
 */
export async function indexPlaces(db: Database, ids: number[] | "all"): Promise<void> {
  await db.execute(sql`
    insert into place_search (place_id, doc)
    select p.id,
      setweight(to_tsvector('english', unaccent(p.name)), 'A')
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.type, c.name, n.name, array_to_string(n.aka, ' '), p.street))), 'B')
      || setweight(to_tsvector('english', unaccent(p.description)), 'C')
    from places p
    join categories c on c.slug = p.category_slug
    join neighborhoods n on n.slug = p.neighborhood_slug
    where ${ids === "all" ? sql`true` : sql`p.id = any(${sql.param(ids)}::bigint[])`}
    on conflict (place_id) do update set doc = excluded.doc`);
}

export async function indexGuides(db: Database, ids: number[] | "all"): Promise<void> {
  await db.execute(sql`
    insert into post_search (post_id, doc)
    select p.id,
      setweight(to_tsvector('english', unaccent(p.title)), 'A')
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', array_to_string(p.keywords, ' '), c.name, n.name, p.excerpt))), 'B')
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.body, t.texts))), 'C')
    from posts p
    join categories c on c.slug = p.category_slug
    left join neighborhoods n on n.slug = p.neighborhood_slug
    left join lateral (
      select string_agg(concat_ws(' ', q.name, pp.reason), ' ') as texts
      from post_places pp join places q on q.id = pp.place_id where pp.post_id = p.id
    ) t on true
    where ${ids === "all" ? sql`true` : sql`p.id = any(${sql.param(ids)}::bigint[])`}
    on conflict (post_id) do update set doc = excluded.doc`);
}

export async function indexNeighborhoods(db: Database): Promise<void> {
  await db.execute(sql`
    insert into neighborhood_search (neighborhood_slug, doc)
    select n.slug,
      setweight(to_tsvector('english', unaccent(n.name)), 'A')
      || setweight(to_tsvector('english', unaccent(array_to_string(n.aka, ' '))), 'B')
      || setweight(to_tsvector('english', unaccent(n.summary)), 'C')
    from neighborhoods n
    on conflict (neighborhood_slug) do update set doc = excluded.doc`);
}
