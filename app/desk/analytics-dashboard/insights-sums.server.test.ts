import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { dailyEventCounts, dailyRouteTimings, dailyViews, monthlyViews, dailyTerms } from "#app/db/schema/analytics.ts";
import { COUNT_RETENTION_DAYS, DETAIL_RETENTION_DAYS } from "#app/guide/analytics/counters/day-counts.ts";
import { rollUpStats } from "#app/guide/analytics/counters/roll-up-stats.server.ts";
import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import { BUCKET_COUNT, percentileMs } from "#app/guide/analytics/counters/response-times.ts";
import { TRAFFIC_SOURCE_LABELS } from "#app/guide/analytics/visitors/traffic-sources.ts";
import { PLANS } from "#app/people/membership/plans/plans.ts";
import { NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";
import { countVisitedRows } from "#tests/visited-rows.ts";

import { buildStats } from "./insight-builders.ts";
import { pageViewsSql } from "./insight-queries.server.ts";
import { insightCsv } from "./insights-csv.ts";
import { exportTable, loadInsights } from "./load-insights.server.ts";
import { INSIGHTS_TABS, type InsightTableName } from "./insights.ts";
import { COMPARISON_LABELS, RANGE_LABELS, parseRange } from "./range.ts";

const TODAY = "2027-01-13";

/** Every named range, and ranges that begin or end mid-month, span one day, or reach past the retention. */
const RANGE_QUERIES = [
  ...Object.keys(RANGE_LABELS).map((name) => `range=${name}`),
  "from=2025-12-10&to=2027-01-12",
  "from=2026-02-28&to=2026-03-31",
  "from=2026-11-01&to=2026-11-01",
  "from=2025-03-05&to=2025-08-20",
];

test(
  "every sum of every range, with its comparison, equals the sum of its days, on the page and in the file",
  {
    timeout: 240_000,
  },
  async ({ db }) => {
    await buildStats(db, { to: TODAY, days: COUNT_RETENTION_DAYS, pages: 12, words: 20, routes: 4 });
    const invented = { day: "2026-06-15", isDemo: true, views: 70, visitors: 30 } as const;
    await db.insert(dailyViews).values([
      { ...invented, subject: "place", key: "made-1" },
      { ...invented, subject: "site", key: "all" },
    ]);
    await rollUpStats(db, NOW);
    expect(await db.$count(monthlyViews)).toBeGreaterThan(25 * 12);
    const days = await readDays(db);
    let compared = 0;

    for (const time of RANGE_QUERIES) {
      for (const comparison of Object.keys(COMPARISON_LABELS)) {
        const query = `${time}&compare=${comparison}`;
        for (const show of Object.keys(INSIGHTS_TABS)) {
          const page = await loadInsights(db, { search: new URLSearchParams(`${query}&show=${show}`), now: NOW });
          const { range, tables, cards, chart } = page;
          for (const table of tables) {
            const name = `${query} ${table.name}`;
            const against = isComparable(table.name, range.against) ? range.against : null;
            const expected = tableOf(days, table.name, { now: range.days, before: against });
            const shown = table.rows.map(({ label, amounts }) => [label, ...amounts.flatMap((a) => [a.now, a.before])]);
            expect(shown, name).toEqual(expected);
            expect(await fileOf(db, `${query}&table=${table.name}`), name).toEqual(roundedNumbers(table));
            expect(table.isCompared, name).toBe(against !== null);
            compared += table.isCompared ? 1 : 0;
          }
          expect(
            cards.map(({ amount }) => [amount.now, amount.before]),
            `${query} ${show}`,
          ).toEqual(
            cardsOf(days, show, {
              now: range.days,
              before: isComparable("pages", range.against) ? range.against : null,
            }),
          );
          const [views] = chart?.chart.series ?? [];
          if (views !== undefined) expect(total(views.amounts), query).toBe(cards[0]?.amount.now);
        }
      }
    }
    // Otherwise no comparison would have been checked.
    expect(compared).toBeGreaterThan(150);
  },
);

test("a year of page views is read by month, not by day", { timeout: 240_000 }, async ({ db }) => {
  await buildStats(db, { to: TODAY, days: COUNT_RETENTION_DAYS, pages: 60, words: 5, routes: 3 });
  await rollUpStats(db, NOW);
  for (const table of [dailyViews, monthlyViews, dailyEventCounts]) await db.execute(sql`analyze ${table}`);
  const { range } = parseRange(new URLSearchParams("range=12-months"), TODAY);
  const odd = parseRange(new URLSearchParams("from=2025-12-10&to=2027-01-12&compare=none"), TODAY).range;
  if (range === null || odd === null) throw new Error("There is no such time");
  const byDay = await db.$count(dailyViews);
  const visited = async (query: Parameters<typeof pageViewsSql>[1]) =>
    countVisitedRows(db, await pageViewsSql(db, query));

  expect(byDay).toBeGreaterThan(35_000);
  // 24 months of 61 pages and the site.
  expect(await visited({ ...range, kind: "all" })).toBeLessThan(24 * 70);
  // 12 months, plus 22 and 12 days at the ends.
  expect(await visited({ ...odd, kind: "all" })).toBeLessThan(12 * 70 + 40 * 70);
});

type Spans = { now: DayRange; before: DayRange | null };
type AllDays = Awaited<ReturnType<typeof readDays>>;

async function readDays(db: Database) {
  return {
    views: (await db.select().from(dailyViews)).filter(({ key }) => key !== "all"),
    site: (await db.select().from(dailyViews)).filter(({ subject }) => subject === "site"),
    counts: await db.select().from(dailyEventCounts),
    words: await db.select().from(dailyTerms),
    times: await db.select().from(dailyRouteTimings),
  };
}

/** The very first day was counted in part, and terms and times have a shorter retention. */
function isComparable(table: InsightTableName, against: DayRange | null): boolean {
  const back = (days: number) => Temporal.PlainDate.from(TODAY).subtract({ days }).toString();
  const isOfWords = /^(?:hosts|utm-.*|words|without-result|not-followed)$/.test(table);
  const isOfTimes = table === "uncached" || table === "cached";
  const wholeFrom = isOfWords
    ? back(DETAIL_RETENTION_DAYS)
    : back((isOfTimes ? DETAIL_RETENTION_DAYS + 1 : COUNT_RETENTION_DAYS) - 2);
  return against !== null && against.from >= wholeFrom;
}

type Cells = (string | number | null)[];

/** The expected rows of a table, added up in the plainest way. */
function tableOf(days: AllDays, name: InsightTableName, spans: Spans): Cells[] {
  switch (name) {
    case "pages":
      return byOrder(
        grouped(days.views, ({ key }) => key).flatMap(([key, rows]) => {
          const [views, visitors] = [pair(rows, spans, (row) => row.views), pair(rows, spans, (row) => row.visitors)];
          const label = key === "subscription" ? "Plans" : rows[0]?.subject === "page" ? `/${key}` : key;
          return views[0] > 0
            ? [{ cells: [label, ...views, ...visitors], by: views[0], after: `${rows[0]?.subject} ${key}` }]
            : [];
        }),
      );
    case "sources":
    case "devices":
    case "premium-from":
      return countTable(days, { sources: "source", devices: "device", "premium-from": "premium-from" }[name], spans);
    case "hosts":
      return wordTable(days, "host", spans).map((cells) => cells.slice(0, 3));
    case "utm-sources":
      return wordTable(days, "utm-source", spans).map((cells) => cells.slice(0, 3));
    case "utm-campaigns":
      return wordTable(days, "utm-campaign", spans).map((cells) => cells.slice(0, 3));
    case "words":
      return wordTable(days, "search", spans);
    case "without-result":
      return wordTable(days, "search", spans, { by: 3, where: (cells) => Number(cells[3]) > 0 });
    case "not-followed":
      return wordTable(days, "search", spans, {
        by: 1,
        where: (cells) => cells[5] === 0 && Number(cells[3]) < Number(cells[1]),
      });
    case "uncached":
    case "cached":
      return timeTable(days, name === "cached", spans);
    case "steps":
      return stepTable(days, spans);
    case "plans":
      return PLANS.map(({ tier, name: label }) => [
        label,
        ...steps(days, "checkout", spans, tier),
        ...steps(days, "paid", spans, tier),
      ]);
  }
}

const LABELS: Record<string, string> = {
  ...TRAFFIC_SOURCE_LABELS,
  phone: "Phone",
  computer: "Computer",
  tablet: "Tablet",
  guide: "A guide",
};

function countTable({ counts: allCounts }: AllDays, kind: string, spans: Spans): Cells[] {
  const ofKind = allCounts.filter((row) => row.kind === kind);
  const all = total(inside(ofKind, spans.now).map(({ count }) => count));
  return byOrder(
    grouped(ofKind, ({ name }) => name).flatMap(([name, rows]) => {
      const [counts, visitors] = [pair(rows, spans, (row) => row.count), pair(rows, spans, (row) => row.visitors)];
      const cells = [LABELS[name] ?? name, ...counts, (counts[0] / all) * 100, null, ...visitors];
      return counts[0] > 0 ? [{ cells, by: counts[0], after: name }] : [];
    }),
  );
}

function wordTable(
  { words }: AllDays,
  kind: string,
  spans: Spans,
  { by, where }: { by: number; where: (cells: Cells) => boolean } = { by: 1, where: () => true },
): Cells[] {
  const ofKind = words.filter((row) => row.kind === kind);
  return byOrder(
    grouped(ofKind, ({ term }) => term).flatMap(([term, rows]) => {
      const [now, before] = pair(rows, spans, (row) => row.visitors);
      const within = inside(rows, spans.now);
      const rest = [
        total(within.map((row) => row.withoutResult)),
        null,
        total(within.map((row) => row.followers)),
        null,
      ];
      // A term without a row may have had up to four visitors a day.
      const cells = [term, now, before === 0 ? null : before, ...rest];
      return now > 0 && where(cells) ? [{ cells, by: Number(cells[by]), after: term }] : [];
    }),
  );
}

function timeTable({ times }: AllDays, isHit: boolean, spans: Spans): Cells[] {
  const ofKind = times.filter(({ isCacheHit: is }) => is === isHit);
  return byOrder(
    grouped(ofKind, ({ route }) => route).flatMap(([route, rows]) => {
      const now = sumBuckets(inside(rows, spans.now));
      const before = spans.before === null ? null : sumBuckets(inside(rows, spans.before));
      const p = (part: number) => [percentileMs(now, part), before === null ? null : percentileMs(before, part)];
      const cells = [route, total(now), before === null ? null : total(before), ...p(0.5), ...p(0.95)];
      return total(now) > 0 ? [{ cells, by: Number(cells[5]), after: route }] : [];
    }),
  );
}

function sumBuckets(rows: { responseCounts: number[] }[]): number[] {
  return Array.from({ length: BUCKET_COUNT }, (_, step) =>
    total(rows.map(({ responseCounts }) => responseCounts[step] ?? 0)),
  );
}

function stepTable(days: AllDays, spans: Spans): Cells[] {
  const plans = days.views.filter(({ key }) => key === "subscription");
  const [begun, paid] = [steps(days, "checkout", spans), steps(days, "paid", spans)];
  return [
    ["Plan page views", ...pair(plans, spans, (row) => row.views), null, null],
    ["Plan page visitors", ...pair(plans, spans, (row) => row.visitors), null, null],
    ["Checkout started", ...begun, null, null],
    ["Paid", ...paid, begun[0] === 0 ? null : (paid[0] / begun[0]) * 100, null],
  ];
}

function steps({ counts }: AllDays, kind: string, spans: Spans, tier?: string): [number, number | null] {
  const rows = counts.filter((row) => row.kind === kind && (tier === undefined || row.name === tier));
  return pair(rows, spans, (row) => row.visitors);
}

function cardsOf(days: AllDays, show: string, spans: Spans): (number | null)[][] {
  if (show === "pages")
    return [pair(days.site, spans, (row) => row.views), pair(days.site, spans, (row) => row.visitors)];
  if (show !== "searches") return [];
  return ["asked", "nothing", "followed"].map((name) =>
    pair(
      days.counts.filter((row) => row.kind === "search" && row.name === name),
      spans,
      (row) => row.count,
    ),
  );
}

function pair<Row extends { day: string }>(
  rows: Row[],
  { now, before }: Spans,
  of: (row: Row) => number,
): [number, number | null] {
  return [total(inside(rows, now).map(of)), before === null ? null : total(inside(rows, before).map(of))];
}

function inside<Row extends { day: string }>(rows: Row[], { from, to }: DayRange): Row[] {
  return rows.filter(({ day }) => day >= from && day <= to);
}

function grouped<Row>(rows: Row[], by: (row: Row) => string): [string, Row[]][] {
  return [...Map.groupBy(rows, by)];
}

function byOrder(rows: { cells: Cells; by: number; after: string }[]): Cells[] {
  return rows.toSorted((a, b) => b.by - a.by || (a.after < b.after ? -1 : 1)).map(({ cells }) => cells);
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0);
}

/** The numbers of a file; empty cells are null. */
async function fileOf(db: Database, query: string): Promise<(number | null)[][]> {
  const found = await exportTable(db, { search: new URLSearchParams(query), now: NOW });
  if (found === null || "problem" in found) throw new Error("There is no such file");
  const hasNotes = found.table.rows.some(({ note }) => note !== null);
  const [, ...lines] = z.array(z.array(z.string())).parse(parse(insightCsv(found.table)));
  return lines.map((cells) => cells.slice(hasNotes ? 2 : 1).map((cell) => (cell === "" ? null : Number(cell))));
}

/** A table's numbers as the file has them: two decimals, and compared values only where they exist. */
function roundedNumbers({ columns, rows, isCompared }: Awaited<ReturnType<typeof loadInsights>>["tables"][number]) {
  const round = (amount: number | null) => (amount === null ? null : Math.round(amount * 100) / 100);
  return rows.map(({ amounts }) =>
    columns.flatMap((column, index) => {
      const { now, before } = amounts[index] ?? { now: null, before: null };
      return column.isCompared && isCompared ? [round(now), round(before)] : [round(now)];
    }),
  );
}
