import { and, eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { type BillingProvider, ProviderDown } from "#app/people/membership/billing-provider.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildOwner, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  CAMPAIGN_INPUT,
  buildDraft,
  buildRunning,
  buildOwnedPlace,
  buildWaiting,
  payCampaign,
  buildProvider,
  campaignRow,
  openCases,
  notificationsOf,
  refundedPerPayment,
} from "../advertising-builders.ts";
import { CAMPAIGNS_PER_PLACE_MAX, DRAFTS_PER_PLACE_MAX } from "./campaign.ts";
import { processCampaignRefunds, findCampaignRefund } from "../money/campaign-refunds.server.ts";
import { deleteDraft, endCampaign, saveDraft, pauseOrResume } from "./campaigns.server.ts";
import { loadCampaignCases, decideCampaign } from "./decide-campaign.server.ts";
import { listLiveCampaigns } from "../screens/live-campaigns.server.ts";
import { syncCampaignPayments } from "../money/pay-campaign.server.ts";
import { settleCampaigns } from "../money/settle-campaigns.server.ts";

const JOB = { kind: "job", id: "test" } as const;

describe("a campaign draft", () => {
  test("is saved once, however often its form is sent, until it is paid", async ({ db }) => {
    const { place, owner } = await buildOwnedPlace(db);
    const given = {
      placeId: place.id,
      userId: owner.id,
      formKey: crypto.randomUUID(),
      input: CAMPAIGN_INPUT,
      now: NOW,
    };

    const first = await saveDraft(db, given);
    const second = await saveDraft(db, { ...given, input: { ...CAMPAIGN_INPUT, headline: "Brunch from nine" } });

    expect(second).toMatchObject({ id: idOf(first), headline: "Brunch from nine" });
    expect(await db.$count(campaigns, eq(campaigns.placeId, place.id))).toBe(1);
    await payCampaign(db, { campaign: await campaignRow(db, idOf(first)), place, ownerId: owner.id });
    await syncCampaignPayments(db, { provider: buildProvider(db), userId: owner.id, now: NOW });
    expect(await saveDraft(db, given)).toBe("not-draft");
  });

  test("of another place can't be changed or deleted", async ({ db }) => {
    const { campaign } = await buildDraft(db);
    const other = await buildOwnedPlace(db);
    const given = { placeId: other.place.id, userId: other.owner.id, input: CAMPAIGN_INPUT, now: NOW };

    expect(await saveDraft(db, { ...given, formKey: campaign.formKey })).toBe("not-draft");
    expect(await deleteDraft(db, { id: campaign.id, placeId: other.place.id, userId: other.owner.id, now: NOW })).toBe(
      false,
    );
    expect(await campaignRow(db, campaign.id)).toEqual(campaign);
  });

  test("is refused above the place's limits of drafts and campaigns", async ({ db }) => {
    const of = await buildOwnedPlace(db);
    for (let count = 0; count < DRAFTS_PER_PLACE_MAX; count += 1) await buildDraft(db, { of });
    const given = { placeId: of.place.id, userId: of.owner.id, input: CAMPAIGN_INPUT, now: NOW };

    expect(await saveDraft(db, { ...given, formKey: crypto.randomUUID() })).toBe("too-many-drafts");
    // Ended campaigns don't count toward the limit, running ones do.
    const replaceDraftBy = async (state: "ended" | "running") => {
      const isDraft = and(eq(campaigns.placeId, of.place.id), eq(campaigns.state, "draft"));
      const [draft] = await db.select().from(campaigns).where(isDraft).limit(1);
      const paid = { provider: "sandbox", paidAt: NOW, activeFrom: NOW } as const;
      const end = state === "ended" ? ({ endReason: "over", endedAt: NOW } as const) : {};
      const rows = Array.from({ length: CAMPAIGNS_PER_PLACE_MAX }, () => {
        const [id, formKey, paymentId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
        return { ...paid, ...end, id, formKey, paymentId, state };
      });
      if (draft === undefined) throw new Error("There is no draft");
      await db.insert(campaigns).values(rows.map((row) => ({ ...draft, ...row })));
      await db.delete(campaigns).where(eq(campaigns.id, draft.id));
    };
    await replaceDraftBy("ended");
    expect(await saveDraft(db, { ...given, formKey: crypto.randomUUID() })).toMatchObject({ state: "draft" });
    await replaceDraftBy("running");
    expect(await saveDraft(db, { ...given, formKey: crypto.randomUUID() })).toBe("too-many-campaigns");
  });
});

describe("an editor's decision about a campaign", () => {
  test("approves it, closes its case and notifies the owner", async ({ db }) => {
    const { campaign, ownerId } = await buildWaiting(db);
    const editor = await buildUser(db, { role: "admin" });
    expect((await loadCampaignCases(db, [campaign.id], moment())).get(campaign.id)).toMatchObject({ paid: "$10" });

    expect(await decide(db, { campaignId: campaign.id, decidedBy: editor.id, decision: "approved" })).toBe("decided");

    expect(await campaignRow(db, campaign.id)).toMatchObject({ state: "running", activeFrom: NOW });
    expect(await openCases(db, campaign.id)).toBe(0);
    expect(await notificationsOf(db, ownerId)).toMatchObject([{ outcome: "approved", refundCents: 0 }]);
    expect(await decide(db, { campaignId: campaign.id, decidedBy: editor.id, decision: "rejected" })).toBe("closed");
  });

  test("rejects it, refunds everything and notifies the owner of the reason", async ({ db }) => {
    const { campaign, ownerId } = await buildWaiting(db);
    const editor = await buildUser(db, { role: "admin" });

    await decide(db, { campaignId: campaign.id, decidedBy: editor.id, decision: "rejected", reason: "Not true." });
    await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW });

    expect(await campaignRow(db, campaign.id)).toMatchObject({ state: "rejected", decisionReason: "Not true." });
    expect(await refundedPerPayment(db)).toEqual([1_000]);
    expect(await findCampaignRefund(db, campaign.id)).toMatchObject({ amountCents: 1_000, status: "refunded" });
    expect(await notificationsOf(db, ownerId)).toMatchObject([
      { outcome: "rejected", reason: "Not true.", refundCents: 1_000 },
    ]);
  });

  test("can't be made by somebody who manages the place or paid", async ({ db }) => {
    const { campaign, place } = await buildWaiting(db);
    const editor = await buildUser(db, { role: "admin" });
    await buildOwner(db, { placeId: place.id, userId: editor.id, role: "manager" });

    const input = { campaignId: campaign.id, decision: "approved" } as const;
    expect(await decide(db, { ...input, decidedBy: editor.id })).toBe("own");
    expect((await campaignRow(db, campaign.id)).state).toBe("waiting");
  });
});

