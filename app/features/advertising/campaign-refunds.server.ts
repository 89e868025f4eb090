import { and, asc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignRefunds, type campaigns } from "#app/db/schema/advertising.ts";
import type { BillingProvider, Purchase } from "#app/features/billing/billing-provider.ts";

/** How many one run of the job gives back; the next takes the rest. */
const FINISHED_AT_ONCE_MAX = 100;

type Ended = Pick<
  typeof campaigns.$inferSelect,
  "id" | "boughtBy" | "provider" | "paymentId" | "totalCents" | "spentCents"
>;

/**
 * Writes down that what a campaign didn't deliver goes back: from then on it will, whatever breaks on the way.
 *
 * @returns How much that is.
 * @see docs/decisions/0025-sponsored-slots.md
 */
export async function oweUndelivered(tx: Database, ended: Ended, now: Date): Promise<number> {
  const { id: campaignId, boughtBy: userId, provider, paymentId, totalCents, spentCents } = ended;
  const amountCents = totalCents - spentCents;
  if (amountCents <= 0 || provider === null || paymentId === null) return 0;
  await tx
    .insert(campaignRefunds)
    .values({ paymentId, campaignId, userId, provider, amountCents, status: "asked", askedAt: now })
    .onConflictDoNothing();
  return amountCents;
}

/** The same of a payment that pays for nothing: the second for a campaign, one for what was deleted, or of another amount. */
export async function owePurchase(
  tx: Database,
  { purchase, provider, userId, now }: { purchase: Purchase; provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const { paymentId, amountCents } = purchase;
  await tx
    .insert(campaignRefunds)
    .values({
      paymentId,
      campaignId: null,
      userId,
      provider: provider.name,
      amountCents,
      status: "asked",
      askedAt: now,
    })
    .onConflictDoNothing();
}

/**
 * Gives back whatever is written down, each by itself; that of one campaign, or all.
 *
 * @returns Why some could not be given back; they stay written down.
 */
export async function payOwedRefunds(
  db: Database,
  { provider, campaignId }: { provider: BillingProvider; campaignId?: string },
): Promise<unknown[]> {
  // Served by campaign_refunds_unfinished.
  const owed = await db
    .select({ paymentId: campaignRefunds.paymentId, amountCents: campaignRefunds.amountCents })
    .from(campaignRefunds)
    .where(
      and(
        eq(campaignRefunds.status, "asked"),
        eq(campaignRefunds.provider, provider.name),
        campaignId === undefined ? undefined : eq(campaignRefunds.campaignId, campaignId),
      ),
    )
    .orderBy(asc(campaignRefunds.askedAt))
    .limit(FINISHED_AT_ONCE_MAX);
  const failed: unknown[] = [];
  for (const each of owed) {
    try {
      await provider.giveBack(each);
      await db
        .update(campaignRefunds)
        .set({ status: "refunded" })
        .where(and(eq(campaignRefunds.paymentId, each.paymentId), eq(campaignRefunds.status, "asked")));
    } catch (error) {
      failed.push(error);
    }
  }
  return failed;
}

/** What goes back of a campaign, or went. Served by campaign_refunds_by_campaign. */
export async function refundOf(
  db: Database,
  campaignId: string,
): Promise<{ amountCents: number; isPaidOut: boolean } | null> {
  const [row] = await db.select().from(campaignRefunds).where(eq(campaignRefunds.campaignId, campaignId));
  return row === undefined ? null : { amountCents: row.amountCents, isPaidOut: row.status === "refunded" };
}
