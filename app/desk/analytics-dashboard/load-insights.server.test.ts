import { expect } from "vitest";

import { dailyEventCounts, dailyRouteTimings, dailyViews, dailyTerms } from "#app/db/schema/analytics.ts";
import type { Database } from "#app/db/database.server.ts";
import { BUCKET_COUNT } from "#app/guide/analytics/counters/response-times.ts";
import { buildGuide, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { insightCsv } from "./insights-csv.ts";
import { exportTable, loadInsights, parseInsightsQuery } from "./load-insights.server.ts";
import type { InsightTableName } from "./insights.ts";

test("pages are sorted by views and shown by name with their change, and growth is never shown without a complete comparison", async ({
  db,
}) => {
  const place = await buildPlace(db, { name: "Quillon's Diner" });
  const guide = await buildGuide(db, { title: "Forty porches" });
  await db.insert(dailyViews).values([
    view("2027-01-02", "place", place.slug, 40),
    view("2027-01-09", "place", place.slug, 50),
    view("2027-01-10", "place", place.slug, 10),
    view("2027-01-09", "guide", guide.slug, 7),
    view("2027-01-09", "page", "home", 90),
    view("2027-01-12", "category", "food", 1),
    // The first day was counted in part, and today isn't over.
    view("2026-12-29", "site", "all", 3),
    view("2027-01-02", "site", "all", 40),
    view("2027-01-09", "site", "all", 158),
    view("2027-01-13", "place", place.slug, 900),
  ]);
  const week = await load(db, "range=7-days");

  expect(rowsOf(week, "pages")).toEqual([
    ["Home", "/", [90, 0]],
    ["Quillon's Diner", `/places/${place.slug}`, [60, 40]],
    ["Forty porches", `/posts/${guide.slug}`, [7, 0]],
    ["Food & Dining", "/food", [1, 0]],
  ]);
  expect(week.cards[0]).toMatchObject({ label: "Views", amount: { now: 158, before: 40 } });
  expect(rowsOf(await load(db, "range=7-days&kind=guide"), "pages")).toHaveLength(1);
  expect(rowsOf(await load(db, "range=today"), "pages")).toEqual([
    ["Quillon's Diner", `/places/${place.slug}`, [900, null]],
  ]);
  const year = await load(db, "range=7-days&compare=year");
  expect(year.cards[0]?.amount).toEqual({ now: 158, before: null });
  expect(year.tables[0]).toMatchObject({ isCompared: false, countedFrom: null });
  expect((await load(db, "range=30-days")).tables[0]).toMatchObject({ countedFrom: "2026-12-29" });
});

test("a day in Washington is one day, also on the nights the clocks change", async ({ db }) => {
  await db
    .insert(dailyViews)
    .values([
      view("2026-10-01", "site", "all", 1),
      view("2026-10-31", "site", "all", 5),
      view("2026-11-01", "site", "all", 7),
      view("2026-11-02", "site", "all", 11),
    ]);
  const { cards, chart } = await load(db, "from=2026-11-01&to=2026-11-01");
  expect(cards[0]?.amount).toEqual({ now: 7, before: 5 });
  expect(chart?.chart.parts).toEqual(["Nov 1"]);
  const days = await load(db, "from=2026-10-31&to=2026-11-02");
  expect(days.chart?.chart.series[0]?.amounts).toEqual([5, 7, 11]);
});

test("the page shows fifty rows at a time, and the file has all of them", async ({ db }) => {
  const days = Array.from({ length: 120 }, (_, n) => view("2027-01-09", "page", `page-${n}`, n + 1));
  await db.insert(dailyViews).values(days);
  const third = await load(db, "range=7-days&page=3");

  expect(third.pageCount).toBe(3);
  expect(rowsOf(third, "pages")).toHaveLength(20);
  expect((await csv(db, "range=7-days&table=pages")).split("\r\n")).toHaveLength(122);
  expect(parseInsightsQuery(new URLSearchParams("page=1e9&show=toString&kind=x"))).toEqual({
    page: 200,
    show: "pages",
    kind: "all",
  });
});

test("searches without a result and results that nobody opened are told apart", async ({ db }) => {
  const word = (day: string, text: string, visitors: number, more = {}) =>
    ({ day, kind: "search", term: text, visitors, ...more }) as const;
  await db
    .insert(dailyTerms)
    .values([
      word("2027-01-09", "rooftop opera", 9, { withoutResult: 9 }),
      word("2027-01-10", "rooftop opera", 5, { withoutResult: 5 }),
      word("2027-01-09", "half smoke", 30, { followers: 12 }),
      word("2027-01-09", "laundry", 8),
      word("2027-01-02", "laundry", 6),
      word("2027-01-09", "=cmd|' /c calc'!a1", 5, { withoutResult: 1, followers: 2 }),
      { ...word("2027-01-09", "news.example", 50), kind: "host" },
    ]);
  await db.insert(dailyEventCounts).values([
    { day: "2026-12-01", kind: "search", name: "asked", count: 1, visitors: 1 },
    { day: "2027-01-09", kind: "search", name: "asked", count: 80, visitors: 50 },
    { day: "2027-01-09", kind: "search", name: "nothing", count: 20, visitors: 15 },
  ]);
  const page = await load(db, "range=7-days&show=searches");

  expect(rowsOf(page, "words").map(([label]) => label)).toEqual([
    "half smoke",
    "rooftop opera",
    "laundry",
    "=cmd|' /c calc'!a1",
  ]);
  expect(rowsOf(page, "without-result").map(([label]) => label)).toEqual(["rooftop opera", "=cmd|' /c calc'!a1"]);
  // A term without a row may have had up to four visitors a day.
  expect(rowsOf(page, "not-followed")).toEqual([["laundry", "/search?q=laundry", [8, 6]]]);
  expect(rowsOf(page, "words")[0]?.[2]).toEqual([30, null]);
  expect(page.cards.map(({ label, amount }) => [label, amount.now])).toEqual([
    ["Searches", 80],
    ["Without a result", 20],
    ["Results opened", 0],
  ]);
  expect(await csv(db, "range=7-days&table=without-result")).toBe(
    "search,visitors,visitors_before,without_result,followers\r\n" +
      "rooftop opera,14,,14,0\r\n'=cmd|' /c calc'!a1,5,,1,2\r\n",
  );
});

test("terms are not compared with a range whose terms were partly deleted, on the page and in the file, and longer-lived counts are", async ({
  db,
}) => {
  const word = (day: string, visitors: number, kind: "search" | "host" = "search") =>
    ({ day, kind, term: "laundry.example", visitors }) as const;
  const count = (day: string, count: number) =>
    ({ day, kind: "source", name: "direct", count, visitors: count }) as const;
  // On January 13, 2027 terms go back 400 days, so none of November 2025 is left.
  await db.insert(dailyTerms).values([word("2026-12-01", 8), word("2025-12-11", 6), word("2026-12-01", 9, "host")]);
  await db.insert(dailyTerms).values(word("2025-12-11", 7, "host"));
  await db.insert(dailyEventCounts).values([count("2025-01-01", 1), count("2025-12-11", 30), count("2026-12-01", 40)]);
  const half = "from=2026-11-20&to=2027-01-01&compare=year";
  const whole = "from=2026-12-09&to=2027-01-01&compare=year";

  const searches = await load(db, `${half}&show=searches`);
  const sources = await load(db, `${half}&show=sources`);
  expect(searches.tables[0]).toMatchObject({ name: "words", isCompared: false });
  expect(rowsOf(searches, "words")[0]?.[2]).toEqual([8, null]);
  expect(rowsOf(sources, "hosts")[0]?.[2]).toEqual([9, null]);
  expect(rowsOf(sources, "sources")[0]?.[2]).toEqual([40, 30]);
  expect(await csv(db, `${half}&table=words`)).toContain("laundry.example,8,0,0");
  expect((await load(db, `${whole}&show=searches`)).tables[0]).toMatchObject({
    isCompared: true,
    deletedBefore: null,
  });
  const old = await load(db, "from=2025-11-01&to=2025-12-31&show=searches");
  expect(old.tables[0]).toMatchObject({ isCompared: false, deletedBefore: "2025-12-09" });
});

test("routes are sorted by their slowest responses, and too few responses give no 95th percentile", async ({ db }) => {
  const responseCounts = (counts: Record<number, number>) =>
    Array.from({ length: BUCKET_COUNT }, (_, step) => counts[step] ?? 0);
  const of = (day: string, route: string, isCacheHit: boolean, counts: Record<number, number>) =>
    ({ day, route, isCacheHit, responseCounts: responseCounts(counts) }) as const;
  await db
    .insert(dailyRouteTimings)
    .values([
      of("2026-12-01", "/search", false, { 1: 1 }),
      of("2027-01-09", "/search", false, { 20: 50, 40: 50 }),
      of("2027-01-10", "/search", false, { 40: 10 }),
      of("2027-01-09", "/places/:slug", false, { 20: 19 }),
      of("2027-01-09", "/places/:slug", true, { 0: 500 }),
      of("2027-01-02", "/search", false, { 20: 40 }),
    ]);
  const { tables } = await load(db, "range=7-days&show=speed");
  const [uncached, cached] = tables;

  expect(uncached?.rows.map(({ label, amounts }) => [label, amounts[0], amounts[2]?.now === null])).toEqual([
    ["/search", { now: 110, before: 40 }, false],
    ["/places/:slug", { now: 19, before: 0 }, true],
  ]);
  const [, median, slow] = uncached?.rows[0]?.amounts ?? [];
  expect(median?.now).toBeGreaterThan(300);
  expect(slow?.now).toBeGreaterThan(median?.now ?? 0);
  expect(slow?.before).toBeLessThan(5);
  expect(cached?.rows.map(({ label }) => label)).toEqual(["/places/:slug"]);
});

test("the membership funnel says what each step counts, by plan, and divides only accounts by accounts", async ({
  db,
}) => {
  const count = (kind: "checkout" | "paid", name: string, visitors: number) =>
    ({ day: "2027-01-09", kind, name, count: visitors + 3, visitors }) as const;
  await db
    .insert(dailyEventCounts)
    .values([count("checkout", "vip", 3), count("checkout", "city-insider", 5), count("paid", "vip", 2)]);
  await db
    .insert(dailyEventCounts)
    .values({ day: "2027-01-09", kind: "premium-from", name: "guide", count: 4, visitors: 4 });
  await db.insert(dailyViews).values({ ...view("2027-01-09", "page", "subscription", 100), visitors: 60 });
  const { tables } = await load(db, "range=7-days&show=premium");

  expect(tables[0]?.rows.map(({ label, note, amounts }) => [label, note, ...amounts.map(({ now }) => now)])).toEqual([
    ["Plan page views", "views", 100, null],
    ["Plan page visitors", "daily visitors, added up", 60, null],
    ["Checkout started", "accounts", 8, null],
    ["Paid", "accounts", 2, 25],
  ]);
  expect(tables[1]?.rows.map(({ label, amounts }) => [label, ...amounts.map(({ now }) => now)])).toEqual([
    ["Local Explorer", 0, 0],
    ["City Insider", 5, 0],
    ["VIP", 3, 2],
  ]);
  expect(tables[2]?.rows.map(({ label }) => label)).toEqual(["A guide"]);
});

test("invalid days show an error above the last 30 days, and their file or an unknown table is refused", async ({
  db,
}) => {
  const page = await load(db, "from=2027-01-05&to=2027-01-04");
  expect(page.problem?.field).toBe("from");
  expect(page.range.name).toBe("30-days");
  const exportWith = (query: string) => exportTable(db, { search: new URLSearchParams(query), now: NOW });
  expect(await exportWith("table=pages&from=2027-01-05&to=2027-01-04")).toHaveProperty("problem");
  expect(await exportWith("table=users")).toBeNull();
});

function load(db: Database, query: string) {
  return loadInsights(db, { search: new URLSearchParams(query), now: NOW });
}

async function csv(db: Database, query: string): Promise<string> {
  const found = await exportTable(db, { search: new URLSearchParams(query), now: NOW });
  if (found === null || "problem" in found) throw new Error("There is no such file");
  return insightCsv(found.table);
}

/** Label, link, and the first number with its comparison. */
function rowsOf({ tables }: Awaited<ReturnType<typeof load>>, name: InsightTableName) {
  const table = tables.find((each) => each.name === name);
  return (table?.rows ?? []).map(
    ({ label, href, amounts }) => [label, href, [amounts[0]?.now, amounts[0]?.before]] as const,
  );
}

function view(day: string, subject: (typeof dailyViews.$inferInsert)["subject"], key: string, views: number) {
  return { day, subject, key, views, visitors: 1 };
}
