import { and, eq, isNull, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { mails } from "#app/db/schema/mail.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { places } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { answerWebhook } from "#app/people/membership/stripe/answer-webhook.server.ts";
import { buildSite, SITE_URL } from "#app/people/membership/billing-builders.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import { SIGNATURE_HEADER } from "#app/people/membership/stripe/webhook-signature.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import {
  CAMPAIGN_INPUT,
  type BuiltCampaign,
  buildDraft,
  payCampaign,
  buildProvider,
  campaignRow,
} from "../advertising-builders.ts";
import { processCampaignRefunds, findCampaignRefund } from "./campaign-refunds.server.ts";
import { endCampaign, pauseOrResume } from "../campaigns/campaigns.server.ts";
import { decideCampaign } from "../campaigns/decide-campaign.server.ts";
import { DISPUTES_PER_RUN_MAX, checkDisputes } from "./disputed-campaigns.server.ts";
import { findMissedPayments, startCampaignPayment, syncCampaignPayments } from "./pay-campaign.server.ts";

const test = databaseTest.extend<{ stripe: StripeDouble }>({
  stripe: async ({ db }, use) => use(new StripeDouble(db)),
});

describe("a dispute that is won", () => {
  test.for(["waiting", "running", "paused"] as const)(
    "resumes a campaign that was %s",
    async (state, { db, stripe }) => {
      const built = await buildPaid(db, { stripe, state });
      const before = await campaignRow(db, built.campaign.id);
      await openDispute(db, built, stripe);
      expect(await campaignRow(db, built.campaign.id)).toMatchObject({ state: "ended", endReason: "disputed" });

      await winDispute(db, built, stripe);

      const { activeFrom, ...resumed } = await campaignRow(db, built.campaign.id);
      expect({ ...resumed, activeFrom: before.activeFrom }).toEqual(before);
      // The remaining budget is spread from now on.
      expect(activeFrom).toEqual(daysOn(2));
      expect(await findCampaignRefund(db, built.campaign.id)).toBeNull();
      expect(await openCases(db, built)).toBe(state === "waiting" ? 1 : 0);
      expect((await outcomesOf(db, built.ownerId)).slice(-2)).toEqual(["disputed", "restored"]);
      expect((await actionsOf(db, built)).slice(-2)).toEqual(["campaign.end", "campaign.restore"]);
      // Its later end refunds the rest.
      await endCampaign(db, { id: built.campaign.id, why: "owner", by: { kind: "job", id: "test" }, now: daysOn(3) });
      expect(await processCampaignRefunds(db, { provider: stripe.provider, now: daysOn(3) })).toEqual([]);
      expect(await stripe.refundedCents()).toBe(1_000);
    },
  );

  test("refunds the campaign once if its days are over", async ({ db, stripe }) => {
    const built = await buildPaid(db, { stripe, state: "running" });
    await openDispute(db, built, stripe);
    const late = daysOn(60);

    for (const now of [late, late, daysOn(61)]) {
      await winDispute(db, built, stripe, now);
      expect(await processCampaignRefunds(db, { provider: stripe.provider, now })).toEqual([]);
    }

    expect(await campaignRow(db, built.campaign.id)).toMatchObject({
      state: "ended",
      endReason: "disputed",
      stateBeforeDispute: null,
    });
    expect(await findCampaignRefund(db, built.campaign.id)).toMatchObject({ status: "refunded", settledAt: late });
    expect(await stripe.refundedCents()).toBe(1_000);
    expect((await outcomesOf(db, built.ownerId)).slice(-1)).toEqual(["settled"]);
    expect(await subjectsOf(db, built)).toEqual([
      `Your receipt: $10 for a campaign for ${built.place.name}`,
      `Your refund: $10 for a campaign for ${built.place.name}`,
    ]);
  });

  test("refunds the campaign if its place is no longer listed", async ({ db, stripe }) => {
    const built = await buildPaid(db, { stripe, state: "running" });
    await openDispute(db, built, stripe);
    await db.update(places).set({ status: "removed" }).where(eq(places.id, built.place.id));

    await winDispute(db, built, stripe);

    expect((await campaignRow(db, built.campaign.id)).state).toBe("ended");
    expect(await findCampaignRefund(db, built.campaign.id)).toMatchObject({ status: "pending" });
  });

  test("refunds a campaign that its owner ended during the dispute", async ({ db, stripe }) => {
    const built = await buildPaid(db, { stripe, state: "running" });
    await stripe.disputePurchases("needs_response");
    await endCampaign(db, { id: built.campaign.id, why: "owner", by: { kind: "job", id: "test" }, now: NOW });
    await openDispute(db, built, stripe);
    expect(await findCampaignRefund(db, built.campaign.id)).toMatchObject({ status: "not-refundable" });

    await winDispute(db, built, stripe);
    await processCampaignRefunds(db, { provider: stripe.provider, now: daysOn(2) });

    expect(await campaignRow(db, built.campaign.id)).toMatchObject({ state: "ended", endReason: "owner" });
    expect(await stripe.refundedCents()).toBe(1_000);
  });

  test("reported early or twice changes nothing", async ({ db, stripe }) => {
    const built = await buildPaid(db, { stripe, state: "running" });
    const before = await campaignRow(db, built.campaign.id);
    await winDispute(db, built, stripe);
    expect(await campaignRow(db, built.campaign.id)).toEqual(before);
    await openDispute(db, built, stripe);

    await winDispute(db, built, stripe);
    const once = await campaignRow(db, built.campaign.id);
    await winDispute(db, built, stripe, daysOn(4));

    expect(await campaignRow(db, built.campaign.id)).toEqual(once);
    expect((await outcomesOf(db, built.ownerId)).filter((outcome) => outcome === "restored")).toHaveLength(1);
  });

  test("followed by a new dispute ends it again, and a lost one refunds nothing", async ({ db, stripe }) => {
    const built = await buildPaid(db, { stripe, state: "running" });
    await openDispute(db, built, stripe);
    await winDispute(db, built, stripe);
    await openDispute(db, built, stripe);
    await stripe.disputePurchases("lost");

    await syncPayments(db, built, stripe, daysOn(5));
    await processCampaignRefunds(db, { provider: stripe.provider, now: daysOn(5) });

    expect(await campaignRow(db, built.campaign.id)).toMatchObject({ state: "ended", endReason: "disputed" });
    expect(await findCampaignRefund(db, built.campaign.id)).toMatchObject({ status: "not-refundable" });
    expect(await stripe.refundedCents()).toBe(0);
  });
});

