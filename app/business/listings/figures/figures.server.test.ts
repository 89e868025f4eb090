import { expect } from "vitest";

import type { PlaceMetric } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { dailyPlaceStats, monthlyPlaceStats, dailyPlaceTerms } from "#app/db/schema/analytics.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { rollUpStats } from "#app/guide/analytics/counters/roll-up-stats.server.ts";
import { buildNeighborhood, buildOwner, buildPlace, buildUser, buildViews, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { formatStatsChange } from "./figure-labels.ts";
import type { PeriodName } from "./figure-period.ts";
import { figuresCsv, searchesCsv } from "./figures-csv.ts";
import { loadFigures } from "./figures.server.ts";
import { type FiguresPage, type Measure, median } from "./listing-figures.ts";
import { findComparisonGroup } from "./comparison-group.server.ts";

type PlaceRow = Awaited<ReturnType<typeof buildPlace>>;

/** Long before all counts of these tests. */
const LONG_AGO = new Date("2020-01-01T17:00:00Z");

test("stats equal the recorded counts without today, and their parts add up to them", async ({ db }) => {
  const place = await oldPlace(db);
  await buildViews(db, { subject: "place", key: place.slug, day: "2027-01-13", views: 7, visitors: 3 });
  await buildViews(db, { subject: "place", key: place.slug, day: "2027-01-12", views: 5, visitors: 4 });
  await buildViews(db, { subject: "place", key: place.slug, day: "2026-12-14", views: 2, visitors: 1 });
  await buildViews(db, { subject: "place", key: place.slug, day: "2026-12-13", views: 90, visitors: 80 });
  await count(db, place, "website", { "2027-01-13": [2, 1], "2027-01-12": [6, 4] });
  await count(db, place, "search", { "2027-01-12": [9, 3], "2026-12-20": [1, 1] });
  await count(db, place, "map", { "2027-01-12": [2, 2] });

  const figures = await load(db, place);

  expect(amount(figures, "views")).toMatchObject({ today: 7, amount: 7 });
  expect(amount(figures, "visitors")).toMatchObject({ today: 3, amount: 5 });
  expect(amount(figures, "website")).toMatchObject({ today: 2, amount: 6, uniqueVisitors: 4 });
  expect(amount(figures, "search")).toMatchObject({ today: 0, amount: 4 });
  expect(amount(figures, "lists").amount).toBe(6);
  for (const { measure, amount: all } of figures.rows) {
    expect(figures.amounts.reduce((sum, part) => sum + part[measure], 0)).toBe(all);
  }
});

test("stats say that demo views and saves are among them, and leave out saves by owners and managers", async ({
  db,
}) => {
  const place = await oldPlace(db);
  await buildViews(db, { subject: "place", key: place.slug, day: "2027-01-12", views: 50, isDemo: true });
  const [member, owner, invented] = [await buildUser(db), await buildUser(db), await buildUser(db, { isDemo: true })];
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  const savedAt = new Date("2027-01-12T17:00:00Z");
  for (const { id: userId } of [member, owner, invented]) {
    await db.insert(savedPlaces).values({ userId, placeId: place.id, savedAt });
  }

  const figures = await load(db, place);

  expect(figures.isDemo).toBe(true);
  expect(amount(figures, "views").amount).toBe(50);
  expect(amount(figures, "saves").amount).toBe(2);
  expect((await load(db, await oldPlace(db))).isDemo).toBe(false);
});

test("a change is shown only when both periods were counted completely", async ({ db }) => {
  const place = await oldPlace(db);
  const young = await buildPlace(db, { createdAt: new Date("2026-12-20T17:00:00Z") });
  for (const each of [place, young]) {
    await buildViews(db, { subject: "place", key: each.slug, day: "2027-01-12", views: 15 });
    await buildViews(db, { subject: "place", key: each.slug, day: "2026-12-01", views: 10 });
    await count(db, each, "website", { "2027-01-12": [3, 3] });
  }
  // The guide has counted views for a long time, and clicks for two weeks.
  await buildViews(db, { day: "2026-01-01", views: 1 });
  await count(db, place, "phone", { "2026-12-30": [1, 1] });
  await count(db, place, "search", { "2026-12-29": [1, 1] });

  const [old, fresh] = [await load(db, place), await load(db, young)];

  expect(formatStatsChange(amount(old, "views"))).toBe("+50%");
  expect(formatStatsChange(amount(old, "website"))).toBeNull();
  expect(formatStatsChange(amount(fresh, "views"))).toBeNull();
  expect(fresh.countedFrom).toBe("2026-12-31");
});

test("stats are compared with five places of the type, else with the category, else with none", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db);
  const here = { neighborhoodSlug, createdAt: LONG_AGO };
  const place = await buildPlace(db, { ...here, type: "Diner" });
  const others: PlaceRow[] = [];
  for (const views of [1, 2, 8, 100]) {
    const other = await buildPlace(db, { ...here, type: "Diner" });
    others.push(other);
    await buildViews(db, { subject: "place", key: other.slug, day: "2027-01-12", views });
  }
  await buildPlace(db, { ...here, type: "Diner", status: "closed" });
  const withFour = await load(db, place);
  await buildPlace(db, { ...here, type: "Bakery" });
  const withCategory = await load(db, place);
  await buildPlace(db, { ...here, type: "Diner" });
  const withFive = await load(db, place);

  expect(withFour.similar).toEqual({ by: null });
  expect(amount(withFour, "views").median).toBeNull();
  expect(withCategory.similar).toMatchObject({ by: "category", count: 5 });
  expect(withFive.similar).toMatchObject({ by: "type", count: 5, what: "Diner" });
  // 0, 1, 2, 8 and 100: a place without views counts too.
  expect(amount(withFive, "views").median).toBe(2);
  expect((await findComparisonGroup(db, place)).by).toBe("type");
});

