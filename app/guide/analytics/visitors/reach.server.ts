import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";

export const REACH_DAYS = 30;

/** Page views of the last thirty whole days, without demo views. */
export type Reach = {
  /** The first of those days with a count; null if there is none. */
  since: string | null;
  search: number;
  categories: ReadonlyMap<string, number>;
  neighborhoods: ReadonlyMap<string, number>;
};

const Row = z.object({ subject: z.string(), key: z.string(), views: z.number(), since: z.string() });

/** Served by daily_views_by_subject: eight categories, the neighborhoods and the search page. */
export async function loadReach(db: Database, now: Date): Promise<Reach> {
  const today = dcToday(now);
  const result = await db.execute(sql`
    select subject, key, sum(views)::integer as views, min(day)::text as since from ${dailyViews}
    where not is_demo and day >= ${subtractDays(today, REACH_DAYS)}::date and day < ${today}::date
      and (subject in ('category', 'neighborhood') or (subject = 'page' and key = 'search'))
    group by subject, key`);
  const { rows } = z.object({ rows: z.array(Row) }).parse(result);
  const of = (subject: string) => rows.filter((row) => row.subject === subject);
  const byKey = (subject: string) => new Map(of(subject).map(({ key, views }) => [key, views]));
  return {
    since: rows.map(({ since }) => since).toSorted()[0] ?? null,
    search: of("page")[0]?.views ?? 0,
    categories: byKey("category"),
    neighborhoods: byKey("neighborhood"),
  };
}