test("a refund that failed for another reason is requested once more, and nobody is notified", async ({
  db,
  stripe,
}) => {
  const built = await buildPaid(db, { stripe, state: "running" });
  const calls: unknown[] = [];
  const provider: BillingProvider = {
    ...stripe.provider,
    refund: async ({ part }) => {
      calls.push(part?.requestedAt);
      return "not-refundable";
    },
  };
  await endCampaign(db, { id: built.campaign.id, why: "owner", by: { kind: "job", id: "test" }, now: NOW });
  for (const days of [1, 2, 3]) {
    expect(await processCampaignRefunds(db, { provider, now: daysOn(days) })).toEqual([]);
    await syncPayments(db, built, stripe, daysOn(days));
  }

  expect(calls).toEqual([NOW, daysOn(1)]);
  expect(await findCampaignRefund(db, built.campaign.id)).toMatchObject({ status: "not-refundable" });
  expect(await outcomesOf(db, built.ownerId)).not.toContain("settled");
});

test("the hourly check finds a won dispute without an event, long after the checkout", async ({ db, stripe }) => {
  const built = await buildPaid(db, { stripe, state: "running", endsOn: "2027-03-31" });
  await openDispute(db, built, stripe);
  await stripe.disputePurchases("won");
  const later = daysOn(30);
  await findMissedPayments(db, { provider: stripe.provider, now: later });
  // Its checkout is deleted by now, and the dispute is still checked within the hour.
  const atHour = new Date(later.getTime() + DAY_MS);
  atHour.setUTCMinutes(5);

  expect(await findMissedPayments(db, { provider: stripe.provider, now: atHour })).toEqual([]);

  expect((await campaignRow(db, built.campaign.id)).state).toBe("running");
});

