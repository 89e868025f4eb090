import { expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";
import { viewDays } from "#app/db/schema/analytics.ts";
import { customers, subscriptions } from "#app/db/schema/billing.ts";
import { openReviewCase } from "#app/features/moderation/cases.server.ts";
import { askQuestion } from "#app/features/questions/questions.server.ts";
import { buildGuide, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadOverview } from "./overview.server.ts";

test("the overview counts what is there, and says what waits", async ({ db }) => {
  const before = await loadOverview(db, NOW);
  const place = await buildPlace(db, { createdAt: NOW });
  const guide = await buildGuide(db, { status: "draft" });
  await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 60_000) });
  const asker = await buildUser(db, { joinedAt: NOW });
  await buildUser(db, { deletedAt: NOW });
  const review = await buildReview(db, { placeId: place.id });
  await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["new-account"], now: NOW });
  await askQuestion(db, { asker: { id: asker.id, tier: "vip" }, question: "Where to eat late on a Monday?", now: NOW });

  const after = await loadOverview(db, NOW);

  expect(after.posts).toEqual({
    published: before.posts.published,
    scheduled: before.posts.scheduled + 1,
    drafts: before.posts.drafts + 1,
  });
  expect(after.businesses.listed).toBe(before.businesses.listed + 1);
  expect(after.users).toEqual({ count: before.users.count + 2, joinedThisWeek: before.users.joinedThisWeek + 1 });
  expect(after.waiting).toEqual([{ kind: "held-review", count: 1 }]);
  expect(after.questions).toBe(1);
  expect(after.refunds).toEqual({ count: 0, cents: 0 });
  expect(after.recentPosts).toHaveLength(5);
  expect(after.recentPosts.map(({ slug }) => slug)).toContain(guide.slug);
  expect(after.recentBusinesses[0]).toMatchObject({ slug: place.slug, rating: review.stars });
});

test("growth is this month so far against as many days of the last, in Washington; nothing without those", async ({
  db,
}) => {
  const site = (day: string, views: number) => ({ day, subject: "site", key: "all", views, visitors: 1 }) as const;
  await db.insert(viewDays).values([site("2027-01-13", 150), site("2027-01-01", 30)]);
  expect(await loadOverview(db, NOW)).toMatchObject({ growth: null, views: { total: 180, last30Days: 180 } });

  await db.insert(viewDays).values([site("2026-12-13", 100), site("2026-12-14", 9_000)]);
  const { growth, compared, days, views } = await loadOverview(db, NOW);

  expect(growth).toBe("+80%");
  expect(compared).toMatch(/^Jan 1\s–\s13 against Dec 1\s–\s13$/);
  expect(views.total).toBe(9_280);
  expect(days.views.slice(-2)).toEqual([0, 150]);
  expect([days.parts[0], days.parts.at(-1)]).toEqual(["Dec 15", "Jan 13"]);
});

test("revenue is each membership that ran, at its plan's price", async ({ db }) => {
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

  const { revenue } = await loadOverview(db, NOW);

  expect(revenue.parts.slice(-4)).toEqual(["Oct 2026", "Nov 2026", "Dec 2026", "Jan 2027"]);
  expect(revenue.amounts.slice(-4)).toEqual([0, 25, 20, 20]);
});