describe("ending a campaign", () => {
  test("refunds the unspent money once, however often it is requested", async ({ db }) => {
    const { campaign, ownerId } = await buildRunning(db);
    await db.update(campaigns).set({ spentCents: 400 }).where(eq(campaigns.id, campaign.id));
    const input = { id: campaign.id, why: "owner", by: { kind: "owner", id: ownerId }, now: NOW } as const;

    const ends = [await endCampaign(db, input), await endCampaign(db, input)];
    await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW });
    await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW });

    expect(ends).toMatchObject([{ refundCents: 600 }, null]);
    expect(await refundedPerPayment(db)).toEqual([600]);
  });

  test("by an editor notifies the owner of the reason and refunds the rest", async ({ db }) => {
    const { campaign, ownerId } = await buildRunning(db);
    const editor = await buildUser(db, { role: "admin" });
    expect((await listLiveCampaigns(db, { page: 1, now: NOW })).live).toMatchObject([
      { id: campaign.id, state: "Running" },
    ]);
    const by = { kind: "staff", id: editor.id } as const;

    await endCampaign(db, { id: campaign.id, why: "stopped", reason: "Not true any more.", by, now: NOW });
    await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW });

    expect(await campaignRow(db, campaign.id)).toMatchObject({ state: "ended", decisionReason: "Not true any more." });
    expect(await notificationsOf(db, ownerId)).toContainEqual(
      expect.objectContaining({ outcome: "stopped", refundCents: 1_000 }),
    );
    expect(await refundedPerPayment(db)).toEqual([1_000]);
    const logged = await db.select().from(auditEntries).where(eq(auditEntries.action, "campaign.stop"));
    expect(logged).toMatchObject([{ actorKind: "staff", actorId: editor.id, subjectId: campaign.id }]);
    expect(await listLiveCampaigns(db, { page: 1, now: NOW })).toEqual({ live: [], pageCount: 1 });
  });

  test("while it waits removes it from the moderation queue", async ({ db }) => {
    const { campaign } = await buildWaiting(db);

    await endCampaign(db, { id: campaign.id, why: "owner", by: JOB, now: NOW });

    expect(await openCases(db, campaign.id)).toBe(0);
    expect(await findCampaignRefund(db, campaign.id)).toMatchObject({ amountCents: 1_000, status: "pending" });
  });

  test("does nothing for a draft, and a fully spent campaign gets no refund", async ({ db }) => {
    const draft = await buildDraft(db);
    const done = await buildRunning(db);
    await db.update(campaigns).set({ spentCents: 1_000 }).where(eq(campaigns.id, done.campaign.id));

    expect(await endCampaign(db, { id: draft.campaign.id, why: "owner", by: JOB, now: NOW })).toBeNull();
    expect(await endCampaign(db, { id: done.campaign.id, why: "spent", by: JOB, now: NOW })).toMatchObject({
      refundCents: 0,
    });
    expect(await db.$count(campaignRefunds)).toBe(0);
  });

  test("keeps a failed refund recorded until it succeeds", async ({ db }) => {
    const { campaign } = await buildRunning(db);
    await endCampaign(db, { id: campaign.id, why: "owner", by: JOB, now: NOW });
    const down: BillingProvider = {
      ...buildProvider(db),
      refund: () => Promise.reject(new ProviderDown("not now")),
    };

    expect(await processCampaignRefunds(db, { provider: down, now: NOW })).toHaveLength(1);
    expect(await findCampaignRefund(db, campaign.id)).toMatchObject({ amountCents: 1_000, status: "pending" });
    expect(await processCampaignRefunds(db, { provider: buildProvider(db), now: NOW })).toEqual([]);

    expect(await refundedPerPayment(db)).toEqual([1_000]);
  });

  test("happens automatically when its days are over, its place is removed or has no owner", async ({ db }) => {
    const [over, undecided] = [await buildRunning(db), await buildWaiting(db)];
    const long = { endsOn: "2027-03-01" };
    const [closed, orphan, lasting] = [
      await buildRunning(db, { input: long }),
      await buildRunning(db, { input: long }),
      await buildRunning(db, { input: long }),
    ];
    await db.update(places).set({ status: "removed" }).where(eq(places.id, closed.place.id));
    await db.delete(placeOwners).where(eq(placeOwners.placeId, orphan.place.id));

    await settleCampaigns(db, { provider: "sandbox", now: new Date(NOW.getTime() + 10 * DAY_MS) });

    const states = await Promise.all(
      [over, undecided, closed, orphan, lasting].map(async ({ campaign }) => {
        const { state, endReason } = await campaignRow(db, campaign.id);
        return [state, endReason];
      }),
    );
    expect(states).toEqual([
      ["ended", "over"],
      ["ended", "undecided"],
      ["ended", "place"],
      ["ended", "place"],
      ["running", null],
    ]);
    expect(await db.$count(campaignRefunds)).toBe(4);
  });
});

