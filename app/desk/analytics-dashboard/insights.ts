import type { Chart } from "#app/business/listings/figures/chart.ts";

import { type InsightsRange, RANGE_PARAMETERS, type RangeProblem } from "./range.ts";

export const INSIGHTS_PATH = "/admin/analytics";
export const INSIGHTS_CSV_PATH = "/admin/analytics.csv";

/** The tabs in order, and the tables of each. */
export const INSIGHTS_TABS = {
  pages: { label: "Pages", tables: ["pages"] },
  sources: { label: "Sources", tables: ["sources", "hosts", "utm-sources", "utm-campaigns", "devices"] },
  searches: { label: "Searches", tables: ["words", "without-result", "not-followed"] },
  speed: { label: "Speed", tables: ["uncached", "cached"] },
  premium: { label: "Premium", tables: ["steps", "plans", "premium-from"] },
} as const;
export type InsightsTab = keyof typeof INSIGHTS_TABS;
export type InsightTableName = (typeof INSIGHTS_TABS)[InsightsTab]["tables"][number];

export const TABLE_NAMES: readonly InsightTableName[] = Object.values(INSIGHTS_TABS).flatMap(({ tables }) => [
  ...tables,
]);

export const PAGE_KINDS = {
  all: "All",
  place: "Places",
  guide: "Guides",
  neighborhood: "Neighborhoods",
  category: "Categories",
  page: "Other pages",
} as const;
export type PageKind = keyof typeof PAGE_KINDS;

export const PAGES_PER_PAGE = 50;

/** Bounds the OFFSET of the query. */
export const PAGE_NUMBER_MAX = 200;

export const INSIGHTS_PARAMETERS = ["show", "kind", "page", ...RANGE_PARAMETERS] as const;

export type InsightsQuery = { show: InsightsTab; kind: PageKind; page: number };

/** A number and its counterpart in the compared range; null when unknown or not compared. */
export type Amount = { now: number | null; before: number | null };

/** The unit of a column's numbers. */
export type Unit = "count" | "ms" | "percent";
type Column = { label: string; name: string; unit: Unit; isCompared: boolean };

export type TableRow = { label: string; note: string | null; href: string | null; amounts: Amount[] };

export type InsightTable = {
  name: InsightTableName;
  title: string;
  /** What the table counts, and what it doesn't. */
  lead: string;
  first: string;
  columns: Column[];
  rows: TableRow[];
  /** Shown when there are no rows. */
  empty: string;
  /** The first counted day, when it lies inside or after the range. */
  countedFrom: string | null;
  /** The first day that is still stored, when the range begins before it. */
  deletedBefore: string | null;
  /** Whether the table has compared values. */
  isCompared: boolean;
};

export type InsightCard = { label: string; amount: Amount; note: string };

export type InsightsPage = {
  query: InsightsQuery;
  range: InsightsRange;
  /** Both ranges as text, formatted on the server: browsers use different spaces between two days. */
  spans: { days: string; against: string | null };
  problem: RangeProblem | null;
  cards: InsightCard[];
  chart: { title: string; chart: Chart } | null;
  tables: InsightTable[];
  pageCount: number;
  /** Whether demo views are included. */
  isDemo: boolean;
};

/** The URL of the page, without default parameters. */
export function insightsPath(
  { show, kind, page }: InsightsQuery,
  range: Pick<InsightsRange, "name" | "days" | "comparison">,
): string {
  const search = rangeSearch(range);
  if (show !== "pages") search.set("show", show);
  if (kind !== "all") search.set("kind", kind);
  if (page !== 1) search.set("page", String(page));
  return search.size === 0 ? INSIGHTS_PATH : `${INSIGHTS_PATH}?${search}`;
}

export function insightsCsvPath(table: InsightTableName, { kind }: InsightsQuery, range: InsightsRange): string {
  const search = rangeSearch(range);
  search.set("table", table);
  if (kind !== "all") search.set("kind", kind);
  return `${INSIGHTS_CSV_PATH}?${search}`;
}

function rangeSearch({ name, days, comparison }: Pick<InsightsRange, "name" | "days" | "comparison">): URLSearchParams {
  const search = new URLSearchParams();
  if (name === "custom") {
    search.set("from", days.from);
    search.set("to", days.to);
  } else if (name !== "30-days") search.set("range", name);
  if (comparison !== "before") search.set("compare", comparison);
  return search;
}
