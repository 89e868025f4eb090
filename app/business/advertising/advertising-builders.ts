import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { buildSandboxProvider, payInSandbox, SITE_URL } from "#app/people/membership/billing-builders.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import { findCustomer } from "#app/people/membership/membership/sync-membership.server.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";

import { decideCampaign } from "./campaigns/decide-campaign.server.ts";
import type { CampaignInput } from "./campaigns/campaign-form.ts";
import { type CampaignRow, saveDraft } from "./campaigns/campaigns.server.ts";
import { startCampaignPayment, syncCampaignPayments } from "./money/pay-campaign.server.ts";
import type { SponsoredSlotContent } from "./slots/sponsored-ad.ts";
import { fillSlot } from "./slots/reserve-slot.server.ts";

export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Form input: ten days from NOW on, $1 a day, on the food hub and in Shaw. */
export const CAMPAIGN_INPUT: CampaignInput = {
  headline: "Brunch on the patio",
  body: "Pancakes until three, every weekend.",
  slots: ["category:food", "neighborhood:shaw"],
  startsOn: "2027-01-13",
  endsOn: "2027-01-22",
  budget: { per: "day", cents: 100 },
  totalCents: 1_000,
};

/** A place and its owner. */
export async function buildOwnedPlace(db: Database) {
  const place = await buildPlace(db);
  const owner = await buildUser(db, { email: `${crypto.randomUUID()}@example.com` });
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  return { place, owner };
}

export type BuiltCampaign = {
  campaign: CampaignRow;
  place: { id: number; slug: string; name: string };
  ownerId: string;
};

/** A draft of a new place, unless `of` gives one. */
export async function buildDraft(
  db: Database,
  given: { input?: Partial<CampaignInput>; of?: Awaited<ReturnType<typeof buildOwnedPlace>>; now?: Date } = {},
): Promise<BuiltCampaign> {
  const { place, owner } = given.of ?? (await buildOwnedPlace(db));
  const campaign = await saveDraft(db, {
    placeId: place.id,
    userId: owner.id,
    formKey: crypto.randomUUID(),
    input: { ...CAMPAIGN_INPUT, ...given.input },
    now: given.now ?? NOW,
  });
  if (typeof campaign === "string") throw new Error(`The draft was not saved: ${campaign}`);
  return { campaign, place, ownerId: owner.id };
}

/** The owner pays in the sandbox. Returns whether the payment succeeded; nothing is synced yet. */
export async function payCampaign(
  db: Database,
  { campaign, place, ownerId: userId }: BuiltCampaign,
  { now = NOW, url }: { now?: Date; url?: string } = {},
): Promise<boolean> {
  const provider = buildSandboxProvider(db, now);
  const paymentInput = { campaign, place, provider, userId, email: null, siteUrl: SITE_URL, now };
  const paymentUrl = url ?? (await startCampaignPayment(db, paymentInput));
  const customer = await findCustomer(db, { userId, provider });
  return payInSandbox(db, { url: paymentUrl, customerId: customer?.customerId ?? "", now });
}

/** A paid campaign that waits for an editor. */
export async function buildWaiting(db: Database, given: Parameters<typeof buildDraft>[1] = {}): Promise<BuiltCampaign> {
  const built = await buildDraft(db, given);
  const now = given.now ?? NOW;
  await payCampaign(db, built, { now });
  await syncCampaignPayments(db, { provider: buildSandboxProvider(db, now), userId: built.ownerId, now });
  return { ...built, campaign: await campaignRow(db, built.campaign.id) };
}

/** An approved campaign. */
export async function buildRunning(db: Database, given: Parameters<typeof buildDraft>[1] = {}): Promise<BuiltCampaign> {
  const built = await buildWaiting(db, given);
  const editor = await buildUser(db, { role: "admin" });
  const decided = { campaignId: built.campaign.id, decision: "approved", reason: "", decidedBy: editor.id } as const;
  const outcome = await decideCampaign(db, { ...decided, now: given.now ?? NOW });
  if (outcome !== "decided") throw new Error(`The campaign was not approved: ${outcome}`);
  return { ...built, campaign: await campaignRow(db, built.campaign.id) };
}

export async function campaignRow(db: Database, id: string): Promise<CampaignRow> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  if (row === undefined) throw new Error("The campaign is gone");
  return row;
}

/** The slot's content for a guest; a different address is a different visitor. */
export function fillGuestSlot(
  db: Database,
  given: { address?: string; now: Date; slot?: Parameters<typeof fillSlot>[1]["slot"] },
): Promise<SponsoredSlotContent | null> {
  const { address = "203.0.113.7", now, slot = "category:food" } = given;
  return fillSlot(db, { slot, viewer: null, address, userAgent: FIREFOX, now });
}

export function buildProvider(db: Database, now: Date = NOW): BillingProvider {
  return buildSandboxProvider(db, now);
}

export function openCases(db: Database, campaignId: string): Promise<number> {
  return db.$count(moderationCases, and(eq(moderationCases.campaignId, campaignId), isNull(moderationCases.closedAt)));
}

/** Unordered: notifications of one instant have no order. */
export async function notificationsOf(db: Database, userId: string) {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, userId));
  return rows.map(({ about }) => about);
}

/** The total refunded of each campaign payment. */
export async function refundedPerPayment(db: Database): Promise<number[]> {
  const refunds = await new StripeDouble(db).purchaseRefunds();
  return refunds.map((amounts) => amounts.reduce((sum, amount) => sum + amount, 0));
}
