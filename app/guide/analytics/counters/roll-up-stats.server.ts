import { lt, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import {
  dailyEventCounts,
  dailyPlaceStats,
  monthlyPlaceStats,
  dailyPlaceTerms,
  dailyRouteTimings,
  dailyTerms,
} from "#app/db/schema/analytics.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";

import { COUNT_RETENTION_DAYS, DAILY_RETENTION_DAYS, DETAIL_RETENTION_DAYS } from "./day-counts.ts";
import { rollUpMonths } from "./view-months.server.ts";

/**
 * Rolls up the days of past months into one row per month, and deletes rows past their retention. Safe to run twice or
 * on two instances. Served by daily_place_stats_by_day.
 *
 * @returns How many days became how many months, and how many search terms were deleted.
 */
export async function rollUpStats(db: Database, now: Date): Promise<{ days: number; months: number; terms: number }> {
  const today = dcToday(now);
  const firstStoredDay = `${subtractDays(today, DAILY_RETENTION_DAYS).slice(0, "2026-11".length)}-01`;
  const result = await db.execute(sql`
    with gone as (
      delete from ${dailyPlaceStats} where day < ${firstStoredDay}::date returning place_id, day, metric, count, visitors
    ), written as (
    insert into ${monthlyPlaceStats} as existing (place_id, month, metric, count, visitors)
    select place_id, date_trunc('month', day)::date as month, metric, sum(count)::integer, sum(visitors)::integer
    from gone group by place_id, 2, metric order by place_id, 2, metric
    on conflict (place_id, month, metric) do update
      set count = existing.count + excluded.count, visitors = existing.visitors + excluded.visitors
    returning 1)
    select (select count(*) from gone) as days, (select count(*) from written) as months`);
  const [{ days, months } = { days: 0, months: 0 }] = RollUpResult.parse(result).rows;
  // Served by daily_place_terms_by_day.
  const oldest = subtractDays(today, DETAIL_RETENTION_DAYS);
  const deletedTerms = await db
    .delete(dailyPlaceTerms)
    .where(lt(dailyPlaceTerms.day, oldest))
    .returning({ day: dailyPlaceTerms.day });
  // Served by their keys.
  await db.delete(dailyTerms).where(lt(dailyTerms.day, oldest));
  await db.delete(dailyRouteTimings).where(lt(dailyRouteTimings.day, oldest));
  await db.delete(dailyEventCounts).where(lt(dailyEventCounts.day, subtractDays(today, COUNT_RETENTION_DAYS)));
  await rollUpMonths(db, today);
  return { days, months, terms: deletedTerms.length };
}

const RollUpResult = z.object({ rows: z.array(z.object({ days: z.coerce.number(), months: z.coerce.number() })) });
