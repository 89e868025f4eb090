import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { campaignCheckouts, campaignRefunds } from "#app/db/schema/advertising.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { SITE_URL } from "#app/people/membership/billing-builders.ts";
import { type BillingProvider, ProviderDown } from "#app/people/membership/billing-provider.ts";
import { buildOwner, buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test } from "#tests/test-database.ts";

import {
  CAMPAIGN_INPUT,
  type BuiltCampaign,
  buildDraft,
  buildOwnedPlace,
  payCampaign,
  buildProvider,
  campaignRow,
  openCases,
  notificationsOf,
  refundedPerPayment,
} from "../advertising-builders.ts";
import { processCampaignRefunds, findCampaignRefund, listSurplusRefunds } from "../money/campaign-refunds.server.ts";
import { loadCampaignDetails } from "./load-campaign-details.server.ts";
import { deleteDraft, saveDraft } from "./campaigns.server.ts";
import { findMissedPayments, startCampaignPayment, syncCampaignPayments } from "../money/pay-campaign.server.ts";

describe("a campaign payment", () => {
  test("opens one case for an editor, however often it is synced", async ({ db }) => {
    const built = await buildDraft(db);
    const sync = () => syncCampaignPayments(db, { provider: buildProvider(db), userId: built.ownerId, now: NOW });
    await sync();
    expect((await campaignRow(db, built.campaign.id)).state).toBe("draft");
    await payCampaign(db, built);

    await sync();
    await sync();

    expect(await campaignRow(db, built.campaign.id)).toMatchObject({
      state: "waiting",
      provider: "sandbox",
      paidAt: NOW,
    });
    expect(await openCases(db, built.campaign.id)).toBe(1);
    expect(await db.$count(campaignRefunds)).toBe(0);
  });

  test("can be made only on the latest of two payment pages", async ({ db }) => {
    const built = await buildDraft(db);
    const first = await startPayment(db, built);
    const second = await startPayment(db, built);

    expect(await payCampaign(db, built, { url: first })).toBe(false);
    expect(await payCampaign(db, built, { url: second })).toBe(true);
    expect(await payCampaign(db, built, { url: second })).toBe(false);
  });

  test("made twice at once is refunded once", async ({ db }) => {
    const stripe = new StripeDouble(db);
    const { provider } = stripe;
    const built = await buildDraft(db);
    const input = { ...built, provider, userId: built.ownerId, email: null, siteUrl: SITE_URL, now: NOW };
    // Neither request sees the other's page.
    stripe.controls.hidesOpenCheckouts = true;
    const urls = [await startCampaignPayment(db, input), await startCampaignPayment(db, input)];
    stripe.controls.hidesOpenCheckouts = false;
    expect([await stripe.pay(urls[0] ?? ""), await stripe.pay(urls[1] ?? "")]).toEqual([true, true]);

    await syncCampaignPayments(db, { provider, userId: built.ownerId, now: NOW });
    await syncCampaignPayments(db, { provider, userId: built.ownerId, now: NOW });
    await processCampaignRefunds(db, { provider, now: NOW });

    expect((await campaignRow(db, built.campaign.id)).state).toBe("waiting");
    expect((await stripe.purchaseRefunds()).flat()).toEqual([1_000]);
  });

  test("that is disputed ends the campaign, and an inquiry doesn't", async ({ db }) => {
    const stripe = new StripeDouble(db);
    const { provider } = stripe;
    const built = await buildDraft(db);
    const input = { ...built, provider, userId: built.ownerId, email: null, siteUrl: SITE_URL, now: NOW };
    expect(await stripe.pay(await startCampaignPayment(db, input))).toBe(true);
    const states: string[] = [];
    for (const status of ["warning_needs_response", "won", "needs_response"]) {
      await stripe.disputePurchases(status);
      await syncCampaignPayments(db, { provider, userId: built.ownerId, now: NOW });
      states.push((await campaignRow(db, built.campaign.id)).state);
    }
    expect(await processCampaignRefunds(db, { provider, now: NOW })).toEqual([]);

    expect(states).toEqual(["waiting", "waiting", "ended"]);
    expect(await findCampaignRefund(db, built.campaign.id)).toMatchObject({
      amountCents: 1_000,
      status: "not-refundable",
    });
    expect(await notificationsOf(db, built.ownerId)).toMatchObject([{ outcome: "disputed", refundCents: 0 }]);
    expect([await stripe.purchaseRefunds(), await openCases(db, built.campaign.id)]).toEqual([[[]], 0]);
  });

  test("for a deleted or changed draft is refunded", async ({ db }) => {
    const of = await buildOwnedPlace(db);
    const [deleted, changed] = [await buildDraft(db, { of }), await buildDraft(db, { of })];
    const urls = [await startPayment(db, deleted), await startPayment(db, changed)];
    expect(await payCampaign(db, deleted, { url: urls[0] ?? "" })).toBe(true);
    expect(await payCampaign(db, changed, { url: urls[1] ?? "" })).toBe(true);
    await deleteDraft(db, { id: deleted.campaign.id, placeId: of.place.id, userId: of.owner.id, now: NOW });
    const { formKey } = changed.campaign;
    const input = { ...CAMPAIGN_INPUT, totalCents: 2_000, budget: { per: "day", cents: 200 } } as const;
    await saveDraft(db, { placeId: of.place.id, userId: of.owner.id, formKey, input: input, now: NOW });

    await syncCampaignPayments(db, { provider: buildProvider(db), userId: of.owner.id, now: NOW });
    await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW });

    expect((await campaignRow(db, changed.campaign.id)).state).toBe("draft");
    expect(await refundedPerPayment(db)).toEqual([1_000, 1_000]);
    // The buyer is notified and the page shows it, also for the deleted draft.
    expect(await listSurplusRefunds(db, changed.campaign.id)).toMatchObject([
      { amountCents: 1_000, status: "refunded" },
    ]);
    expect(await listSurplusRefunds(db, deleted.campaign.id)).toMatchObject([
      { amountCents: 1_000, status: "refunded" },
    ]);
    const place = { slug: of.place.slug, name: of.place.name };
    const notification = { place, amountCents: 1_000 };
    expect(await notificationsOf(db, of.owner.id)).toEqual([notification, notification]);
    const shown = await loadCampaignDetails(db, {
      campaign: await campaignRow(db, changed.campaign.id),
      place: of.place,
      today: "2027-01-13",
      now: NOW,
    });
    expect(shown.payments).toMatchObject([{ label: "Surplus payment. Refunded", cents: -1_000 }]);
  });

  test("without an event is found by the job", async ({ db }) => {
    const built = await buildDraft(db);
    await payCampaign(db, built);

    expect(await findMissedPayments(db, { provider: buildProvider(db), now: NOW })).toEqual([]);

    expect((await campaignRow(db, built.campaign.id)).state).toBe("waiting");
  });
});