test("more disputes than one run checks are checked in turn, also if the provider fails", async ({ db }) => {
  const rows = Array.from({ length: DISPUTES_PER_RUN_MAX + 3 }, (_, index) => ({
    name: `Buyer ${index}`,
    joinedAt: NOW,
  }));
  const buyers = await db.insert(users).values(rows).returning({ id: users.id });
  const ended = {
    state: "ended",
    endedAt: NOW,
    endReason: "disputed",
    stateBeforeDispute: "running",
    paidAt: NOW,
  } as const;
  const { slots, startsOn, endsOn, headline, body, totalCents } = CAMPAIGN_INPUT;
  const bought = {
    slots,
    startsOn,
    endsOn,
    headline,
    body,
    totalCents,
    budgetPeriod: "day",
    budgetCents: 100,
  } as const;
  await db.insert(campaigns).values(
    buyers.map(({ id }) => ({
      ...bought,
      ...ended,
      impressionCents: 1,
      boughtBy: id,
      formKey: crypto.randomUUID(),
      provider: "stripe" as const,
      paymentId: `payment-${id}`,
      createdAt: NOW,
    })),
  );
  const calls: string[] = [];
  const syncPayments = async (userId: string) => {
    calls.push(userId);
    throw new Error("The provider doesn't answer");
  };

  for (const days of [1, 2]) await checkDisputes(db, { provider: "stripe", now: daysOn(days), sync: syncPayments });

  expect(calls).toHaveLength(DISPUTES_PER_RUN_MAX * 2);
  expect(new Set(calls)).toEqual(new Set(buyers.map(({ id }) => id)));
});

test("signed events of a dispute, out of order and repeated, lead to the bank's last decision", async ({
  db,
  stripe,
}) => {
  const built = await buildPaid(db, { stripe, state: "running" });
  await processCampaignRefunds(db, { provider: stripe.provider, now: NOW });
  await stripe.disputePurchases("needs_response");
  const opened = (await stripe.events()).at(-1);
  await deliver(db, { provider: stripe.provider, event: opened });
  await processCampaignRefunds(db, { provider: stripe.provider, now: NOW });
  expect((await campaignRow(db, built.campaign.id)).state).toBe("ended");
  await stripe.disputePurchases("won");
  const closed = (await stripe.events()).at(-1);

  const answers = [];
  for (const event of [closed, opened, closed]) {
    answers.push(await deliver(db, { provider: stripe.provider, event }));
  }

  expect(answers).toEqual(["done", "done-before", "done-before"]);
  expect((await campaignRow(db, built.campaign.id)).state).toBe("running");
  expect((await outcomesOf(db, built.ownerId)).slice(-2)).toEqual(["disputed", "restored"]);
});

test("a disputed payment for a deleted draft is refunded once the dispute is won, with one mail", async ({
  db,
  stripe,
}) => {
  const built = await buildDraft(db);
  await pay(db, stripe, built);
  await stripe.disputePurchases("needs_response");
  await syncPayments(db, built, stripe, NOW);
  await db.delete(campaigns).where(eq(campaigns.id, built.campaign.id));
  await stripe.disputePurchases("warning_closed");
  await syncPayments(db, built, stripe, NOW);
  await stripe.disputePurchases("needs_response");
  await processCampaignRefunds(db, { provider: stripe.provider, now: NOW });
  const [blockedRefund] = await db.select().from(campaignRefunds);
  expect(blockedRefund).toMatchObject({ status: "not-refundable", campaignId: null });

  await stripe.disputePurchases("won");
  for (const now of [daysOn(1), daysOn(2)]) {
    await syncPayments(db, built, stripe, now);
    await processCampaignRefunds(db, { provider: stripe.provider, now });
  }

  expect(await stripe.refundedCents()).toBe(1_000);
  expect(await subjectsOf(db, built)).toEqual([`Your refund: $10 for a campaign for ${built.place.name}`]);
});

test("a receipt lists the item, dates and price, and is sent once", async ({ db }) => {
  const built = await buildDraft(db);
  await payCampaign(db, built);
  for (let times = 0; times < 3; times += 1) {
    await syncCampaignPayments(db, { provider: buildProvider(db), userId: built.ownerId, now: NOW });
  }
  const { paymentId } = await campaignRow(db, built.campaign.id);

  const [receipt, ...others] = await db.select().from(mails).where(eq(mails.userId, built.ownerId));

  expect(others).toEqual([]);
  for (const word of [
    "$10 on January 13, 2027",
    "“Brunch on the patio”",
    built.place.name,
    "1,000 impressions",
    "Jan 13 to Jan 22, 2027 (10 days)",
    paymentId ?? "no number",
    `/business/${built.place.slug}/campaigns/${built.campaign.id}`,
  ]) {
    expect(receipt?.bodyText).toContain(word);
  }
});