test("old days are rolled up by month once, and the twelve months stay the same", async ({ db }) => {
  const place = await oldPlace(db);
  await count(db, place, "website", { "2026-02-03": [2, 2], "2026-02-28": [5, 4], "2026-12-31": [3, 1] });
  await db.insert(dailyPlaceTerms).values([
    { placeId: place.id, day: "2025-11-01", term: "long ago", visitors: 5 },
    { placeId: place.id, day: "2026-12-31", term: "diner", visitors: 6 },
  ]);
  const before = await load(db, place, "12-months");
  await rollUpStats(db, NOW);
  await count(db, place, "website", { "2026-02-10": [1, 1] });
  await rollUpStats(db, NOW);
  await rollUpStats(db, NOW);
  const after = await load(db, place, "12-months");

  expect(amount(before, "website")).toMatchObject({ amount: 10, uniqueVisitors: 7 });
  expect(amount(after, "website")).toMatchObject({ amount: 11, uniqueVisitors: 8 });
  expect(after.amounts[1]?.website).toBe(8);
  expect(await db.select().from(monthlyPlaceStats)).toEqual([
    { placeId: place.id, month: "2026-02-01", metric: "website", count: 8, visitors: 7 },
  ]);
  expect(await db.$count(dailyPlaceStats)).toBe(1);
  expect(after.terms).toEqual([{ term: "diner", visitors: 6 }]);
});

test("a new place has no stats and says so", async ({ db }) => {
  const figures = await load(db, await buildPlace(db, { createdAt: NOW }));

  expect(figures.isEmpty).toBe(true);
  expect(new Set(figures.rows.map((row) => row.amount))).toEqual(new Set([0]));
});

test("the CSV files match the page, and search terms can't become formulas", async ({ db }) => {
  const place = await oldPlace(db);
  await count(db, place, "website", { "2027-01-12": [6, 4] });
  const { period, amounts } = await load(db, place);
  const parts = period.parts.flatMap((part, index) => {
    const of = amounts[index];
    return of === undefined ? [] : [{ ...part, amounts: of }];
  });

  const lines = figuresCsv(parts).split("\r\n");
  expect(lines).toHaveLength(32);
  expect(lines[0]).toMatch(/^from,to,views,visitors,saves,website,/);
  expect(lines[30]).toBe("2027-01-12,2027-01-12,0,0,0,6,0,0,0,0,0,0,0,0,0");
  expect(searchesCsv([{ term: '=HYPERLINK("x")', visitors: 5 }])).toBe(
    'search,visitors\r\n"\'=HYPERLINK(""x"")",5\r\n',
  );
});

test("changes are formatted as percentages", () => {
  const words = (now: number, before: number | null) => formatStatsChange({ amount: now, before });

  expect([words(5, null), words(5, 5), words(5, 0), words(3, 2), words(1, 2), words(1001, 1000), words(0, 9)]).toEqual([
    null,
    "no change",
    "from 0",
    "+50%",
    "−50%",
    "under +1%",
    "−100%",
  ]);
});

test("the median is the middle amount, or halfway between two", () => {
  expect([median([]), median([3]), median([5, 1]), median([9, 1, 2])]).toEqual([null, 3, 3, 2]);
});

async function oldPlace(db: Database): Promise<PlaceRow> {
  return buildPlace(db, { createdAt: LONG_AGO });
}

function load(db: Database, place: PlaceRow, period: PeriodName = "30-days"): Promise<FiguresPage> {
  return loadFigures(db, { place, period, now: NOW });
}

function amount(figures: FiguresPage, measure: Measure) {
  const row = figures.rows.find((each) => each.measure === measure);
  if (row === undefined) throw new Error(`There is no row of ${measure}`);
  return row;
}

async function count(
  db: Database,
  { id: placeId }: PlaceRow,
  metric: PlaceMetric,
  days: Record<string, [count: number, visitors: number]>,
): Promise<void> {
  await db
    .insert(dailyPlaceStats)
    .values(Object.entries(days).map(([day, [count, visitors]]) => ({ placeId, day, metric, count, visitors })));
}
