import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import { customers, refunds, subscriptions } from "#app/db/schema/billing.ts";
import { liveSources } from "#app/db/schema/live-sources.ts";
import { contactMessages } from "#app/db/schema/contact.ts";
import { buildDraft } from "#app/business/advertising/advertising-builders.ts";
import { buildFeature, buildImport, buildFeatureFile } from "#app/desk/imports/import-builders.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { askQuestion } from "#app/people/ask-an-editor/editor-questions.server.ts";
import { buildGuide, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadOverview } from "./load-overview.server.ts";

const SANDBOX = { name: "sandbox", isTest: true } as const;

test("the overview counts content and open tasks", async ({ db }) => {
  const before = await loadOverview(db, { provider: SANDBOX, now: NOW });
  const place = await buildPlace(db, { createdAt: NOW });
  const guide = await buildGuide(db, { status: "draft" });
  await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 60_000) });
  const asker = await buildUser(db, { joinedAt: NOW });
  await buildUser(db, { deletedAt: NOW });
  const review = await buildReview(db, { placeId: place.id });
  await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["new-account"], now: NOW });
  await askQuestion(db, { asker: { id: asker.id, tier: "vip" }, question: "Where to eat late on a Monday?", now: NOW });

  const after = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect(after.posts).toEqual({
    published: before.posts.published,
    scheduled: before.posts.scheduled + 1,
    drafts: before.posts.drafts + 1,
  });
  expect(after.businesses.listed).toBe(before.businesses.listed + 1);
  expect(after.users).toEqual({ count: before.users.count + 2, joinedThisWeek: before.users.joinedThisWeek + 1 });
  expect(after.openCases).toEqual([{ kind: "held-review", count: 1 }]);
  expect(after.inbox.questions).toBe(1);
  expect(after.inbox.refunds).toBe(0);
  expect(after.recentPosts).toHaveLength(5);
  expect(after.recentPosts.map(({ slug }) => slug)).toContain(guide.slug);
  expect([after.inbox.messages, after.inbox.imports]).toEqual([0, 0]);
  expect(after.recentBusinesses[0]).toMatchObject({ slug: place.slug, rating: review.stars });
});

test("places whose hours are known are counted until OpenStreetMap is on", async ({ db }) => {
  const before = await loadOverview(db, { provider: SANDBOX, now: NOW });
  await buildPlace(db, { hoursText: "By appointment" });
  await buildPlace(db, {});
  const after = await loadOverview(db, { provider: SANDBOX, now: NOW });
  await db.insert(liveSources).values({ name: "osm", isOn: true, acceptedAt: NOW, nextRunAt: NOW });
  const withSource = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect(before.hoursKnown).toBeLessThan(before.businesses.listed / 2);
  expect([after.hoursKnown, withSource.hoursKnown]).toEqual([(before.hoursKnown ?? 0) + 1, null]);
});

test("refunds of members and of campaigns count as open tasks until they are made", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const given = { provider: "sandbox", requestedAt: NOW } as const;
  await db.insert(refunds).values([
    { ...given, userId, requestedBy: "member", paymentId: "pi_1", amountCents: 500, status: "pending" },
    { ...given, userId, requestedBy: "member", paymentId: "pi_2", amountCents: 900, status: "refunded" },
  ]);
  await db.insert(campaignRefunds).values([
    { ...given, paymentId: "pi_3", amountCents: 1_200, status: "pending" },
    { ...given, paymentId: "pi_4", amountCents: 700, status: "refunded" },
  ]);

  const overview = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect(overview.inbox.refunds).toBe(2);
});

test("open messages and import records count as open tasks until they are decided", async ({ db }) => {
  const message = { name: "Mia", email: "mia@example.com", topic: "other", body: "Hello.", changedAt: NOW } as const;
  await db.insert(contactMessages).values([
    { ...message, sentAt: NOW },
    { ...message, sentAt: NOW, state: "closed" },
  ]);
  const path = buildFeatureFile([
    buildFeature({ id: "a", name: "Quizzical & Oboe Quilts" }),
    buildFeature({ id: "b", name: "Quizzical & Organ Quilts", at: [38.89745, -76.96655] }),
  ]);
  await buildImport(db, { path, publishes: true });

  const { inbox } = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect([inbox.messages, inbox.imports]).toEqual([1, 1]);
});

test("the most recent posts have the latest publication dates, as in the table of posts", async ({ db }) => {
  const old = await buildGuide(db, { publishedAt: new Date("2020-01-01T12:00:00Z") });
  const later = await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 60_000) });

  const { recentPosts } = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect(recentPosts[0]?.slug).toBe(later.slug);
  expect(recentPosts.map(({ slug }) => slug)).not.toContain(old.slug);
});

test("growth compares this month so far with the same days of the last month in Washington; null without data", async ({
  db,
}) => {
  const site = (day: string, views: number) => ({ day, subject: "site", key: "all", views, visitors: 1 }) as const;
  await db.insert(dailyViews).values([site("2027-01-13", 150), site("2027-01-01", 30)]);
  expect(await loadOverview(db, { provider: SANDBOX, now: NOW })).toMatchObject({
    growth: null,
    views: { total: 180, lastDays: 30 },
  });

  await db.insert(dailyViews).values([site("2026-12-13", 100), site("2026-12-14", 9_000)]);
  const { growth, comparisonLabel: compared, days, views } = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect(growth).toBe("+80%");
  expect(compared).toMatch(/^Jan\s1\s–\u2060\s13 vs. Dec\s1\s–\u2060\s13$/);
  expect(views.total).toBe(9_280);
  expect(days.views.slice(-2)).toEqual([0, 150]);
  expect([days.parts[0], days.parts.at(-1)]).toEqual(["Dec 14", "Jan 13"]);
  // The whole days that analytics shows by default.
  expect(views.span.replaceAll(/[^\w]+/g, " ")).toBe("Dec 14 2026 Jan 12 2027");
  expect(views.lastDays).toBe(9_030);
});

