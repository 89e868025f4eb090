import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import type { PaginatedList } from "#app/guide/guides/page/guide.ts";
import { formatRecentDay } from "#app/lib/format-time.ts";

import { type Activity, ACTIVITY_KINDS } from "./activity.ts";
import { editListPath } from "../lists/list.ts";

/**
 * A page of a member's activity, newest first. Derived from the data itself, so undone or deleted things don't appear.
 * Only the member may see it. `total` is 0 on a page past the last.
 */
export async function findActivity(
  db: Database,
  { userId, page, count }: { userId: string; page: number; count: number },
  now: Date,
): Promise<PaginatedList<Activity>> {
  const query = sql`
    select did.*, (count(*) over ())::int as total from (${activityRows(userId)}) did
    order by at desc, kind, slug limit ${count} offset ${(page - 1) * count}`;
  const { rows } = z.object({ rows: z.array(Row) }).parse(await db.execute(query));
  const total = rows[0]?.total ?? 0;
  return {
    items: rows.map((row) => parseActivity(row, now)),
    total,
    page,
    pageCount: Math.max(1, Math.ceil(total / count)),
  };
}

/**
 * All of a member's activity, by the indexes that start with their id. Closed places still have a page. A place that
 * was added when its list was created isn't an entry of its own.
 */
function activityRows(userId: string): SQL {
  return sql`
    select 'saved-place' as kind, ${MS(sql`s.saved_at`)} as at, p.slug, p.name, p.status <> 'removed' as "isThere",
      null::text as "listId", null::text as "listName", null::smallint as stars
      from saved_places s join places p on p.id = s.place_id where s.user_id = ${userId}
    union all
    select 'saved-guide', ${MS(sql`s.saved_at`)}, p.slug, p.title, p.status = 'published', null, null, null
      from saved_guides s join posts p on p.id = s.post_id where s.user_id = ${userId}
    union all
    select case when l.copied_from is null then 'made-list' else 'copied-list' end, ${MS(sql`l.created_at`)},
      '', l.name, true, l.id::text, l.name, null
      from lists l where l.owner_id = ${userId}
    union all
    select 'listed-place', ${MS(sql`e.added_at`)}, p.slug, p.name, p.status <> 'removed', l.id::text, l.name, null
      from lists l join list_entries e on e.list_id = l.id join places p on p.id = e.place_id
      where l.owner_id = ${userId} and e.added_at > l.created_at
    union all
    select 'reviewed', ${MS(sql`r.created_at`)}, p.slug, p.name, p.status <> 'removed', null, null, r.stars
      from reviews r join places p on p.id = r.place_id where r.author_id = ${userId}
    union all
    select 'edited-review', ${MS(sql`r.edited_at`)}, p.slug, p.name, p.status <> 'removed', null, null, r.stars
      from reviews r join places p on p.id = r.place_id where r.author_id = ${userId} and r.edited_at is not null
    union all
    select 'found-helpful', ${MS(sql`v.voted_at`)}, p.slug, p.name, p.status <> 'removed', null, null, null
      from review_votes v join reviews r on r.id = v.review_id join places p on p.id = r.place_id
      where v.user_id = ${userId}
    union all
    select 'reported-review', ${MS(sql`t.reported_at`)}, p.slug, p.name, p.status <> 'removed', null, null, null
      from review_reports t join reviews r on r.id = t.review_id join places p on p.id = r.place_id
      where t.reporter_id = ${userId}
    union all
    select case c.kind when 'edit' then 'suggested-edit' else 'reported-closed' end, ${MS(sql`c.sent_at`)},
      p.slug, p.name, p.status <> 'removed', null, null, null
      from corrections c join places p on p.id = c.place_id where c.reporter_id = ${userId}
    union all
    select 'confirmed-fact', ${MS(sql`f.confirmed_at`)}, p.slug, p.name, p.status <> 'removed', null, null, null
      from fact_confirmations f join places p on p.id = f.place_id where f.user_id = ${userId}`;
}

/** Milliseconds as a number, because the two database drivers return timestamps differently. */
const MS = (instant: SQL): SQL => sql`(extract(epoch from ${instant}) * 1000)::double precision`;

const Row = z.object({
  kind: z.enum(ACTIVITY_KINDS),
  at: z.number(),
  slug: z.string(),
  name: z.string(),
  isThere: z.boolean(),
  listId: z.string().nullable(),
  listName: z.string().nullable(),
  stars: z.number().nullable(),
  total: z.number(),
});

function parseActivity(row: z.infer<typeof Row>, now: Date): Activity {
  const { kind, name, listId, listName, stars } = row;
  const at = new Date(row.at);
  const list = listId === null || listName === null ? null : { name: listName, to: editListPath(listId) };
  const isList = kind === "made-list" || kind === "copied-list";
  const subjectPath = isList ? (list?.to ?? null) : `/${kind === "saved-guide" ? "posts" : "places"}/${row.slug}`;
  return {
    kind,
    at: at.toISOString(),
    dayLabel: formatRecentDay(at, now),
    subject: { name, to: row.isThere ? subjectPath : null },
    list: isList ? null : list,
    stars,
  };
}