test("a campaign of a deleted account ends, unless another user manages the place", async ({ db }) => {
  const [alone, shared] = [await buildRunning(db), await buildRunning(db)];
  const manager = await buildUser(db);
  await buildOwner(db, { placeId: shared.place.id, userId: manager.id, role: "manager" });
  await db
    .update(users)
    .set({ deletedAt: NOW })
    .where(inArray(users.id, [alone.ownerId, shared.ownerId]));

  await settleCampaigns(db, { provider: "sandbox", now: NOW });

  expect(await campaignRow(db, alone.campaign.id)).toMatchObject({ state: "ended", endReason: "place" });
  expect((await campaignRow(db, shared.campaign.id)).state).toBe("running");
  expect(await findCampaignRefund(db, alone.campaign.id)).toMatchObject({ amountCents: 1_000, status: "pending" });
});

test("a campaign paid in test mode ends without a refund once Stripe is live, and only then", async ({ db }) => {
  const { campaign, ownerId } = await buildRunning(db);
  const states: string[] = [];
  for (const provider of [null, "sandbox", "stripe-test", "stripe"] as const) {
    await settleCampaigns(db, { provider, now: NOW });
    states.push((await campaignRow(db, campaign.id)).state);
  }

  expect(states).toEqual(["running", "running", "running", "ended"]);
  expect(await campaignRow(db, campaign.id)).toMatchObject({ endReason: "provider" });
  expect(await db.$count(campaignRefunds)).toBe(0);
  expect(await notificationsOf(db, ownerId)).toContainEqual(
    expect.objectContaining({ outcome: "provider", refundCents: 0 }),
  );
  // A campaign paid with real money continues under any provider.
  const paid = await buildRunning(db);
  await db.update(campaigns).set({ provider: "stripe" }).where(eq(campaigns.id, paid.campaign.id));
  for (const provider of [null, "sandbox", "stripe"] as const) await settleCampaigns(db, { provider, now: NOW });
  expect((await campaignRow(db, paid.campaign.id)).state).toBe("running");
});