describe("a campaign payment without an event", () => {
  test("is found by the job and refunded after its draft was deleted", async ({ db }) => {
    const built = await buildDraft(db);
    await payCampaign(db, built);
    const { place, ownerId: userId } = built;
    expect(await deleteDraft(db, { id: built.campaign.id, placeId: place.id, userId, now: NOW })).toBe(true);

    expect(await findMissedPayments(db, { provider: buildProvider(db), now: NOW })).toEqual([]);
    expect(await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW })).toEqual([]);

    expect(await refundedPerPayment(db)).toEqual([1_000]);
  });

  test("is found although another manager started to pay later, whose payment doesn't start", async ({ db }) => {
    const built = await buildDraft(db);
    const manager = await buildUser(db);
    await buildOwner(db, { placeId: built.place.id, userId: manager.id, role: "manager" });
    const first = await startPayment(db, built);
    await startPayment(db, { ...built, ownerId: manager.id });
    await payCampaign(db, built, { url: first });

    expect(await startPayment(db, { ...built, ownerId: manager.id })).toBe("not-draft");

    expect(await campaignRow(db, built.campaign.id)).toMatchObject({ state: "waiting", boughtBy: built.ownerId });
  });

  test("of two managers at once is refunded to the second", async ({ db }) => {
    const built = await buildDraft(db);
    const manager = await buildUser(db);
    await buildOwner(db, { placeId: built.place.id, userId: manager.id, role: "manager" });
    const urls = [await startPayment(db, built), await startPayment(db, { ...built, ownerId: manager.id })];
    await payCampaign(db, built, { url: urls[0] ?? "" });
    await payCampaign(db, { ...built, ownerId: manager.id }, { url: urls[1] ?? "" });

    expect(await findMissedPayments(db, { provider: buildProvider(db), now: NOW })).toEqual([]);
    await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW });

    expect((await campaignRow(db, built.campaign.id)).state).toBe("waiting");
    expect((await refundedPerPayment(db)).toSorted((a, b) => a - b)).toEqual([0, 1_000]);
  });

  test("can't start for a deleted draft, and its checkout is deleted once it can't be paid any more", async ({
    db,
  }) => {
    const built = await buildDraft(db);
    await startPayment(db, built);
    const { place, ownerId: userId } = built;
    await deleteDraft(db, { id: built.campaign.id, placeId: place.id, userId, now: NOW });

    expect(await startPayment(db, built)).toBe("not-draft");
    const down: BillingProvider = {
      ...buildProvider(db),
      listPurchases: () => Promise.reject(new ProviderDown("not now")),
    };
    const later = new Date(NOW.getTime() + 3 * DAY_MS);
    expect(await findMissedPayments(db, { provider: down, now: later })).toHaveLength(1);
    expect(await db.$count(campaignCheckouts)).toBe(1);
    expect(await findMissedPayments(db, { provider: buildProvider(db, later), now: later })).toEqual([]);
    expect(await db.$count(campaignCheckouts)).toBe(0);
  });
});

function startPayment(db: Database, built: BuiltCampaign): Promise<string> {
  const input = { ...built, userId: built.ownerId, email: null, siteUrl: SITE_URL, now: NOW };
  return startCampaignPayment(db, { ...input, provider: buildProvider(db) });
}
