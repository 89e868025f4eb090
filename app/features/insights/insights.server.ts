import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import type { Days } from "#app/features/analytics/place-figures.ts";
import type { Chart } from "#app/features/business/chart.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";
import { pageNumber } from "#app/lib/page-number.ts";

import { countSums, hasInvented, viewedDays } from "./insight-queries.server.ts";
import { loadTable } from "./insight-tables.server.ts";
import {
  type InsightCard,
  type InsightsAsked,
  type InsightsPage,
  type InsightTable,
  PAGE_KINDS,
  PAGES_PAGE_MAX,
  PAGES_PER_PAGE,
  SHOWS,
  TABLE_NAMES,
} from "./insights.ts";
import { knownSince, sumWithin } from "./known-since.server.ts";
import { fullSpanWords, partsOf, type Range, readRange, type RangeProblem, usualRange } from "./range.ts";

/** For more rows there is the CSV file. */
const ROWS_SHOWN_MAX = 100;

/** A file has all rows, up to what a spreadsheet can open comfortably. */
const ROWS_EXPORTED_MAX = 10_000;

const enumOf = <Key extends string>(words: Record<Key, unknown>, usual: Key) =>
  z.custom<Key>((word) => typeof word === "string" && Object.hasOwn(words, word)).catch(usual);

const QuerySchema = z.object({ show: enumOf(SHOWS, "pages"), kind: enumOf(PAGE_KINDS, "all") });

export function readInsightsAsked(search: URLSearchParams): InsightsAsked {
  const page = Math.min(pageNumber(search.get("page")), PAGES_PAGE_MAX);
  return { ...QuerySchema.parse(Object.fromEntries(search)), page };
}

/** The statistics of a range, with the change from the compared range. */
export async function loadInsights(
  db: Database,
  { search, now }: { search: URLSearchParams; now: Date },
): Promise<InsightsPage> {
  const asked = readInsightsAsked(search);
  const today = dcToday(now);
  const read = readRange(search, today);
  const range = read.range ?? usualRange(today, read.problem.comparison);
  const tables: InsightTable[] = [];
  let total = 0;
  for (const name of SHOWS[asked.show].tables) {
    const isPaged = name === "pages";
    const limit = isPaged ? PAGES_PER_PAGE : ROWS_SHOWN_MAX;
    const offset = isPaged ? (asked.page - 1) * PAGES_PER_PAGE : 0;
    const loaded = await loadTable(db, name, { range, kind: asked.kind, limit, offset });
    tables.push(loaded.table);
    if (isPaged) total = loaded.total;
  }
  const summary = asked.show === "pages" ? await siteSummary(db, range) : null;
  return {
    asked,
    range,
    spans: { days: fullSpanWords(range.days), against: range.against === null ? null : fullSpanWords(range.against) },
    problem: read.problem,
    cards: summary?.cards ?? (asked.show === "searches" ? await searchCards(db, range) : []),
    chart: summary?.chart ?? null,
    tables,
    pageCount: Math.min(PAGES_PAGE_MAX, Math.max(asked.page === 1 ? 1 : 0, Math.ceil(total / PAGES_PER_PAGE))),
    isDemo: await hasInvented(db, range),
  };
}

/** A table for export; a problem for invalid days, null for an unknown table. */
export async function exportTable(
  db: Database,
  { search, now }: { search: URLSearchParams; now: Date },
): Promise<{ table: InsightTable; range: Range } | { problem: RangeProblem } | null> {
  const asked = search.get("table") ?? "pages";
  const name = TABLE_NAMES.find((each) => each === asked);
  if (name === undefined) return null;
  const { range, problem } = readRange(search, dcToday(now));
  if (range === null) return { problem };
  const { kind } = readInsightsAsked(search);
  const { table } = await loadTable(db, name, { range, kind, limit: ROWS_EXPORTED_MAX, offset: 0 });
  return { table, range };
}

async function siteSummary(db: Database, range: Range): Promise<Pick<InsightsPage, "cards" | "chart">> {
  const coverage = await knownSince(db, "views", range);
  const days = await viewedDays(db, { ...range, subject: "site", key: "all" });
  const sum = (span: Days | null, of: "views" | "visitors") => sumWithin(days, span, of);
  const amount = (of: "views" | "visitors") => coverage.amount(sum(range.days, of), sum(range.against, of));
  const cards: InsightCard[] = [
    { label: "Views", amount: amount("views"), note: "of all pages for visitors" },
    { label: "Visitors", amount: amount("visitors"), note: "daily visitors, added up" },
  ];
  const parts = partsOf(range.days);
  const before = coverage.isCompared && range.against !== null ? partsOf(range.against) : null;
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

async function searchCards(db: Database, range: Range): Promise<InsightCard[]> {
  const coverage = await knownSince(db, "counts", range);
  const sums = await countSums(db, "search", range);
  const amount = (name: string) => {
    const found = sums.find((each) => each.name === name);
    return coverage.amount(found?.times ?? 0, found?.timesBefore ?? 0);
  };
  return [
    { label: "Searches", amount: amount("asked"), note: "as typed, without later pages and filters" },
    { label: "Without a result", amount: amount("nothing"), note: "no place, guide or neighborhood" },
    { label: "Results opened", amount: amount("followed"), note: "from a search to one of its results" },
  ];
}
