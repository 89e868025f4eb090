import { and, eq, isNotNull, lt, min } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignCheckouts, campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import type { BillingProvider, Purchase } from "#app/people/membership/billing-provider.ts";
import { listUserPurchases, startPurchase } from "#app/people/membership/checkout/start-purchase.server.ts";
import { openCampaignCase } from "#app/core/cases/subject-cases.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { campaignPath } from "../campaigns/campaign.ts";
import { mailCampaignReceipt } from "../campaigns/campaign-mails.server.ts";
import { recordSurplusRefund, findPlaceName } from "./campaign-refunds.server.ts";
import { type CampaignRow, auditCampaignState } from "../campaigns/campaigns.server.ts";
import { endDisputedCampaign, checkDisputes, settleClosedDispute } from "./disputed-campaigns.server.ts";

/** How long the job looks for payments without an event: open checkouts expire after a day. */
const CHECKOUT_DAYS_MAX = 2;
/** Buyers per run of the job; the next run continues. */
const BUYERS_AT_ONCE_MAX = 200;
/** The job's interval. */
const JOB_MINUTES = 10;

const REFERENCE_PREFIX = "campaign:";

type Buyer = { provider: BillingProvider; userId: string; now: Date };

/**
 * Returns the URL where a draft is paid. Starting again expires the first page, but not one of another manager; a
 * second payment is refunded.
 *
 * @returns "not-draft" if it is deleted or already paid, which is checked first.
 * @throws ProviderDown
 */
export async function startCampaignPayment(
  db: Database,
  given: Buyer & {
    campaign: Pick<CampaignRow, "id">;
    place: { id: number; slug: string; name: string };
    email: string | null;
    siteUrl: string;
  },
): Promise<string> {
  const { campaign, place, siteUrl } = given;
  const { id } = campaign;
  if (!(await recordCheckout(db, given))) return "not-draft";
  await syncCampaignCheckouts(db, { ...given, campaignId: id });
  const [draft] = await db.select().from(campaigns).where(isDraftOf(id));
  if (draft === undefined) return "not-draft";
  const path = campaignPath(place.slug, id);
  const purchase = {
    reference: `${REFERENCE_PREFIX}${id}`,
    name: `Campaign for ${place.name}`,
    amountCents: draft.totalCents,
    successUrl: `${siteUrl}${path}?paid=looking`,
    cancelUrl: `${siteUrl}${path}`,
  };
  return startPurchase(db, { ...given, purchase });
}

function isDraftOf(id: string) {
  return and(eq(campaigns.id, id), eq(campaigns.state, "draft"));
}

/** Recorded before the provider is asked, so that a payment is found even if the draft is deleted meanwhile. */
async function recordCheckout(
  db: Database,
  {
    campaign: { id: campaignId },
    place,
    provider,
    userId,
    now,
  }: Buyer & { campaign: Pick<CampaignRow, "id">; place: { id: number } },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const draft = await tx.select({ id: campaigns.id }).from(campaigns).where(isDraftOf(campaignId)).for("update");
    if (draft.length === 0) return false;
    const checkout = { placeId: place.id, startedAt: now, checkedAt: now };
    await tx
      .insert(campaignCheckouts)
      .values({ campaignId, userId, provider: provider.name, ...checkout })
      .onConflictDoUpdate({
        target: [campaignCheckouts.campaignId, campaignCheckouts.userId, campaignCheckouts.provider],
        set: checkout,
      });
    const actor = { kind: "owner", id: userId } as const;
    const subject = { kind: "campaign", id: campaignId };
    const after = { provider: provider.name };
    await recordChange(tx, { actor, action: "campaign.checkout", subject, before: null, after, now });
    return true;
  });
}

/** Whether a payment was started. Served by the key of campaign_checkouts, as is `syncCampaignCheckouts`. */
export async function hasStartedPayment(db: Database, campaignId: string): Promise<boolean> {
  return (await db.$count(campaignCheckouts, eq(campaignCheckouts.campaignId, campaignId))) > 0;
}

/**
 * Syncs the payments of all buyers who started to pay for a campaign.
 *
 * @throws ProviderDown
 */
export async function syncCampaignCheckouts(
  db: Database,
  { provider, campaignId, now }: Omit<Buyer, "userId"> & { campaignId: string },
): Promise<void> {
  const checkout = and(eq(campaignCheckouts.campaignId, campaignId), eq(campaignCheckouts.provider, provider.name));
  const buyers = await db.select({ userId: campaignCheckouts.userId }).from(campaignCheckouts).where(checkout);
  for (const { userId } of buyers) await syncCampaignPayments(db, { provider, userId, now });
}

