import { and, eq, gt, isNotNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import type { BillingProvider, Purchase } from "#app/features/billing/billing-provider.ts";
import { purchasesOf, startPurchase } from "#app/features/billing/purchase.server.ts";
import { openCampaignCase } from "#app/features/moderation/cases.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { campaignPath } from "./campaign.ts";
import { owePurchase } from "./campaign-refunds.server.ts";
import { type CampaignRow, recordState } from "./campaigns.server.ts";

/** So long after its checkout began the job looks for a payment of which nobody has heard: an open one ends after a day. */
const CHECKOUT_DAYS_MAX = 2;
const DAY_MS = 24 * 60 * 60_000;

const REFERENCE_PREFIX = "campaign:";

type Buyer = { provider: BillingProvider; userId: string; now: Date };

/**
 * Where a draft is paid for. Begun twice, the first page takes no payment any more.
 *
 * @throws ProviderDown
 */
export async function payForCampaign(
  db: Database,
  given: Buyer & {
    campaign: CampaignRow;
    place: { slug: string; name: string };
    email: string | null;
    siteUrl: string;
  },
): Promise<string> {
  const { campaign, place, siteUrl, userId, now } = given;
  const { id, totalCents: amountCents } = campaign;
  // Before the provider is asked: whatever is paid there has to be found by whoever has paid it.
  await db
    .update(campaigns)
    .set({ checkoutAt: now, boughtBy: userId })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, "draft")));
  const path = campaignPath(place.slug, id);
  const purchase = {
    reference: `${REFERENCE_PREFIX}${id}`,
    name: `Campaign for ${place.name}`,
    amountCents,
    successUrl: `${siteUrl}${path}?paid=looking`,
    cancelUrl: `${siteUrl}${path}`,
  };
  return startPurchase(db, { ...given, purchase });
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
    if (!reference.startsWith(REFERENCE_PREFIX) || status === "disputed") continue;
    await db.transaction((tx) => takePurchase(tx, { purchase, provider, userId, now }));
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
  if (paid === undefined) await owePurchase(tx, { purchase, provider, userId, now });
  else {
    const by = { kind: "owner", id: userId } as const;
    await recordState(tx, { id, before: "draft", after: "waiting", action: "pay", by, now });
    await openCampaignCase(tx, { campaignId: id, reasons: ["campaign"], now });
  }
}

/** Whether a payment counts already, or goes back. */
async function isTaken(tx: Database, paymentId: string): Promise<boolean> {
  const counting = await tx.$count(campaigns, eq(campaigns.paymentId, paymentId));
  return counting > 0 || (await tx.$count(campaignRefunds, eq(campaignRefunds.paymentId, paymentId))) > 0;
}

/**
 * Looks for payments of which neither the provider nor the buyer has told. Served by campaigns_unpaid.
 *
 * @returns Why some could not be looked at.
 */
export async function findLostPayments(
  db: Database,
  { provider, now }: { provider: BillingProvider; now: Date },
): Promise<unknown[]> {
  const rows = await db
    .selectDistinct({ userId: sql<string>`${campaigns.boughtBy}` })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.state, "draft"),
        isNotNull(campaigns.boughtBy),
        gt(campaigns.checkoutAt, new Date(now.getTime() - CHECKOUT_DAYS_MAX * DAY_MS)),
      ),
    );
  const failed: unknown[] = [];
  for (const { userId } of rows) {
    await syncCampaignPayments(db, { provider, userId, now }).catch((error: unknown) => failed.push(error));
  }
  return failed;
}
