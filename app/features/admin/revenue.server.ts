import { and, eq, gte, isNotNull, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { refunds, subscriptions } from "#app/db/schema/billing.ts";
import type { BillingProvider } from "#app/features/billing/billing-provider.ts";
import { planOf } from "#app/features/billing/plans.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import type { Revenue } from "./overview.ts";

const MONTHS_SHOWN = 12;

type Asked = { provider: Pick<BillingProvider, "name" | "isTest">; now: Date };

/**
 * What came in, month by month in Washington, by whoever takes the money now: what the sandbox or a test key took is none
 * beside real payments. Campaigns are counted by their payments; payments of memberships stay with the provider, so those
 * are reckoned.
 *
 * @returns Whole dollars.
 */
export async function monthlyRevenue(db: Database, { provider, now }: Asked): Promise<Revenue> {
  const months = monthsUpTo(dcToday(now).slice(0, 7));
  const asked = { provider: provider.name, months };
  return {
    parts: months.map((each) => monthName.format(new Date(`${each}-15T12:00:00Z`))),
    memberships: (await membershipCents(db, asked)).map(inDollars),
    campaigns: (await campaignCents(db, asked)).map(inDollars),
    isTest: provider.isTest,
  };
}

type Months = { provider: BillingProvider["name"]; months: string[] };

/**
 * Each membership that ran in a month at its plan's price, less what was given back in it: as they stood at the last look,
 * and of somebody who has had two only the later one is known here.
 */
async function membershipCents(db: Database, { provider, months }: Months): Promise<number[]> {
  const [start, end] = [monthOf(subscriptions.startedAt), monthOf(subscriptions.currentPeriodEndsAt)];
  const ran = await db
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
  const given = monthOf(refunds.askedAt);
  const since = new Date(`${months[0]}-01T00:00:00Z`);
  const back = await db
    .select({ month: given, cents: sql<number>`sum(${refunds.amountCents})::int` })
    .from(refunds)
    .where(and(eq(refunds.provider, provider), ne(refunds.status, "kept"), gte(refunds.askedAt, since)))
    .groupBy(given);
  return months.map((each) => {
    const billed = ran
      // One that has ended was billed up to the month before its last period's end.
      .filter((row) => row.start <= each && (!row.isEnded || each < row.end))
      .reduce((cents, { tier, count }) => cents + planOf(tier).priceCents * count, 0);
    return Math.max(0, billed - (back.find((row) => row.month === each)?.cents ?? 0));
  });
}

/** Each payment in the month it came, less what went back of it whenever that was; what a bank took back never came. */
async function campaignCents(db: Database, { provider, months }: Months): Promise<number[]> {
  const month = monthOf(campaigns.paidAt);
  const isOfPayment = and(eq(campaignRefunds.paymentId, campaigns.paymentId), ne(campaignRefunds.status, "kept"));
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

const monthName = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", year: "numeric" });