type PaidInput = { stripe: StripeDouble; state: "waiting" | "running" | "paused"; endsOn?: string };

async function buildPaid(db: Database, { stripe, state, endsOn = "2027-01-22" }: PaidInput): Promise<BuiltCampaign> {
  const built = await buildDraft(db, { input: { endsOn } });
  if (!(await pay(db, stripe, built))) throw new Error("Nothing was paid");
  await syncPayments(db, built, stripe, NOW);
  const { id } = built.campaign;
  if (state !== "waiting") {
    const editor = await buildUser(db, { role: "admin" });
    const decided = { campaignId: id, decision: "approved", reason: "", decidedBy: editor.id, now: NOW } as const;
    expect(await decideCampaign(db, decided)).toBe("decided");
  }
  if (state === "paused") {
    const { id: placeId } = built.place;
    expect(await pauseOrResume(db, { id, placeId, userId: built.ownerId, action: "pause", now: NOW })).toBe(true);
  }
  return { ...built, campaign: await campaignRow(db, id) };
}

/** Opens a dispute and makes a refund fail. */
async function openDispute(db: Database, built: BuiltCampaign, stripe: StripeDouble): Promise<void> {
  await stripe.disputePurchases("needs_response");
  await syncPayments(db, built, stripe, daysOn(1));
  expect(await processCampaignRefunds(db, { provider: stripe.provider, now: daysOn(1) })).toEqual([]);
}

async function winDispute(
  db: Database,
  built: BuiltCampaign,
  stripe: StripeDouble,
  now: Date = daysOn(2),
): Promise<void> {
  await stripe.disputePurchases("won");
  await syncPayments(db, built, stripe, now);
}

function syncPayments(db: Database, { ownerId }: BuiltCampaign, { provider }: StripeDouble, now: Date): Promise<void> {
  return syncCampaignPayments(db, { provider, userId: ownerId, now });
}

async function deliver(
  db: Database,
  { provider, event }: { provider: BillingProvider; event: { body: string; signature: string } | undefined },
): Promise<unknown> {
  if (event === undefined) throw new Error("There is no such event");
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: event.signature };
  const request = new Request(`${SITE_URL}/api/webhooks/stripe`, { method: "POST", headers, body: event.body });
  const response = await answerWebhook(request, buildSite(db), provider, (customer) =>
    syncCampaignPayments(db, { ...customer, now: NOW }),
  );
  const { received }: { received?: unknown } = await response.json();
  return received;
}

async function pay(
  db: Database,
  stripe: StripeDouble,
  { campaign, place, ownerId: userId }: BuiltCampaign,
): Promise<boolean> {
  const { provider, siteUrl } = stripe;
  return stripe.pay(
    await startCampaignPayment(db, { campaign, place, provider, userId, email: null, siteUrl, now: NOW }),
  );
}

function openCases(db: Database, { campaign: { id } }: BuiltCampaign): Promise<number> {
  return db.$count(moderationCases, and(eq(moderationCases.campaignId, id), isNull(moderationCases.closedAt)));
}

/** Insertion order for rows of one instant: no test here updates a row, so the table keeps it. */
const AS_WRITTEN = sql`ctid`;

async function outcomesOf(db: Database, userId: string): Promise<unknown[]> {
  const isTheirs = and(eq(notifications.userId, userId), eq(notifications.kind, "campaign-decided"));
  const rows = await db.select().from(notifications).where(isTheirs).orderBy(notifications.notifiedAt, AS_WRITTEN);
  return rows.map(({ about }) => ("outcome" in about ? about.outcome : null));
}

async function actionsOf(db: Database, { campaign: { id } }: BuiltCampaign): Promise<string[]> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id))
    .orderBy(auditEntries.recordedAt, auditEntries.id);
  return rows.map(({ action }) => action);
}

async function subjectsOf(db: Database, { ownerId }: BuiltCampaign): Promise<string[]> {
  const rows = await db.select().from(mails).where(eq(mails.userId, ownerId)).orderBy(mails.queuedAt, AS_WRITTEN);
  return rows.map(({ subject }) => subject);
}

function daysOn(days: number): Date {
  return new Date(NOW.getTime() + days * DAY_MS);
}
