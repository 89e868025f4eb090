import { eq, sql } from "drizzle-orm";

import type { ViewSubject } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";

type DemoView = { day: string; subject: ViewSubject; key: string; views: number; visitors: number };

/** Inserts demo views next to the counted ones, in one statement with an array per column, since there are many. */
export async function addDemoViews(db: Database, rows: DemoView[]): Promise<void> {
  const column = (name: keyof DemoView) => sql.param(rows.map((row) => row[name]));
  await db.execute(sql`
    insert into ${dailyViews} (day, subject, key, views, visitors, is_demo)
    select *, true from unnest(${column("day")}::date[], ${column("subject")}::text[], ${column("key")}::text[],
      ${column("views")}::integer[], ${column("visitors")}::integer[])`);
}

/** Served by daily_views_demo. */
export async function removeDemoViews(db: Database): Promise<void> {
  await db.delete(dailyViews).where(eq(dailyViews.isDemo, true));
}

export function countDemoViews(db: Database): Promise<number> {
  return db.$count(dailyViews, eq(dailyViews.isDemo, true));
}