test("a campaign can be paused and resumed, but not by another place's owner", async ({ db }) => {
  const { campaign, place, ownerId: userId } = await buildRunning(db);
  const other = await buildOwnedPlace(db);
  const later = new Date(NOW.getTime() + 60_000);
  const input = { id: campaign.id, placeId: place.id, userId, now: later };

  expect(await pauseOrResume(db, { ...input, placeId: other.place.id, action: "pause" })).toBe(false);
  expect(await pauseOrResume(db, { ...input, action: "resume" })).toBe(false);
  expect(await pauseOrResume(db, { ...input, action: "pause" })).toBe(true);
  expect(await pauseOrResume(db, { ...input, action: "pause" })).toBe(false);
  expect((await campaignRow(db, campaign.id)).state).toBe("paused");
  expect(await pauseOrResume(db, { ...input, action: "resume" })).toBe(true);
  expect(await campaignRow(db, campaign.id)).toMatchObject({ state: "running", activeFrom: later });
});

test("each change of a campaign's state is in the audit log, with its actor", async ({ db }) => {
  const { campaign, place, ownerId: userId } = await buildRunning(db);
  const by = { kind: "owner", id: userId } as const;
  await pauseOrResume(db, { id: campaign.id, placeId: place.id, userId, action: "pause", now: NOW });
  await endCampaign(db, { id: campaign.id, why: "owner", by, now: NOW });
  await endCampaign(db, { id: campaign.id, why: "owner", by, now: NOW });

  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, campaign.id))
    .orderBy(auditEntries.id);

  expect(entries.slice(0, 2)).toMatchObject([
    {
      action: "campaign.draft",
      actorKind: "owner",
      before: null,
      after: { headline: CAMPAIGN_INPUT.headline, totalCents: 1_000 },
    },
    { action: "campaign.checkout", actorKind: "owner", before: null, after: { provider: "sandbox" } },
  ]);
  expect(entries.slice(2).map(({ action, actorKind, before, after }) => [action, actorKind, before, after])).toEqual([
    ["campaign.pay", "owner", { state: "draft" }, { state: "waiting" }],
    ["campaign.approve", "staff", { state: "waiting" }, { state: "running" }],
    ["campaign.pause", "owner", { state: "running" }, { state: "paused" }],
    ["campaign.end", "owner", { state: "paused" }, { state: "ended" }],
  ]);
});

function idOf(saved: { id: string } | string): string {
  if (typeof saved === "string") throw new Error(`The draft was not saved: ${saved}`);
  return saved.id;
}

function moment() {
  return { now: NOW, page: newPageCacheInfo() };
}

function decide(
  db: Database,
  given: { campaignId: string; decidedBy: string; decision: "approved" | "rejected"; reason?: string },
) {
  return decideCampaign(db, { reason: "", now: NOW, ...given });
}
