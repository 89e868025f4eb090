import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { sandboxAt, SITE_URL } from "#app/features/billing/billing-builders.ts";
import type { BillingProvider } from "#app/features/billing/billing-provider.ts";
import { payPurchase } from "#app/features/billing/sandbox-purchases.server.ts";
import { customerOf } from "#app/features/billing/sync-membership.server.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";

import { decideCampaign } from "./decide-campaign.server.ts";
import type { CampaignAsked } from "./campaign-form.ts";
import { type CampaignRow, keepDraft } from "./campaigns.server.ts";
import { payForCampaign, syncCampaignPayments } from "./pay-campaign.server.ts";
import type { FilledSlot } from "./sponsored-ad.ts";
import { fillSlot } from "./sponsored-slot.server.ts";

export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Form input: ten days from NOW on, $1 a day, on the food hub and in Shaw. */
export const ASKED: CampaignAsked = {
  headline: "Brunch on the patio",
  body: "Pancakes until three, every weekend.",
  shownOn: ["category:food", "neighborhood:shaw"],
  startsOn: "2027-01-13",
  endsOn: "2027-01-22",
  budget: { per: "day", cents: 100 },
  totalCents: 1_000,
};

/** A place and its owner. */
export async function buildRunPlace(db: Database) {
  const place = await buildPlace(db);
  const owner = await buildUser(db, { email: `${crypto.randomUUID()}@example.com` });
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  return { place, owner };
}

export type Built = { campaign: CampaignRow; place: { id: number; slug: string; name: string }; ownerId: string };

/** A draft of a new place, unless `of` gives one. */
export async function buildDraft(
  db: Database,
  given: { asked?: Partial<CampaignAsked>; of?: Awaited<ReturnType<typeof buildRunPlace>>; now?: Date } = {},
): Promise<Built> {
  const { place, owner } = given.of ?? (await buildRunPlace(db));
  const campaign = await keepDraft(db, {
    placeId: place.id,
    userId: owner.id,
    formKey: crypto.randomUUID(),
    asked: { ...ASKED, ...given.asked },
    now: given.now ?? NOW,
  });
  if (typeof campaign === "string") throw new Error(`The draft was not saved: ${campaign}`);
  return { campaign, place, ownerId: owner.id };
}

/** The owner pays in the sandbox. Returns whether the payment succeeded; nothing is synced yet. */
export async function payInSandbox(
  db: Database,
  { campaign, place, ownerId: userId }: Built,
  { now = NOW, url }: { now?: Date; url?: string } = {},
): Promise<boolean> {
  const provider = sandboxAt(db, now);
  const paymentInput = { campaign, place, provider, userId, email: null, siteUrl: SITE_URL, now };
  const paymentUrl = url ?? (await payForCampaign(db, paymentInput));
  const customer = await customerOf(db, { userId, provider });
  const paid = await payPurchase(db, {
    customerId: customer?.customerId ?? "",
    purchaseId: paymentUrl.split("/").at(-1) ?? "",
    card: "works",
    isConfirmed: false,
    now,
  });
  return paid.outcome === "paid";
}

/** A paid campaign that waits for an editor. */
export async function buildWaiting(db: Database, given: Parameters<typeof buildDraft>[1] = {}): Promise<Built> {
  const built = await buildDraft(db, given);
  const now = given.now ?? NOW;
  await payInSandbox(db, built, { now });
  await syncCampaignPayments(db, { provider: sandboxAt(db, now), userId: built.ownerId, now });
  return { ...built, campaign: await rowOf(db, built.campaign.id) };
}

/** An approved campaign. */
export async function buildRunning(db: Database, given: Parameters<typeof buildDraft>[1] = {}): Promise<Built> {
  const built = await buildWaiting(db, given);
  const editor = await buildUser(db, { role: "admin" });
  const decided = { campaignId: built.campaign.id, decision: "approved", reason: "", decidedBy: editor.id } as const;
  const outcome = await decideCampaign(db, { ...decided, now: given.now ?? NOW });
  if (outcome !== "decided") throw new Error(`The campaign was not approved: ${outcome}`);
  return { ...built, campaign: await rowOf(db, built.campaign.id) };
}

export async function rowOf(db: Database, id: string): Promise<CampaignRow> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  if (row === undefined) throw new Error("The campaign is gone");
  return row;
}

/** The slot's content for a guest; a different address is a different visitor. */
export function fillFor(
  db: Database,
  given: { address?: string; now: Date; slot?: Parameters<typeof fillSlot>[1]["slot"] },
): Promise<FilledSlot | null> {
  const { address = "203.0.113.7", now, slot = "category:food" } = given;
  return fillSlot(db, { slot, viewer: null, address, userAgent: FIREFOX, now });
}

export function providerAt(db: Database, now: Date = NOW): BillingProvider {
  return sandboxAt(db, now);
}
