import { and, gte, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { refunds, subscriptions } from "#app/db/schema/billing.ts";
import { planOf } from "#app/features/billing/plans.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import type { Series } from "./overview.ts";

const MONTHS_SHOWN = 12;

/**
 * What memberships bring, month by month in Washington: each one that ran in a month at its plan's price, less what was
 * given back in it. Reckoned from memberships as they stood at the last look: the payment provider keeps the payments, and
 * of somebody who has had two memberships only the later one is known here.
 *
 * @returns Whole dollars.
 */
export async function monthlyRevenue(db: Database, now: Date): Promise<Series> {
  const month = (column: unknown) => sql<string>`to_char(${column} at time zone 'America/New_York', 'YYYY-MM')`;
  const [start, end] = [month(subscriptions.startedAt), month(subscriptions.currentPeriodEndsAt)];
  const ran = await db
    .select({
      tier: subscriptions.tier,
      isEnded: sql<boolean>`${subscriptions.status} = 'ended'`,
      start,
      end,
      count: sql<number>`count(*)::int`,
    })
    .from(subscriptions)
    .groupBy(subscriptions.tier, sql`2`, start, end);
  const given = month(refunds.askedAt);
  const months = monthsUpTo(dcToday(now).slice(0, 7));
  const back = await db
    .select({ month: given, cents: sql<number>`sum(${refunds.amountCents})::int` })
    .from(refunds)
    .where(and(ne(refunds.status, "kept"), gte(refunds.askedAt, new Date(`${months[0]}-01T00:00:00Z`))))
    .groupBy(given);
  const amounts = months.map((each) => {
    const billed = ran
      // One that has ended was billed up to the month before its last period's end.
      .filter((row) => row.start <= each && (!row.isEnded || each < row.end))
      .reduce((cents, { tier, count }) => cents + planOf(tier).priceCents * count, 0);
    const returned = back.find((row) => row.month === each)?.cents ?? 0;
    return Math.max(0, Math.round((billed - returned) / 100));
  });
  return { parts: months.map((each) => monthName.format(new Date(`${each}-15T12:00:00Z`))), amounts };
}

function monthsUpTo(last: string): string[] {
  const end = Temporal.PlainYearMonth.from(last);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    end.subtract({ months: MONTHS_SHOWN - 1 - index }).toString(),
  );
}

const monthName = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", year: "numeric" });
