import { and, asc, desc, eq, inArray, or, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignCheckouts, campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { places } from "#app/db/schema/places.ts";
import type { BillingProvider, Purchase } from "#app/features/billing/billing-provider.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

import { mailCampaignRefund } from "./campaign-mails.server.ts";
import type { Refund } from "./campaign-shown.ts";
import { tellOwners } from "./tell-owners.server.ts";

/** How many one run of the job gives back; the next takes the rest. */
const FINISHED_AT_ONCE_MAX = 100;

/** Of one campaign; nobody pays for it more often by mistake. */
const REFUNDS_SHOWN_MAX = 10;

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

/**
 * The same of a payment that pays for nothing: the second for a campaign, one for what was deleted, or of another amount.
 * Whoever paid is told.
 */
export async function owePurchase(
  tx: Database,
  given: {
    purchase: Purchase;
    provider: BillingProvider;
    userId: string;
    /** What it named; null when that is nothing of ours. */
    surplusOf: string | null;
    now: Date;
  },
): Promise<void> {
  const { purchase, provider, userId, surplusOf, now } = given;
  const { paymentId, amountCents } = purchase;
  const place = surplusOf === null ? null : await placeNamed(tx, surplusOf, userId);
  const payment = { paymentId, campaignId: null, userId, provider: provider.name, amountCents };
  const written = await tx
    .insert(campaignRefunds)
    .values({ ...payment, status: "asked", askedAt: now, surplusOf, placeId: place?.id ?? null })
    .onConflictDoNothing()
    .returning({ paymentId: campaignRefunds.paymentId });
  if (written.length === 0 || place === null) return;
  const { slug, name } = place;
  const told = { kind: "campaign-payment-returned", place: { slug, name }, amountCents } as const;
  await tellPerson(tx, { userId, told, now });
}

/** The place of a campaign, also of a draft that is deleted: its checkout remembers. */
async function placeNamed(tx: Database, campaignId: string, userId: string) {
  const known = tx.select({ placeId: campaigns.placeId }).from(campaigns).where(eq(campaigns.id, campaignId));
  const begun = tx
    .select({ placeId: campaignCheckouts.placeId })
    .from(campaignCheckouts)
    .where(and(eq(campaignCheckouts.campaignId, campaignId), eq(campaignCheckouts.userId, userId)));
  const [place] = await tx
    .select({ id: places.id, slug: places.slug, name: places.name })
    .from(places)
    .where(or(inArray(places.id, known), inArray(places.id, begun)))
    .limit(1);
  return place ?? null;
}

/**
 * Gives back whatever is written down, each by itself; that of one campaign, or all. What the provider won't give back is
 * kept, and not asked for again (decision 0026).
 *
 * @returns Why some could not be given back; they stay written down.
 */
export async function payOwedRefunds(
  db: Database,
  { provider, campaignId, now }: { provider: BillingProvider; campaignId?: string; now: Date },
): Promise<unknown[]> {
  // Served by campaign_refunds_unfinished.
  const owed = await db
    .select({
      paymentId: campaignRefunds.paymentId,
      amountCents: campaignRefunds.amountCents,
      firstAskedAt: campaignRefunds.askedAt,
      askedAgainAt: campaignRefunds.askedAgainAt,
    })
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
  for (const { paymentId, amountCents, firstAskedAt, askedAgainAt } of owed) {
    try {
      const status = await provider.giveBack({ paymentId, amountCents, askedAt: askedAgainAt ?? firstAskedAt });
      await db.transaction((tx) => noteSettled(tx, { paymentId, status, now }));
    } catch (error) {
      failed.push(error);
    }
  }
  return failed;
}

/** Writes down what the provider answered, once; whoever paid is mailed what went back. */
async function noteSettled(
  tx: Database,
  { paymentId, status, now }: { paymentId: string; status: "refunded" | "kept"; now: Date },
): Promise<void> {
  const [settled] = await tx
    .update(campaignRefunds)
    .set({ status, settledAt: now })
    .where(and(eq(campaignRefunds.paymentId, paymentId), eq(campaignRefunds.status, "asked")))
    .returning();
  if (settled === undefined || status === "kept") return;
  const { userId, amountCents, campaignId, placeId, askedAgainAt } = settled;
  const [campaign = null] =
    campaignId === null ? [] : await tx.select().from(campaigns).where(eq(campaigns.id, campaignId));
  const place = await placeOf(tx, campaign ?? { placeId });
  // Only now: that the bank has the payment no longer is known by what it gives back.
  if (campaign !== null && askedAgainAt !== null) {
    await tellOwners(tx, { campaign, outcome: "settled", owedCents: amountCents, but: null, now });
  }
  if (userId === null) return;
  await mailCampaignRefund(tx, { paymentId, amountCents, userId, place, campaign, now });
}

/** The place of a campaign or of a payment; null when it is gone. */
export async function placeOf(
  db: Database,
  { placeId }: { placeId: number | null },
): Promise<{ slug: string; name: string } | null> {
  if (placeId === null) return null;
  const [place] = await db.select({ slug: places.slug, name: places.name }).from(places).where(eq(places.id, placeId));
  return place ?? null;
}

/** What goes back of a campaign, or went. Served by campaign_refunds_by_campaign. */
export async function refundOf(db: Database, campaignId: string): Promise<Refund | null> {
  const [row] = await refundsWhere(db, eq(campaignRefunds.campaignId, campaignId));
  return row ?? null;
}

/** What was paid for a campaign and pays for nothing, the latest first. Served by campaign_refunds_by_surplus. */
export function surplusOf(db: Database, campaignId: string): Promise<Refund[]> {
  return refundsWhere(db, eq(campaignRefunds.surplusOf, campaignId));
}

function refundsWhere(db: Database, isMeant: SQL): Promise<Refund[]> {
  return db
    .select({
      paymentId: campaignRefunds.paymentId,
      amountCents: campaignRefunds.amountCents,
      status: campaignRefunds.status,
      askedAt: campaignRefunds.askedAt,
      settledAt: campaignRefunds.settledAt,
    })
    .from(campaignRefunds)
    .where(isMeant)
    .orderBy(desc(campaignRefunds.askedAt), campaignRefunds.paymentId)
    .limit(REFUNDS_SHOWN_MAX);
}
