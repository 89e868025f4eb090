import { and, eq, isNotNull, lt, min } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignCheckouts, campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import type { BillingProvider, Purchase } from "#app/features/billing/billing-provider.ts";
import { purchasesOf, startPurchase } from "#app/features/billing/purchase.server.ts";
import { openCampaignCase } from "#app/features/moderation/cases.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { campaignPath } from "./campaign.ts";
import { mailCampaignReceipt } from "./campaign-mails.server.ts";
import { owePurchase, placeOf } from "./campaign-refunds.server.ts";
import { type CampaignRow, recordState } from "./campaigns.server.ts";
import { endDisputed, lookAtDisputes, settleUndisputed } from "./disputed-campaigns.server.ts";

/** So long after its checkout began the job looks for a payment of which nobody has heard: an open one ends after a day. */
const CHECKOUT_DAYS_MAX = 2;
/** How many buyers one run of the job looks at; the next takes the rest. */
const BUYERS_AT_ONCE_MAX = 200;
/** The job runs so often. */
const JOB_MINUTES = 10;
const DAY_MS = 24 * 60 * 60_000;

const REFERENCE_PREFIX = "campaign:";

type Buyer = { provider: BillingProvider; userId: string; now: Date };

/**
 * Where a draft is paid for. Begun twice, the first page takes no payment any more; one that another owner has open still
 * does, and whoever pays second gets it back.
 *
 * @returns "not-draft" when it is deleted or paid for, which is looked at first.
 * @throws ProviderDown
 */
export async function payForCampaign(
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
  if (!(await beginCheckout(db, given))) return "not-draft";
  await syncCheckoutsOf(db, { ...given, campaignId: id });
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

/** Before the provider is asked: whatever is paid there has to be found, even when the draft is deleted meanwhile. */
async function beginCheckout(
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
    const begun = { placeId: place.id, startedAt: now, lookedAt: now };
    await tx
      .insert(campaignCheckouts)
      .values({ campaignId, userId, provider: provider.name, ...begun })
      .onConflictDoUpdate({
        target: [campaignCheckouts.campaignId, campaignCheckouts.userId, campaignCheckouts.provider],
        set: begun,
      });
    const actor = { kind: "owner", id: userId } as const;
    const subject = { kind: "campaign", id: campaignId };
    const after = { provider: provider.name };
    await recordChange(tx, { actor, action: "campaign.checkout", subject, before: null, after, now });
    return true;
  });
}

/** Whether somebody has begun to pay for it. Served by the key of campaign_checkouts, as are those who have. */
export async function isBegun(db: Database, campaignId: string): Promise<boolean> {
  return (await db.$count(campaignCheckouts, eq(campaignCheckouts.campaignId, campaignId))) > 0;
}

/**
 * Looks at the provider what everybody who began to pay for a campaign has paid.
 *
 * @throws ProviderDown
 */
export async function syncCheckoutsOf(
  db: Database,
  { provider, campaignId, now }: Omit<Buyer, "userId"> & { campaignId: string },
): Promise<void> {
  const begun = and(eq(campaignCheckouts.campaignId, campaignId), eq(campaignCheckouts.provider, provider.name));
  const buyers = await db.select({ userId: campaignCheckouts.userId }).from(campaignCheckouts).where(begun);
  for (const { userId } of buyers) await syncCampaignPayments(db, { provider, userId, now });
}

/**
 * Looks at the provider what somebody has paid for, and has it count: what was paid for a draft lets it wait for an editor;
 * what pays for nothing is written down to go back. Looked at twice, or by two at once, it counts once.
 *
 * @throws ProviderDown
 */
export async function syncCampaignPayments(db: Database, { provider, userId, now }: Buyer): Promise<void> {
  const purchases = await purchasesOf(db, { provider, userId });
  for (const purchase of purchases.toReversed()) {
    const { reference, status } = purchase;
    if (!reference.startsWith(REFERENCE_PREFIX)) continue;
    const { paymentId } = purchase;
    if (status === "disputed") {
      await endDisputed(db, { paymentId, now });
      continue;
    }
    await db.transaction((tx) => takePurchase(tx, { purchase, provider, userId, now }));
    await db.transaction((tx) => settleUndisputed(tx, { paymentId, now }));
  }
}

async function takePurchase(tx: Database, { purchase, provider, userId, now }: Buyer & { purchase: Purchase }) {
  const { paymentId, amountCents, paidAt, reference } = purchase;
  const id = reference.slice(REFERENCE_PREFIX.length);
  const isNamed = isUuid(id);
  // Locked before anything is asked of it: of two looks at once the second finds what the first has written.
  if (isNamed) await tx.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, id)).for("update");
  if (await isTaken(tx, paymentId)) return;
  const [paid] = isNamed
    ? await tx
        .update(campaigns)
        .set({ state: "waiting", provider: provider.name, paymentId, paidAt, boughtBy: userId })
        .where(
          and(
            eq(campaigns.id, id),
            eq(campaigns.state, "draft"),
            // Changed since its checkout began, it would be another bargain.
            eq(campaigns.totalCents, amountCents),
            isNotNull(campaigns.placeId),
          ),
        )
        .returning()
    : [];
  if (paid === undefined) await owePurchase(tx, { purchase, provider, userId, surplusOf: isNamed ? id : null, now });
  else {
    const by = { kind: "owner", id: userId } as const;
    await recordState(tx, { id, before: "draft", after: "waiting", action: "pay", by, now });
    await openCampaignCase(tx, { campaignId: id, reasons: ["campaign"], now });
    const place = await placeOf(tx, paid);
    if (place !== null) await mailCampaignReceipt(tx, { campaign: paid, place, paymentId, paidAt, userId, now });
  }
}

/** Whether a payment counts already, or goes back. */
async function isTaken(tx: Database, paymentId: string): Promise<boolean> {
  const counting = await tx.$count(campaigns, eq(campaigns.paymentId, paymentId));
  return counting > 0 || (await tx.$count(campaignRefunds, eq(campaignRefunds.paymentId, paymentId))) > 0;
}

/**
 * Looks for payments of which neither the provider nor the buyer has told. What was begun is forgotten once it was looked
 * at after it can have been paid. Served by campaign_checkouts_unlooked.
 *
 * @returns Why some could not be looked at.
 */
export async function findLostPayments(
  db: Database,
  { provider, now }: { provider: BillingProvider; now: Date },
): Promise<unknown[]> {
  const { userId: buyer, provider: at, lookedAt, startedAt } = campaignCheckouts;
  const buyers = await db
    .select({ userId: buyer })
    .from(campaignCheckouts)
    .where(eq(at, provider.name))
    .groupBy(buyer)
    .orderBy(min(lookedAt))
    .limit(BUYERS_AT_ONCE_MAX);
  const look = (userId: string) => syncCampaignPayments(db, { provider, userId, now });
  // Once an hour: banks take weeks.
  const isOnTheHour = now.getUTCMinutes() < JOB_MINUTES;
  const failed = isOnTheHour ? await lookAtDisputes(db, { provider: provider.name, now, look }) : [];
  const ended = new Date(now.getTime() - CHECKOUT_DAYS_MAX * DAY_MS);
  for (const { userId } of buyers) {
    const theirs = and(eq(buyer, userId), eq(at, provider.name));
    try {
      await look(userId);
      await db.delete(campaignCheckouts).where(and(theirs, lt(startedAt, ended)));
    } catch (error) {
      failed.push(error);
    }
    await db.update(campaignCheckouts).set({ lookedAt: now }).where(theirs);
  }
  return failed;
}
