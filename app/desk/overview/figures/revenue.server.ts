import { and, eq, gte, isNotNull, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { refunds, subscriptions } from "#app/db/schema/billing.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import { planOf } from "#app/people/membership/plans/plans.ts";
import { formatShortMonth } from "#app/lib/format-time.ts";

import type { Revenue } from "./overview.ts";

const MONTHS_SHOWN = 12;

type RevenueInput = { provider: Pick<BillingProvider, "name" | "isTest">; now: Date };

/**
 * Revenue per month in Washington, of the current provider only. Campaigns are the sum of their payments. Memberships are
 * estimated, because only the provider has their payments.
 *
 * @returns Whole dollars.
 */
export async function monthlyRevenue(db: Database, { provider, now }: RevenueInput): Promise<Revenue> {
  const months = monthsUpTo(dcToday(now).slice(0, 7));
  const input = { provider: provider.name, months };
  return {
    parts: months.map((each) => formatShortMonth(`${each}-15`)),
    memberships: (await membershipCents(db, input)).map(inDollars),
    campaigns: (await campaignCents(db, input)).map(inDollars),
    isTest: provider.isTest,
  };
}

type MonthsInput = { provider: BillingProvider["name"]; months: string[] };

/**
 * Each membership active in a month at its plan's price, minus that month's refunds. Uses the last synced state, and only
 * the latest membership of each person.
 */
async function membershipCents(db: Database, { provider, months }: MonthsInput): Promise<number[]> {
  const [start, end] = [monthOf(subscriptions.startedAt), monthOf(subscriptions.currentPeriodEndsAt)];
  const memberships = await db
    .select({
      tier: subscriptions.tier,
      isEnded: sql<boolean>`${subscriptions.status} = 'ended'`,
      start,
      end,
      count: sql<number>`count(*)::int`,
    })
    .from(subscriptions)
    .where(eq(subscriptions.provider, provider))
    .groupBy(subscriptions.tier, sql`2`, start, end);
  const refundMonth = monthOf(refunds.requestedAt);
  const since = new Date(`${months[0]}-01T00:00:00Z`);
  const refunded = await db
    .select({ month: refundMonth, cents: sql<number>`sum(${refunds.amountCents})::int` })
    .from(refunds)
    .where(and(eq(refunds.provider, provider), ne(refunds.status, "not-refundable"), gte(refunds.requestedAt, since)))
    .groupBy(refundMonth);
  return months.map((each) => {
    const billed = memberships
      // An ended membership was billed up to the month before its last period ended.
      .filter((row) => row.start <= each && (!row.isEnded || each < row.end))
      .reduce((cents, { tier, count }) => cents + planOf(tier).priceCents * count, 0);
    return Math.max(0, billed - (refunded.find((row) => row.month === each)?.cents ?? 0));
  });
}

/** Payments by the month they were made, minus their refunds at any time. Disputed payments don't count. */
async function campaignCents(db: Database, { provider, months }: MonthsInput): Promise<number[]> {
  const month = monthOf(campaigns.paidAt);
  const isOfPayment = and(
    eq(campaignRefunds.paymentId, campaigns.paymentId),
    ne(campaignRefunds.status, "not-refundable"),
  );
  const paid = await db
    .select({
      month,
      cents: sql<number>`sum(${campaigns.totalCents} - coalesce(${campaignRefunds.amountCents}, 0))::int`,
    })
    .from(campaigns)
    .leftJoin(campaignRefunds, isOfPayment)
    .where(
      and(
        eq(campaigns.provider, provider),
        isNotNull(campaigns.paidAt),
        sql`${campaigns.endReason} is distinct from 'disputed'`,
      ),
    )
    .groupBy(month);
  return months.map((each) => paid.find((row) => row.month === each)?.cents ?? 0);
}

function monthOf(column: unknown) {
  return sql<string>`to_char(${column} at time zone 'America/New_York', 'YYYY-MM')`;
}

function inDollars(cents: number): number {
  return Math.round(cents / 100);
}

function monthsUpTo(last: string): string[] {
  const end = Temporal.PlainYearMonth.from(last);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    end.subtract({ months: MONTHS_SHOWN - 1 - index }).toString(),
  );
}
