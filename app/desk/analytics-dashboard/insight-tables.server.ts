import type { TermKind } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { TERM_VISITORS_MIN } from "#app/guide/analytics/counters/counted-terms.ts";
import type { DailyEventCount } from "#app/guide/analytics/counters/day-counts.ts";
import { percentileMs } from "#app/guide/analytics/counters/response-times.ts";
import { TRAFFIC_SOURCE_LABELS } from "#app/guide/analytics/visitors/traffic-sources.ts";
import { PLANS } from "#app/people/membership/plans/plans.ts";

import {
  type DayCountSum,
  sumDayCounts,
  sumResponseTimes,
  loadViewsByDay,
  listTopPages,
  type TermFilter,
  type TermTotals,
  sumTerms,
} from "./insight-queries.server.ts";
import type { InsightTable, PageKind, InsightTableName, TableRow } from "./insights.ts";
import { type Coverage, loadCoverage, sumInRange } from "./coverage.server.ts";
import { pageTitle } from "./page-titles.ts";
import type { InsightsRange } from "./range.ts";

type TableQuery = { range: InsightsRange; kind: PageKind; limit: number; offset: number };
type LoadedTable = { table: InsightTable; total: number };

/** One table, for the page and for the export. */
export async function loadInsightTable(db: Database, name: InsightTableName, query: TableQuery): Promise<LoadedTable> {
  const { range, limit } = query;
  switch (name) {
    case "pages":
      return pagesTable(db, query);
    case "sources":
    case "devices":
    case "premium-from":
      return unpaged(await countsTable(db, name, range));
    case "hosts":
    case "utm-sources":
    case "utm-campaigns":
      return unpaged(await attributionTable(db, name, { range, limit }));
    case "words":
    case "without-result":
    case "not-followed":
      return unpaged(await wordsTable(db, name, { range, limit }));
    case "uncached":
    case "cached":
      return unpaged(await timesTable(db, name, range));
    case "steps":
      return unpaged(await stepsTable(db, range));
    case "plans":
      return unpaged(await plansTable(db, range));
  }
}

function unpaged(table: InsightTable): LoadedTable {
  return { table, total: table.rows.length };
}

const VIEWS = { label: "Views", name: "views", unit: "count", isCompared: true } as const;
const VISITORS = { label: "Visitors", name: "visitors", unit: "count", isCompared: true } as const;

function tableWith(
  { countedFrom, deletedBefore, isCompared }: Coverage,
  input: Omit<InsightTable, "countedFrom" | "deletedBefore" | "isCompared">,
): InsightTable {
  return { ...input, countedFrom, deletedBefore, isCompared };
}

async function pagesTable(db: Database, { range, kind, limit, offset }: TableQuery): Promise<LoadedTable> {
  const coverage = await loadCoverage(db, "views", range);
  const pages = await listTopPages(db, { ...range, kind, limit, offset });
  const table = tableWith(coverage, {
    name: "pages",
    title: "Views by page",
    lead: "How often each page was opened, and by how many visitors per day, added up.",
    first: "Page",
    columns: [VIEWS, VISITORS],
    rows: pages.map((page) => ({
      ...pageTitle(page),
      amounts: [coverage.amount(page.views, page.viewsBefore), coverage.amount(page.visitors, page.visitorsBefore)],
    })),
    empty: "No views in this period.",
  });
  return { table, total: pages[0]?.total ?? 0 };
}

const COUNT_TABLES = {
  sources: {
    kind: "source",
    title: "Views by source",
    lead: "What led to each view, by site name only. Bookmarks, apps and email programs don’t say where a visitor came from.",
    first: "Source",
    empty: "No views with a counted source in this period.",
  },
  devices: {
    kind: "device",
    title: "Devices",
    lead: "By what the browser says about itself. iPads count as computers.",
    first: "Device",
    empty: "No views with a counted device in this period.",
  },
  "premium-from": {
    kind: "premium-from",
    title: "Where plan views came from",
    lead: "The page type or the site from which visitors opened the plans page. We don’t follow visitors further, so later steps have no source.",
    first: "Came from",
    empty: "No views of the plans page in this period.",
  },
} as const satisfies Partial<Record<InsightTableName, { kind: DailyEventCount["kind"] } & Record<string, string>>>;

async function countsTable(db: Database, name: keyof typeof COUNT_TABLES, range: InsightsRange): Promise<InsightTable> {
  const { kind, ...words } = COUNT_TABLES[name];
  const coverage = await loadCoverage(db, "counts", range);
  const sums = (await sumDayCounts(db, kind, range)).filter(({ count }) => count > 0);
  const all = sums.reduce((total, { count }) => total + count, 0);
  return tableWith(coverage, {
    name,
    ...words,
    columns: [VIEWS, { label: "Share", name: "share_percent", unit: "percent", isCompared: false }, VISITORS],
    rows: sums.map((sum) => ({
      label: countLabel(sum.name),
      note: null,
      href: null,
      amounts: [
        coverage.amount(sum.count, sum.countBefore),
        { now: (sum.count / all) * 100, before: null },
        coverage.amount(sum.visitors, sum.visitorsBefore),
      ],
    })),
  });
}

