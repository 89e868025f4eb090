import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { sponsoredClicks, dailySponsoredStats, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";

import { LOG_RETENTION_DAYS } from "./log-retention.ts";

/** Days per run; the next run continues. */
const DAYS_AT_ONCE_MAX = 366;

/**
 * Rolls old log rows up into one row per campaign, day and slot, one day at a time. A row is deleted and counted in
 * one statement, so concurrent runs count nothing twice.
 */
export async function rollUpLog(db: Database, now: Date): Promise<void> {
  const rollUpBefore = subtractDays(dcToday(now), LOG_RETENTION_DAYS);
  for (let count = 0; count < DAYS_AT_ONCE_MAX; count += 1) {
    const day = await oldestDay(db, rollUpBefore);
    if (day === null) return;
    await rollUpDay(db, day);
  }
}

const OldestRow = z.object({ rows: z.array(z.object({ day: z.string().nullable() })) });

/** Served by sponsored_impressions_by_day and sponsored_clicks_by_day. */
async function oldestDay(db: Database, before: string): Promise<string | null> {
  const result = await db.execute(sql`
    select least(
      (select min(day) from ${sponsoredImpressions} where day < ${before}::date),
      (select min(day) from ${sponsoredClicks} where day < ${before}::date))::text as day`);
  return OldestRow.parse(result).rows[0]?.day ?? null;
}

async function rollUpDay(db: Database, day: string): Promise<void> {
  await db.execute(sql`
    with seen as (
      delete from ${sponsoredImpressions} where day = ${day}::date returning campaign_id, day, slot, cents
    ), followed as (
      delete from ${sponsoredClicks} where day = ${day}::date returning campaign_id, day, slot
    ), logged as (
      select campaign_id, day, slot, 1 as impressions, 0 as clicks, cents from seen
      union all
      select campaign_id, day, slot, 0, 1, 0 from followed
    )
    insert into ${dailySponsoredStats} as known (campaign_id, day, slot, impressions, clicks, cents)
    select campaign_id, day, slot, sum(impressions)::integer, sum(clicks)::integer, sum(cents)::integer
    from logged group by campaign_id, day, slot order by campaign_id, day, slot
    on conflict (campaign_id, day, slot) do update set
      impressions = known.impressions + excluded.impressions,
      clicks = known.clicks + excluded.clicks,
      cents = known.cents + excluded.cents`);
}
