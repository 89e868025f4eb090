import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import type { Chart } from "#app/business/listings/figures/chart.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { formatDaySpan } from "#app/lib/format-time.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { pickQuery, type QueryReader } from "#app/platform/route-handle.ts";

import { sumDayCounts, hasDemoViews, loadViewsByDay } from "./insight-queries.server.ts";
import { loadInsightTable } from "./insight-tables.server.ts";
import {
  type InsightCard,
  type INSIGHTS_PARAMETERS,
  type InsightsQuery,
  type InsightsPage,
  type InsightTable,
  PAGE_KINDS,
  PAGE_NUMBER_MAX,
  PAGES_PER_PAGE,
  INSIGHTS_TABS,
  TABLE_NAMES,
} from "./insights.ts";
import { loadCoverage, sumInRange } from "./coverage.server.ts";
import { chartPeriods, type InsightsRange, parseRange, type RangeProblem, defaultRange } from "./range.ts";

/** For more rows there is the CSV file. */
const ROWS_SHOWN_MAX = 100;

/** A file has all rows, up to what a spreadsheet can open comfortably. */
const ROWS_EXPORTED_MAX = 10_000;

const enumOf = <Key extends string>(words: Record<Key, unknown>, usual: Key) =>
  z.custom<Key>((word) => typeof word === "string" && Object.hasOwn(words, word)).catch(usual);

const QuerySchema = z.object({ show: enumOf(INSIGHTS_TABS, "pages"), kind: enumOf(PAGE_KINDS, "all") });

type InsightsSearch<More extends string = never> = QueryReader<(typeof INSIGHTS_PARAMETERS)[number] | More>;

export function parseInsightsQuery(search: QueryReader<"show" | "kind" | "page">): InsightsQuery {
  const page = Math.min(parsePageNumber(search.get("page")), PAGE_NUMBER_MAX);
  return { ...QuerySchema.parse(pickQuery(search, ["show", "kind"])), page };
}

/** The statistics of a range, with the change from the compared range. */
export async function loadInsights(
  db: Database,
  { search, now }: { search: InsightsSearch; now: Date },
): Promise<InsightsPage> {
  const query = parseInsightsQuery(search);
  const today = dcToday(now);
  const read = parseRange(search, today);
  const range = read.range ?? defaultRange(today, read.problem.comparison);
  const tables: InsightTable[] = [];
  let total = 0;
  for (const name of INSIGHTS_TABS[query.show].tables) {
    const isPaged = name === "pages";
    const limit = isPaged ? PAGES_PER_PAGE : ROWS_SHOWN_MAX;
    const offset = isPaged ? (query.page - 1) * PAGES_PER_PAGE : 0;
    const loaded = await loadInsightTable(db, name, { range, kind: query.kind, limit, offset });
    tables.push(loaded.table);
    if (isPaged) total = loaded.total;
  }
  const summary = query.show === "pages" ? await siteSummary(db, range) : null;
  return {
    query,
    range,
    spans: { days: formatDaySpan(range.days), against: range.against === null ? null : formatDaySpan(range.against) },
    problem: read.problem,
    cards: summary?.cards ?? (query.show === "searches" ? await searchCards(db, range) : []),
    chart: summary?.chart ?? null,
    tables,
    pageCount: Math.min(PAGE_NUMBER_MAX, Math.max(query.page === 1 ? 1 : 0, Math.ceil(total / PAGES_PER_PAGE))),
    isDemo: await hasDemoViews(db, range),
  };
}

/** A table for export; a problem for invalid days, null for an unknown table. */
export async function exportTable(
  db: Database,
  { search, now }: { search: InsightsSearch<"table">; now: Date },
): Promise<{ table: InsightTable; range: InsightsRange } | { problem: RangeProblem } | null> {
  const query = search.get("table") ?? "pages";
  const name = TABLE_NAMES.find((each) => each === query);
  if (name === undefined) return null;
  const { range, problem } = parseRange(search, dcToday(now));
  if (range === null) return { problem };
  const { kind } = parseInsightsQuery(search);
  const { table } = await loadInsightTable(db, name, { range, kind, limit: ROWS_EXPORTED_MAX, offset: 0 });
  return { table, range };
}

async function siteSummary(db: Database, range: InsightsRange): Promise<Pick<InsightsPage, "cards" | "chart">> {
  const coverage = await loadCoverage(db, "views", range);
  const days = await loadViewsByDay(db, { ...range, subject: "site", key: "all" });
  const sum = (span: DayRange | null, of: "views" | "visitors") => sumInRange(days, span, of);
  const amount = (of: "views" | "visitors") => coverage.amount(sum(range.days, of), sum(range.against, of));
  const cards: InsightCard[] = [
    { label: "Views", amount: amount("views"), note: "of all pages for visitors" },
    { label: "Visitors", amount: amount("visitors"), note: "daily visitors, added up" },
  ];
  const parts = chartPeriods(range.days);
  const before = coverage.isCompared && range.against !== null ? chartPeriods(range.against) : null;
  const series: Chart["series"] = [
    { label: "Views", tone: "river", amounts: parts.map((part) => sum(part, "views")) },
    { label: "Visitors", tone: "brick", amounts: parts.map((part) => sum(part, "visitors")) },
  ];
  if (before !== null) {
    // One of two years may be a day longer; a day without a counterpart isn't drawn.
    const amounts = parts.map((_part, index) => sum(before[index] ?? null, "views"));
    series.push({ label: "Views, compared period", tone: "brass", amounts });
  }
  return {
    cards,
    chart: { title: "Views and visitors", chart: { kind: "lines", parts: parts.map(({ label }) => label), series } },
  };
}

async function searchCards(db: Database, range: InsightsRange): Promise<InsightCard[]> {
  const coverage = await loadCoverage(db, "counts", range);
  const sums = await sumDayCounts(db, "search", range);
  const amount = (name: string) => {
    const found = sums.find((each) => each.name === name);
    return coverage.amount(found?.count ?? 0, found?.countBefore ?? 0);
  };
  return [
    { label: "Searches", amount: amount("asked"), note: "as typed, without later pages and filters" },
    { label: "Without a result", amount: amount("nothing"), note: "no place, guide or neighborhood" },
    { label: "Results opened", amount: amount("followed"), note: "from a search to one of its results" },
  ];
}