const COUNT_LABELS: Readonly<Record<string, string>> = {
  ...TRAFFIC_SOURCE_LABELS,
  computer: "Computer",
  phone: "Phone",
  tablet: "Tablet",
  home: "Home page",
  place: "A place",
  guide: "A guide",
  neighborhood: "A neighborhood",
  category: "A category",
  search: "A search",
  page: "Another page",
};

function countLabel(name: string): string {
  return COUNT_LABELS[name] ?? name;
}

const ATTRIBUTION_TABLES = {
  hosts: {
    kind: "host",
    title: "Other sites",
    first: "Site",
    lead: `The sites behind “${TRAFFIC_SOURCE_LABELS.other}”`,
  },
  "utm-sources": {
    kind: "utm-source",
    title: "Tagged links by source",
    first: "utm_source",
    lead: "Taken from the link",
  },
  "utm-campaigns": {
    kind: "utm-campaign",
    title: "Tagged links by campaign",
    first: "utm_campaign",
    lead: "Taken from the link",
  },
} as const satisfies Partial<Record<InsightTableName, { kind: TermKind } & Record<string, string>>>;

const PRIVACY_NOTE = `listed only for days with at least ${TERM_VISITORS_MIN} different visitors. Rarer ones are never stored. Here each network counts as one visitor.`;

async function attributionTable(
  db: Database,
  name: keyof typeof ATTRIBUTION_TABLES,
  { range, limit }: Pick<TableQuery, "range" | "limit">,
): Promise<InsightTable> {
  const { kind, lead, ...words } = ATTRIBUTION_TABLES[name];
  const coverage = await loadCoverage(db, "words", range);
  const sums = await sumTerms(db, { ...range, kind, of: "all", limit });
  return tableWith(coverage, {
    name,
    ...words,
    lead: `${lead}, ${PRIVACY_NOTE}`,
    columns: [VISITORS],
    rows: sums.map((sum) => ({ label: sum.term, note: null, href: null, amounts: [wordAmount(coverage, sum)] })),
    empty: `None had ${TERM_VISITORS_MIN} visitors on one day in this period.`,
  });
}

/** A term without a row may have had up to four visitors a day, so there is no value to compare with. */
function wordAmount(coverage: Coverage, { visitors, visitorsBefore }: TermTotals) {
  return visitorsBefore === 0 ? { now: visitors, before: null } : coverage.amount(visitors, visitorsBefore);
}

const WORD_TABLES = {
  words: { of: "all", title: "Search terms", lead: "All searches" },
  "without-result": {
    of: "without-result",
    title: "Searches with no results",
    lead: "Searches that found no place, guide or neighborhood for some visitors",
  },
  "not-followed": {
    of: "not-followed",
    title: "Searches without a click",
    lead: "Searches with results that no visitor opened",
  },
} as const satisfies Partial<Record<InsightTableName, { of: TermFilter } & Record<string, string>>>;

async function wordsTable(
  db: Database,
  name: keyof typeof WORD_TABLES,
  { range, limit }: Pick<TableQuery, "range" | "limit">,
): Promise<InsightTable> {
  const { of, title, lead } = WORD_TABLES[name];
  const coverage = await loadCoverage(db, "words", range);
  const sums = await sumTerms(db, { ...range, kind: "search", of, limit });
  const count = (label: string, key: string) => ({ label, name: key, unit: "count", isCompared: false }) as const;
  return tableWith(coverage, {
    name,
    title,
    lead: `${lead}, ${PRIVACY_NOTE} Email addresses and long numbers are never stored.`,
    first: "Search",
    columns: [VISITORS, count("No results", "without_result"), count("Opened", "followers")],
    rows: sums.map((sum) => ({
      label: sum.term,
      note: null,
      href: `/search?${new URLSearchParams({ q: sum.term })}`,
      amounts: [
        wordAmount(coverage, sum),
        { now: sum.withoutResult, before: null },
        { now: sum.followers, before: null },
      ],
    })),
    empty: `No such search had ${TERM_VISITORS_MIN} visitors on one day in this period.`,
  });
}

const TIME_TABLES = {
  uncached: {
    title: "Uncached pages",
    lead: "How long the server took to make a response, including those for bots and signed-in people. Network time isn’t included. Times are accurate to about a tenth.",
  },
  cached: {
    title: "Cached pages",
    lead: "What guests get of pages that were made within the last few minutes, from reading the request to handing over the response. Times are accurate to about a tenth.",
  },
} as const;

/** With fewer responses than this the 95th percentile is a single response. */
const RESPONSES_FOR_P95_MIN = 20;