/**
 * Syncs a buyer's payments: a paid draft waits for an editor, and surplus payments are recorded for refund. Safe to
 * repeat and to run concurrently.
 *
 * @throws ProviderDown
 */
export async function syncCampaignPayments(db: Database, { provider, userId, now }: Buyer): Promise<void> {
  const purchases = await listUserPurchases(db, { provider, userId });
  for (const purchase of purchases.toReversed()) {
    const { reference, status } = purchase;
    if (!reference.startsWith(REFERENCE_PREFIX)) continue;
    const { paymentId } = purchase;
    if (status === "disputed") {
      await endDisputedCampaign(db, { paymentId, now });
      continue;
    }
    await db.transaction((tx) => recordPurchase(tx, { purchase, provider, userId, now }));
    await db.transaction((tx) => settleClosedDispute(tx, { paymentId, now }));
  }
}

async function recordPurchase(tx: Database, { purchase, provider, userId, now }: Buyer & { purchase: Purchase }) {
  const { paymentId, amountCents, paidAt, reference } = purchase;
  const id = reference.slice(REFERENCE_PREFIX.length);
  const hasCampaignId = isUuid(id);
  // Locked first, so that of two concurrent syncs the second sees what the first wrote.
  if (hasCampaignId) await tx.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, id)).for("update");
  if (await isRecorded(tx, paymentId)) return;
  const [paid] = hasCampaignId
    ? await tx
        .update(campaigns)
        .set({ state: "waiting", provider: provider.name, paymentId, paidAt, boughtBy: userId })
        .where(
          and(
            eq(campaigns.id, id),
            eq(campaigns.state, "draft"),
            // A changed total would be a different deal.
            eq(campaigns.totalCents, amountCents),
            isNotNull(campaigns.placeId),
          ),
        )
        .returning()
    : [];
  if (paid === undefined)
    await recordSurplusRefund(tx, { purchase, provider, userId, surplusCampaignId: hasCampaignId ? id : null, now });
  else {
    const by = { kind: "owner", id: userId } as const;
    await auditCampaignState(tx, { id, before: "draft", after: "waiting", action: "pay", by, now });
    await openCampaignCase(tx, { campaignId: id, reasons: ["campaign"], now });
    const place = await findPlaceName(tx, paid);
    if (place !== null) await mailCampaignReceipt(tx, { campaign: paid, place, paymentId, paidAt, userId, now });
  }
}

/** Whether a payment is recorded already, as paid or as a refund. */
async function isRecorded(tx: Database, paymentId: string): Promise<boolean> {
  const paidCampaigns = await tx.$count(campaigns, eq(campaigns.paymentId, paymentId));
  return paidCampaigns > 0 || (await tx.$count(campaignRefunds, eq(campaignRefunds.paymentId, paymentId))) > 0;
}

/**
 * Finds payments that no event reported. A checkout is deleted once it was checked after its expiry. Served by
 * campaign_checkouts_by_check.
 *
 * @returns The errors of buyers that could not be synced.
 */
export async function findMissedPayments(
  db: Database,
  { provider, now }: { provider: BillingProvider; now: Date },
): Promise<unknown[]> {
  const { userId: userColumn, provider: providerColumn, checkedAt, startedAt } = campaignCheckouts;
  const buyers = await db
    .select({ userId: userColumn })
    .from(campaignCheckouts)
    .where(eq(providerColumn, provider.name))
    .groupBy(userColumn)
    .orderBy(min(checkedAt))
    .limit(BUYERS_AT_ONCE_MAX);
  const sync = (userId: string) => syncCampaignPayments(db, { provider, userId, now });
  // Hourly, because banks take weeks.
  const isOnTheHour = now.getUTCMinutes() < JOB_MINUTES;
  const failed = isOnTheHour ? await checkDisputes(db, { provider: provider.name, now, sync: sync }) : [];
  const expiredBefore = new Date(now.getTime() - CHECKOUT_DAYS_MAX * DAY_MS);
  for (const { userId } of buyers) {
    const theirs = and(eq(userColumn, userId), eq(providerColumn, provider.name));
    try {
      await sync(userId);
      await db.delete(campaignCheckouts).where(and(theirs, lt(startedAt, expiredBefore)));
    } catch (error) {
      failed.push(error);
    }
    await db.update(campaignCheckouts).set({ checkedAt: now }).where(theirs);
  }
  return failed;
}
