import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews, monthlyViews } from "#app/db/schema/analytics.ts";
import { subtractDays } from "#app/lib/dc-time.ts";

import type { DayRange } from "../places/place-stats.ts";

/** Views of the last minutes before midnight are written later, at the latest when a failed database is back. */
const DAYS_UNTIL_WHOLE = 2;

/**
 * Rolls up finished months. The latest one is computed again each time, so that late views are included; older ones
 * only once.
 */
export async function rollUpMonths(db: Database, today: string): Promise<void> {
  const end = `${subtractDays(today, DAYS_UNTIL_WHOLE).slice(0, "2026-11".length)}-01`;
  const { rows } = Months.parse(
    await db.execute(sql`
      select m::date::text as month from generate_series(
        date_trunc('month', (select min(day) from ${dailyViews})::timestamp), ${end}::date - interval '1 month',
        interval '1 month') m
      where m = ${end}::date - interval '1 month'
        or not exists (select 1 from ${monthlyViews} v where v.month = m and v.subject = 'site' and v.key = 'all')
      order by 1`),
  );
  for (const { month } of rows) await addUpMonth(db, month);
}

const Months = z.object({ rows: z.array(z.object({ month: z.string() })) });

/** Served by the key of daily_views, which begins with the day. */
async function addUpMonth(db: Database, month: string): Promise<void> {
  await db.execute(sql`
    insert into ${monthlyViews} (month, subject, key, views, visitors)
    select ${month}::date, subject, key, sum(views)::integer, sum(visitors)::integer from ${dailyViews}
    where day between ${month}::date and ${lastDayOf(month)}::date and not is_demo
    group by subject, key order by subject, key
    on conflict (month, subject, key) do update set views = excluded.views, visitors = excluded.visitors`);
}

function lastDayOf(month: string): string {
  return Temporal.PlainDate.from(month).add({ months: 1 }).subtract({ days: 1 }).toString();
}

/** A range split into rolled-up months and the days outside of them. */
export type MonthSplit = {
  months: string[];
  /** The same months as day ranges, for data that isn't rolled up. */
  monthRanges: DayRange[];
  remainingDays: DayRange[];
};

/** Served by monthly_views_of_site. */
export async function splitByStoredMonths(db: Database, days: DayRange): Promise<MonthSplit> {
  const { rows } = Months.parse(
    await db.execute(sql`
      select month::text from ${monthlyViews} where subject = 'site' and key = 'all'
        and month between ${days.from}::date and ${days.to}::date order by month`),
  );
  return splitByMonths(
    days,
    rows.map(({ month }) => month),
  );
}

/** @param storedMonths First days of the rolled-up months, in order; those not fully inside the range are ignored. */
export function splitByMonths(days: DayRange, storedMonths: readonly string[]): MonthSplit {
  const split: MonthSplit = { months: [], monthRanges: [], remainingDays: [] };
  let from = days.from;
  for (const month of storedMonths) {
    const to = lastDayOf(month);
    if (month < from || to > days.to) continue;
    if (from < month) split.remainingDays.push({ from, to: subtractDays(month, 1) });
    const before = split.monthRanges.at(-1);
    if (before !== undefined && from === month) before.to = to;
    else split.monthRanges.push({ from: month, to });
    split.months.push(month);
    from = subtractDays(to, -1);
  }
  if (from <= days.to) split.remainingDays.push({ from, to: days.to });
  return split;
}