async function timesTable(db: Database, name: keyof typeof TIME_TABLES, range: InsightsRange): Promise<InsightTable> {
  const coverage = await loadCoverage(db, "times", range);
  const isCacheHit = name === "cached";
  const { days, against } = range;
  const now = await sumResponseTimes(db, { days, isCacheHit });
  const before =
    coverage.isCompared && against !== null ? await sumResponseTimes(db, { days: against, isCacheHit }) : null;
  const rows = [...now].map(([route, answers]): TableRow & { slowest: number } => {
    const earlier = before?.get(route) ?? [];
    const times = (percentOf: number) => {
      const least = percentOf > 0.5 ? RESPONSES_FOR_P95_MIN : 1;
      const of = (counted: readonly number[]) => (sum(counted) < least ? null : percentileMs(counted, percentOf));
      return { now: of(answers), before: of(earlier) };
    };
    const slow = times(0.95);
    const amounts = [coverage.amount(sum(answers), sum(earlier)), times(0.5), slow];
    return { label: route, note: null, href: null, amounts, slowest: slow.now ?? 0 };
  });
  const ms = (label: string, key: string) => ({ label, name: key, unit: "ms", isCompared: true }) as const;
  return tableWith(coverage, {
    name,
    ...TIME_TABLES[name],
    first: "Route",
    columns: [
      { label: "Responses", name: "answers", unit: "count", isCompared: true },
      ms("Median", "median_ms"),
      ms("95th percentile", "p95_ms"),
    ],
    rows: rows
      .toSorted((a, b) => b.slowest - a.slowest || (a.label < b.label ? -1 : 1))
      .map(({ slowest: _slowest, ...row }) => row),
    empty: "No responses in this period.",
  });
}

function sum(counted: readonly number[]): number {
  return counted.reduce((total, each) => total + each, 0);
}

async function stepsTable(db: Database, range: InsightsRange): Promise<InsightTable> {
  const viewed = await loadCoverage(db, "views", range);
  const days = await loadViewsByDay(db, { ...range, subject: "page", key: "subscription" });
  const opened = (of: "views" | "visitors") =>
    viewed.amount(sumInRange(days, range.days, of), sumInRange(days, range.against, of));
  const checkout = await stepSum(db, "checkout", range);
  const paid = await stepSum(db, "paid", range);
  const step = (
    label: string,
    note: string,
    amount: TableRow["amounts"][number],
    percentOf: number | null,
  ): TableRow => ({
    label,
    note,
    href: null,
    amounts: [amount, { now: percentOf, before: null }],
  });
  return tableWith(checkout.known, {
    name: "steps",
    title: "Membership funnel",
    lead: "Each step counts something different: views, visitors or accounts. An account counts once per day and plan. We don’t follow anyone from step to step, so a payment on the next day counts on that day.",
    first: "Step",
    columns: [
      { label: "Count", name: "how_many", unit: "count", isCompared: true },
      { label: "Share of previous step", name: "of_the_step_before_percent", unit: "percent", isCompared: false },
    ],
    rows: [
      step("Plan page views", "views", opened("views"), null),
      step("Plan page visitors", "daily visitors, added up", opened("visitors"), null),
      step("Checkout started", "accounts", checkout.amount, null),
      step("Paid", "accounts", paid.amount, percentOf(paid.amount.now, checkout.amount.now)),
    ],
    empty: "",
  });
}

function percentOf(of: number | null, all: number | null): number | null {
  return of === null || all === null || all === 0 ? null : (of / all) * 100;
}

async function stepSum(db: Database, kind: "checkout" | "paid", range: InsightsRange) {
  const coverage = await loadCoverage(db, "counts", range);
  const sums = await sumDayCounts(db, kind, range);
  const total = (of: (each: DayCountSum) => number) => sums.reduce((all, each) => all + of(each), 0);
  const amount = coverage.amount(
    total(({ visitors }) => visitors),
    total(({ visitorsBefore }) => visitorsBefore),
  );
  return { known: coverage, sums, amount };
}

async function plansTable(db: Database, range: InsightsRange): Promise<InsightTable> {
  const checkout = await stepSum(db, "checkout", range);
  const paid = await stepSum(db, "paid", range);
  const of = ({ sums, known: coverage }: typeof checkout, tier: string) => {
    const found = sums.find(({ name }) => name === tier);
    return coverage.amount(found?.visitors ?? 0, found?.visitorsBefore ?? 0);
  };
  const column = (label: string, name: string) => ({ label, name, unit: "count", isCompared: true }) as const;
  return tableWith(checkout.known, {
    name: "plans",
    title: "By plan",
    lead: "Accounts, each once a day. Switching plans later isn’t a new membership, so it isn’t counted here.",
    first: "Plan",
    columns: [column("Checkout started", "checkout_started"), column("Paid", "paid")],
    rows: PLANS.map(({ tier, name }) => ({
      label: name,
      note: null,
      href: null,
      amounts: [of(checkout, tier), of(paid, tier)],
    })),
    empty: "",
  });
}
