import { and, asc, desc, eq, inArray, or, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignCheckouts, campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { places } from "#app/db/schema/places.ts";
import type { BillingProvider, Purchase } from "#app/people/membership/billing-provider.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";

import { mailCampaignRefund } from "../campaigns/campaign-mails.server.ts";
import type { CampaignRefund } from "../campaigns/campaign-details.ts";
import { notifyCampaignOwners } from "../campaigns/notify-campaign-owners.server.ts";

/** Refunds per run of the job; the next run continues. */
const REFUNDS_PER_RUN_MAX = 100;

/** Refunds shown per campaign; more don't happen by mistake. */
const REFUNDS_SHOWN_MAX = 10;

type EndedCampaign = Pick<
  typeof campaigns.$inferSelect,
  "id" | "boughtBy" | "provider" | "paymentId" | "totalCents" | "spentCents"
>;

/**
 * Records the refund of a campaign's unspent money. From then on the job completes it.
 *
 * @returns The amount in cents.
 * @see docs/decisions/0025-sponsored-slots-and-campaign-billing.md
 */
export async function recordUnspentRefund(tx: Database, ended: EndedCampaign, now: Date): Promise<number> {
  const { id: campaignId, boughtBy: userId, provider, paymentId, totalCents, spentCents } = ended;
  const amountCents = totalCents - spentCents;
  if (amountCents <= 0 || provider === null || paymentId === null) return 0;
  await tx
    .insert(campaignRefunds)
    .values({ paymentId, campaignId, userId, provider, amountCents, status: "pending", requestedAt: now })
    .onConflictDoNothing();
  return amountCents;
}

/**
 * Records the refund of a payment that paid for nothing: a second one, one for a deleted draft, or of another
 * amount. Notifies the buyer.
 */
export async function recordSurplusRefund(
  tx: Database,
  given: {
    purchase: Purchase;
    provider: BillingProvider;
    userId: string;
    /** The campaign it was meant for; null if it named none of ours. */
    surplusCampaignId: string | null;
    now: Date;
  },
): Promise<void> {
  const { purchase, provider, userId, surplusCampaignId, now } = given;
  const { paymentId, amountCents } = purchase;
  const place = surplusCampaignId === null ? null : await findCampaignPlace(tx, surplusCampaignId, userId);
  const payment = { paymentId, campaignId: null, userId, provider: provider.name, amountCents };
  const written = await tx
    .insert(campaignRefunds)
    .values({ ...payment, status: "pending", requestedAt: now, surplusCampaignId, placeId: place?.id ?? null })
    .onConflictDoNothing()
    .returning({ paymentId: campaignRefunds.paymentId });
  if (written.length === 0 || place === null) return;
  const { slug, name } = place;
  const notification = { kind: "campaign-payment-returned", place: { slug, name }, amountCents } as const;
  await notifyUser(tx, { userId, notification: notification, now });
}

/** The place of a campaign; for a deleted draft, from its checkout. */
async function findCampaignPlace(tx: Database, campaignId: string, userId: string) {
  const byCampaign = tx.select({ placeId: campaigns.placeId }).from(campaigns).where(eq(campaigns.id, campaignId));
  const byCheckout = tx
    .select({ placeId: campaignCheckouts.placeId })
    .from(campaignCheckouts)
    .where(and(eq(campaignCheckouts.campaignId, campaignId), eq(campaignCheckouts.userId, userId)));
  const [place] = await tx
    .select({ id: places.id, slug: places.slug, name: places.name })
    .from(places)
    .where(or(inArray(places.id, byCampaign), inArray(places.id, byCheckout)))
    .limit(1);
  return place ?? null;
}

/**
 * Makes recorded refunds, of one campaign or all. Those that the provider can't make become `not-refundable` and aren't
 * retried (decision 0025).
 *
 * @returns The errors of refunds that failed; they stay recorded.
 */
export async function processCampaignRefunds(
  db: Database,
  { provider, campaignId, now }: { provider: BillingProvider; campaignId?: string; now: Date },
): Promise<unknown[]> {
  // Served by campaign_refunds_unfinished.
  const pending = await db
    .select({
      paymentId: campaignRefunds.paymentId,
      amountCents: campaignRefunds.amountCents,
      firstRequestedAt: campaignRefunds.requestedAt,
      retriedAt: campaignRefunds.retriedAt,
    })
    .from(campaignRefunds)
    .where(
      and(
        eq(campaignRefunds.status, "pending"),
        eq(campaignRefunds.provider, provider.name),
        campaignId === undefined ? undefined : eq(campaignRefunds.campaignId, campaignId),
      ),
    )
    .orderBy(asc(campaignRefunds.requestedAt))
    .limit(REFUNDS_PER_RUN_MAX);
  const failed: unknown[] = [];
  for (const { paymentId, amountCents, firstRequestedAt, retriedAt } of pending) {
    try {
      const part = { amountCents, requestedAt: retriedAt ?? firstRequestedAt };
      const status = await provider.refund({ paymentId, part });
      await db.transaction((tx) => recordResult(tx, { paymentId, status, now }));
    } catch (error) {
      failed.push(error);
    }
  }
  return failed;
}

/** Records the provider's answer once, and mails the buyer about the refund. */
async function recordResult(
  tx: Database,
  { paymentId, status, now }: { paymentId: string; status: "refunded" | "not-refundable"; now: Date },
): Promise<void> {
  const [settled] = await tx
    .update(campaignRefunds)
    .set({ status, settledAt: now })
    .where(and(eq(campaignRefunds.paymentId, paymentId), eq(campaignRefunds.status, "pending")))
    .returning();
  if (settled === undefined || status === "not-refundable") return;
  const { userId, amountCents, campaignId, placeId, retriedAt } = settled;
  const [campaign = null] =
    campaignId === null ? [] : await tx.select().from(campaigns).where(eq(campaigns.id, campaignId));
  const place = await findPlaceName(tx, campaign ?? { placeId });
  // Only now, because a refund that succeeds shows that the bank no longer has the payment.
  if (campaign !== null && retriedAt !== null) {
    await notifyCampaignOwners(tx, { campaign, outcome: "settled", refundCents: amountCents, exceptUserId: null, now });
  }
  if (userId === null) return;
  await mailCampaignRefund(tx, { paymentId, amountCents, userId, place, campaign, now });
}

/** The place of a campaign or payment; null if it is deleted. */
export async function findPlaceName(
  db: Database,
  { placeId }: { placeId: number | null },
): Promise<{ slug: string; name: string } | null> {
  if (placeId === null) return null;
  const [place] = await db.select({ slug: places.slug, name: places.name }).from(places).where(eq(places.id, placeId));
  return place ?? null;
}

/** The refund of a campaign, pending or done. Served by campaign_refunds_by_campaign. */
export async function findCampaignRefund(db: Database, campaignId: string): Promise<CampaignRefund | null> {
  const [row] = await refundsWhere(db, eq(campaignRefunds.campaignId, campaignId));
  return row ?? null;
}

/** Refunds of payments for a campaign that paid for nothing, latest first. Served by campaign_refunds_by_surplus. */
export function listSurplusRefunds(db: Database, campaignId: string): Promise<CampaignRefund[]> {
  return refundsWhere(db, eq(campaignRefunds.surplusCampaignId, campaignId));
}

function refundsWhere(db: Database, condition: SQL): Promise<CampaignRefund[]> {
  return db
    .select({
      paymentId: campaignRefunds.paymentId,
      amountCents: campaignRefunds.amountCents,
      status: campaignRefunds.status,
      requestedAt: campaignRefunds.requestedAt,
      settledAt: campaignRefunds.settledAt,
    })
    .from(campaignRefunds)
    .where(condition)
    .orderBy(desc(campaignRefunds.requestedAt), campaignRefunds.paymentId)
    .limit(REFUNDS_SHOWN_MAX);
}
