import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { factConfirmations } from "#app/db/schema/corrections.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { buildGuide, buildRequestContext, buildNeighborhood, buildPlace, buildViews, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadHome } from "./home-queries.server.ts";

test("published places and neighborhoods without parks are counted", async ({ db }) => {
  const before = (await loadHome(db, buildRequestContext())).stats;
  await buildPlace(db);
  await buildPlace(db, { status: "closed" });
  await buildPlace(db, { status: "removed" });
  await buildNeighborhood(db);
  await buildNeighborhood(db, { kind: "park" });

  const { stats, categories } = await loadHome(db, buildRequestContext());

  expect(before.businesses).toBe((await db.$count(places, eq(places.status, "published"))) - 1);
  expect(stats.businesses).toBe(before.businesses + 1);
  expect(stats.neighborhoods).toBe(before.neighborhoods + 1);
  expect(stats.neighborhoods).toBe(await db.$count(neighborhoods, eq(neighborhoods.kind, "neighborhood")));
  expect(categories.map(({ placeCount }) => placeCount).reduce((sum, count) => sum + count, 0)).toBe(stats.businesses);
});

test("before anything is counted, visitors are null and there are no updates", async ({ db }) => {
  const { stats, trending } = await loadHome(db, buildRequestContext());

  expect(stats).toMatchObject({ monthlyVisitors: null, updates: { count: 0, day: "today" } });
  expect(trending.basis).toBe("date");
});

test("while nothing is counted, the two newest guides and an editors' pick stand in place of trending ones", async ({
  db,
}) => {
  const newest = [
    await buildGuide(db, { publishedAt: new Date(NOW.getTime() - 1) }),
    await buildGuide(db, { publishedAt: new Date(NOW.getTime() - 2) }),
  ];

  const { trending, featured } = await loadHome(db, buildRequestContext());

  expect(trending.guides.slice(0, 2).map(({ slug }) => slug)).toEqual(newest.map(({ slug }) => slug));
  expect(trending.guides).toHaveLength(3);
  expect(trending.guides[2]?.slug).toBe(trending.pickSlug);
  expect(featured.map(({ slug }) => slug)).toContain(trending.pickSlug);
});

test("monthly visitors are those of the whole site in the last 30 days", async ({ db }) => {
  await buildViews(db, { day: "2027-01-13", views: 12, visitors: 5 });
  await buildViews(db, { day: "2026-12-20", views: 9, visitors: 4 });
  await buildViews(db, { day: "2026-12-13", views: 100 });
  await buildViews(db, { subject: "guide", key: "happy-hour", views: 100 });

  expect((await loadHome(db, buildRequestContext())).stats.monthlyVisitors).toEqual({ count: 9, isDemo: false });
});

test("demo views are counted, and marked as demo data", async ({ db }) => {
  await buildViews(db, { views: 12 });
  await buildViews(db, { subject: "guide", key: "happy-hour", views: 60 });
  const counted = await loadHome(db, buildRequestContext());
  await buildViews(db, { views: 30, isDemo: true });
  await buildViews(db, { subject: "guide", key: "happy-hour", views: 40, isDemo: true });

  const { stats, trending } = await loadHome(db, buildRequestContext());

  expect(counted.trending).toMatchObject({ basis: "views", isDemo: false });
  expect(counted.stats.monthlyVisitors).toEqual({ count: 12, isDemo: false });
  expect(stats.monthlyVisitors).toEqual({ count: 42, isDemo: true });
  expect(trending).toMatchObject({ basis: "views", isDemo: true });
  expect(trending.guides[0]).toMatchObject({ slug: "happy-hour", views: 100 });
});

const MIDNIGHT = new Date("2027-01-13T05:00:00Z");
const JUST_BEFORE_MIDNIGHT = new Date(MIDNIGHT.getTime() - 1);

test("updates are guides published, and facts recorded and confirmed since midnight in Washington", async ({ db }) => {
  await buildGuide(db, { publishedAt: MIDNIGHT });
  await buildGuide(db, { publishedAt: JUST_BEFORE_MIDNIGHT });
  await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 1) });
  const changed = await buildPlace(db, { updatedAt: MIDNIGHT });
  const removed = await buildPlace(db, { updatedAt: MIDNIGHT, status: "removed" });
  const fact = {
    value: "+12025550100",
    sourceId: "general-knowledge",
    origin: "import",
    recordedAt: MIDNIGHT,
  } as const;
  await db.insert(placeFacts).values([
    { ...fact, placeId: changed.id, field: "phone" },
    { ...fact, placeId: changed.id, field: "website", recordedAt: JUST_BEFORE_MIDNIGHT },
    { ...fact, placeId: changed.id, field: "zip", origin: "seed" },
    { ...fact, placeId: removed.id, field: "phone" },
  ]);
  const confirmation = {
    placeId: changed.id,
    field: "phone",
    valueDigest: "0".repeat(32),
    confirmedBy: "reader",
  } as const;
  await db.insert(factConfirmations).values([
    { ...confirmation, confirmedAt: MIDNIGHT },
    { ...confirmation, confirmedAt: JUST_BEFORE_MIDNIGHT },
  ]);

  expect((await loadHome(db, buildRequestContext())).stats.updates).toEqual({ count: 3, day: "today" });
});

test("before the day's first update, those of yesterday are shown and said to be so", async ({ db }) => {
  await buildGuide(db, { publishedAt: JUST_BEFORE_MIDNIGHT });

  expect((await loadHome(db, buildRequestContext())).stats.updates).toEqual({ count: 1, day: "yesterday" });
});

test("the home page shows six featured guides, three trending ones, eight categories and six neighborhoods", async ({
  db,
}) => {
  const { featured, trending, categories, neighborhoods: shown } = await loadHome(db, buildRequestContext());

  expect(featured.map(({ slug }) => slug)).toEqual([...new Set(featured.map(({ slug }) => slug))]);
  expect([featured.length, trending.guides.length, categories.length, shown.length]).toEqual([6, 3, 8, 6]);
  expect(shown[0]?.slug).toBe("georgetown");
  expect(categories[0]).toMatchObject({ slug: "food", name: "Food & Dining" });
});

test("the page shows the date in Washington and expires when that day ends", async ({ db }) => {
  // 11:30 PM on January 13 in Washington, already the 14th in UTC.
  const moment = buildRequestContext(new Date("2027-01-14T04:30:00Z"));

  const home = await loadHome(db, moment);

  expect(home).toMatchObject({ today: "Wednesday, January 13", season: "winter" });
  expect(moment.page.expiresAt).toEqual(new Date("2027-01-14T05:00:00Z"));
});

test.for([
  ["2026-11-26T17:00:00Z", "Thanksgiving Day: hours may differ today."],
  ["2026-11-26T04:00:00Z", "Tomorrow is Thanksgiving Day: hours may differ."],
  ["2026-11-27T17:00:00Z", null],
] as const)("the holiday note at %s: %s", async ([at, note], { db }) => {
  expect((await loadHome(db, buildRequestContext(new Date(at)))).holidayNote).toBe(note);
});