test("searches and sign-ups are counted by day in Washington", async ({ db }) => {
  const before = await loadOverview(db, { provider: SANDBOX, now: NOW });
  const day = { day: "2027-01-12", visitors: 1 } as const;
  await db.insert(dailyViews).values([
    { ...day, subject: "page", key: "search", views: 7 },
    { ...day, subject: "page", key: "about", views: 50 },
    { ...day, subject: "site", key: "all", views: 90 },
  ]);
  // The last minute of the 12th, and the first of the 13th.
  for (const joinedAt of ["2027-01-13T04:59:00Z", "2027-01-13T05:00:00Z", "2027-01-13T05:01:00Z"])
    await buildUser(db, { joinedAt: new Date(joinedAt) });
  const { days } = await loadOverview(db, { provider: SANDBOX, now: NOW });

  const [former, last] = before.days.signUps.slice(-2);
  expect(days.searches.slice(-3)).toEqual([0, 7, 0]);
  expect(days.signUps.slice(-2)).toEqual([(former ?? 0) + 1, (last ?? 0) + 2]);
  expect(days.signUps.slice(0, -2)).toEqual(before.days.signUps.slice(0, -2));
});

test("membership revenue is each active membership at its plan's price minus refunds, of this provider only", async ({
  db,
}) => {
  const people = await db
    .insert(users)
    .values([1, 2].map((number) => ({ name: `Payer ${number}`, joinedAt: NOW })))
    .returning();
  const [stays, gone] = people;
  const customer = { provider: "sandbox", createdAt: NOW } as const;
  await db.insert(customers).values(people.map(({ id }) => ({ ...customer, userId: id, providerId: id })));
  const of = { provider: "sandbox", startedAt: new Date("2026-11-10T12:00:00Z") } as const;
  await db.insert(subscriptions).values([
    {
      ...of,
      userId: stays?.id ?? "",
      providerId: "a",
      tier: "city-insider",
      status: "active",
      currentPeriodEndsAt: new Date("2027-02-10T12:00:00Z"),
    },
    {
      ...of,
      userId: gone?.id ?? "",
      providerId: "b",
      tier: "local-explorer",
      status: "ended",
      currentPeriodEndsAt: new Date("2026-12-10T12:00:00Z"),
    },
  ]);

  const given = { provider: "sandbox", userId: stays?.id ?? "", requestedBy: "member", requestedAt: NOW } as const;
  await db.insert(refunds).values([
    { ...given, paymentId: "pi_1", amountCents: 500, status: "refunded" },
    { ...given, paymentId: "pi_2", amountCents: 900, status: "not-refundable" },
    { ...given, paymentId: "pi_3", amountCents: 900, status: "refunded", provider: "stripe" },
  ]);

  const { revenue } = await loadOverview(db, { provider: SANDBOX, now: NOW });
  const elsewhere = await loadOverview(db, { provider: { name: "stripe", isTest: false }, now: NOW });

  expect(revenue?.isTest).toBe(true);
  expect(revenue?.parts.slice(-4)).toEqual(["Oct 2026", "Nov 2026", "Dec 2026", "Jan 2027"]);
  expect(revenue?.memberships.slice(-4)).toEqual([0, 25, 20, 15]);
  expect(elsewhere.revenue?.memberships).toEqual(Array.from({ length: 12 }, () => 0));
  expect((await loadOverview(db, { provider: null, now: NOW })).revenue).toBeNull();
});

test("campaign revenue is what was paid in a month in Washington minus its refunds", async ({ db }) => {
  const pay = async (paidAt: string, totalCents: number, given: Partial<typeof campaigns.$inferInsert> = {}) => {
    const paymentId = `pi_${crypto.randomUUID()}`;
    const { campaign } = await buildDraft(db);
    const paid = { state: "running", provider: "sandbox", paymentId, paidAt: new Date(paidAt), totalCents } as const;
    await db
      .update(campaigns)
      .set({ ...paid, ...given })
      .where(eq(campaigns.id, campaign.id));
    return paymentId;
  };
  const back = (paymentId: string, amountCents: number, status: "refunded" | "not-refundable") =>
    db.insert(campaignRefunds).values({ paymentId, provider: "sandbox", amountCents, status, requestedAt: NOW });
  // Still the old year in Washington.
  await back(await pay("2027-01-01T04:30:00Z", 5_000), 1_200, "refunded");
  await back(await pay("2027-01-05T12:00:00Z", 3_000), 700, "not-refundable");
  await pay("2027-01-06T12:00:00Z", 9_000, { state: "ended", endedAt: NOW, endReason: "disputed" });
  await pay("2027-01-06T12:00:00Z", 9_000, { provider: "stripe" });

  const { revenue } = await loadOverview(db, { provider: SANDBOX, now: NOW });

  expect(revenue?.campaigns.slice(-3)).toEqual([0, 38, 30]);
});
