import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { posts } from "#app/db/schema/guides.ts";
import { chunks } from "#app/lib/chunks.ts";
import { dcToday } from "#app/lib/dc-time.ts";

/** The number of entries indexed per statement. */
const ENTRIES_PER_STATEMENT = 5_000;

/**
 * Rebuilds the search index. Needed only after its rules have changed, because the triggers of 0006-search.sql keep the
 * index current. Call it in a transaction.
 *
 * @param report Called with the progress.
 * @returns The number of places and guides indexed.
 */
export async function rebuildSearchIndex(
  db: Database,
  now: Date,
  report: (progress: { step: string; done: number; total: number }) => void = () => {},
): Promise<{ places: number; guides: number }> {
  await db.execute(sql`delete from search_terms where entries > 0`);
  await db.execute(sql`delete from search_types where places > 0`);
  await db.execute(sql`
    delete from search_suggestions s where not exists (select from places p where s.kind = 'place' and p.slug = s.slug)
      and not exists (select from posts p where s.kind = 'guide' and p.slug = s.slug)
      and not exists (select from neighborhoods n where s.kind = 'neighborhood' and n.slug = s.slug)
      and not exists (select from categories c where s.kind = 'category' and c.slug = s.slug)`);
  const placeIds = (await db.select({ id: places.id }).from(places).orderBy(places.id)).map(({ id }) => id);
  let done = 0;
  for (const ids of chunks(placeIds, ENTRIES_PER_STATEMENT)) {
    report({ step: "Places", done, total: placeIds.length });
    await rebuildPlaces(db, ids);
    done += ids.length;
  }
  const guideIds = (await db.select({ id: posts.id }).from(posts).orderBy(posts.id)).map(({ id }) => id);
  report({ step: "Guides and neighborhoods", done, total: placeIds.length });
  for (const ids of chunks(guideIds, ENTRIES_PER_STATEMENT)) {
    await db.execute(sql`
      select count_search_terms(array(select post_search_text(p) from posts p where p.id = any(${sql.param(ids)}::bigint[])), '{}')`);
    await db.execute(sql`select index_guides(${sql.param(ids)}::bigint[])`);
  }
  await db.execute(sql`
    select count_search_terms(array(select neighborhood_search_text(n) from ${neighborhoods} n), '{}'),
      index_neighborhoods(array(select slug from ${neighborhoods})), index_categories(array(select slug from ${categories}))`);
  await refreshSearchIndex(db, now);
  await deleteUnusedHours(db);
  return { places: placeIds.length, guides: guideIds.length };
}

async function rebuildPlaces(db: Database, ids: number[]): Promise<void> {
  const idArray = sql`${sql.param(ids)}::bigint[]`;
  await db.execute(sql`
    select count_search_terms(array(select place_search_text(p) from places p where p.id = any(${idArray})), '{}'),
      count_search_types(array(select type from places p where p.id = any(${idArray}) and status = 'published'), '{}')`);
  await db.execute(sql`select index_places(${idArray})`);
}

/**
 * Deletes opening hours that no place uses. Runs last, because writers of places wait for its lock, and is skipped
 * while places are written. See add_search_hours() in 0006-search.sql.
 */
async function deleteUnusedHours(db: Database): Promise<void> {
  const { rows } = LockResult.parse(
    await db.execute(sql`select pg_try_advisory_xact_lock(hashtextextended('search-hours', 0)) as "isFree"`),
  );
  if (!rows[0].isFree) return;
  await db.execute(
    sql`delete from search_hours h where not exists (select from place_search s where s.hours_id = h.id)`,
  );
}

const LockResult = z.object({ rows: z.tuple([z.object({ isFree: z.boolean() })]) });

/** Counts the views of the last four weeks and recalculates the popularity buckets. */
export async function refreshSearchIndex(db: Database, now: Date): Promise<void> {
  await db.execute(sql`select refresh_search_views(${dcToday(now)}::date)`);
  await db.execute(sql`select update_popularity_buckets()`);
}
