import type { Database } from "#app/db/database.server.ts";
import { TERM_VISITORS_MIN, type WordKind } from "#app/features/analytics/counted-words.ts";
import type { DayCount } from "#app/features/analytics/day-counts.ts";
import { timeWithin } from "#app/features/analytics/server-times.ts";
import { SOURCES } from "#app/features/analytics/sources.ts";
import { PLANS } from "#app/features/billing/plans.ts";

import {
  type CountSum,
  countSums,
  routeAnswers,
  viewedDays,
  viewedPages,
  type WordsOf,
  type WordSum,
  wordSums,
} from "./insight-queries.server.ts";
import type { InsightTable, PageKind, TableName, TableRow } from "./insights.ts";
import { type Known, knownSince, sumWithin } from "./known-since.server.ts";
import { pageTitle } from "./page-titles.ts";
import type { Range } from "./range.ts";

type Asked = { range: Range; kind: PageKind; limit: number; offset: number };
type Loaded = { table: InsightTable; total: number };

/** One table, for the page and for the export. */
export async function loadTable(db: Database, name: TableName, asked: Asked): Promise<Loaded> {
  const { range, limit } = asked;
  switch (name) {
    case "pages":
      return pagesTable(db, asked);
    case "sources":
    case "devices":
    case "premium-from":
      return whole(await countsTable(db, name, range));
    case "hosts":
    case "utm-sources":
    case "utm-campaigns":
      return whole(await marksTable(db, name, { range, limit }));
    case "words":
    case "without-result":
    case "not-followed":
      return whole(await wordsTable(db, name, { range, limit }));
    case "made":
    case "kept":
      return whole(await timesTable(db, name, range));
    case "steps":
      return whole(await stepsTable(db, range));
    case "plans":
      return whole(await plansTable(db, range));
  }
}

function whole(table: InsightTable): Loaded {
  return { table, total: table.rows.length };
}

const VIEWS = { label: "Views", name: "views", unit: "count", isCompared: true } as const;
const VISITORS = { label: "Visitors", name: "visitors", unit: "count", isCompared: true } as const;

function tableWith(
  { countedFrom, forgottenBefore, isCompared }: Known,
  given: Omit<InsightTable, "countedFrom" | "forgottenBefore" | "isCompared">,
): InsightTable {
  return { ...given, countedFrom, forgottenBefore, isCompared };
}

async function pagesTable(db: Database, { range, kind, limit, offset }: Asked): Promise<Loaded> {
  const known = await knownSince(db, "views", range);
  const pages = await viewedPages(db, { ...range, kind, limit, offset });
  const table = tableWith(known, {
    name: "pages",
    title: "Views by page",
    lead: "How often each page was opened, and by how many different visitors of each day, added up.",
    first: "Page",
    columns: [VIEWS, VISITORS],
    rows: pages.map((page) => ({
      ...pageTitle(page),
      amounts: [known.amount(page.views, page.viewsBefore), known.amount(page.visitors, page.visitorsBefore)],
    })),
    empty: "Nobody opened such a page in this time.",
  });
  return { table, total: pages[0]?.total ?? 0 };
}

const COUNT_TABLES = {
  sources: {
    kind: "source",
    title: "Views by source",
    lead: "What led to each view, by the site’s name and nothing more of its address. Who comes by bookmark, app or mail program tells nothing.",
    first: "Source",
    empty: "No view whose source was counted in this time.",
  },
  devices: {
    kind: "device",
    title: "Kinds of device",
    lead: "As coarse as a layout, by what the browser says of itself. An iPad says that it is a computer.",
    first: "Device",
    empty: "No view whose device was counted in this time.",
  },
  "premium-from": {
    kind: "premium-from",
    title: "What led to the plans",
    lead: "The kind of our own pages, or the other site, from which somebody opened the page with the plans. Who goes on from there isn’t followed, so no later step can be told by source.",
    first: "Came from",
    empty: "Nobody opened the page with the plans in this time.",
  },
} as const satisfies Partial<Record<TableName, { kind: DayCount["kind"] } & Record<string, string>>>;

async function countsTable(db: Database, name: keyof typeof COUNT_TABLES, range: Range): Promise<InsightTable> {
  const { kind, ...words } = COUNT_TABLES[name];
  const known = await knownSince(db, "counts", range);
  const sums = (await countSums(db, kind, range)).filter(({ times }) => times > 0);
  const all = sums.reduce((total, { times }) => total + times, 0);
  return tableWith(known, {
    name,
    ...words,
    columns: [VIEWS, { label: "Share", name: "share_percent", unit: "percent", isCompared: false }, VISITORS],
    rows: sums.map((sum) => ({
      label: countLabel(sum.name),
      note: null,
      href: null,
      amounts: [
        known.amount(sum.times, sum.timesBefore),
        { now: (sum.times / all) * 100, before: null },
        known.amount(sum.visitors, sum.visitorsBefore),
      ],
    })),
  });
}

const LABELS: Readonly<Record<string, string>> = {
  ...SOURCES,
  computer: "Computer",
  phone: "Phone",
  tablet: "Tablet",
  home: "The front page",
  place: "A place",
  guide: "A guide",
  neighborhood: "A neighborhood",
  category: "A category",
  search: "A search",
  page: "Another page of the guide",
};

function countLabel(name: string): string {
  return LABELS[name] ?? name;
}

const MARK_TABLES = {
  hosts: {
    kind: "host",
    title: "Other sites",
    first: "Site",
    lead: `The names behind “${SOURCES.other}”`,
  },
  "utm-sources": { kind: "utm-source", title: "Marked links by source", first: "utm_source", lead: "As the link says" },
  "utm-campaigns": {
    kind: "utm-campaign",
    title: "Marked links by campaign",
    first: "utm_campaign",
    lead: "As the link says",
  },
} as const satisfies Partial<Record<TableName, { kind: WordKind } & Record<string, string>>>;

const OF_FIVE = `each only on days on which at least ${TERM_VISITORS_MIN} different visitors came with it; others are kept nowhere. Here all of one network are one visitor.`;

async function marksTable(
  db: Database,
  name: keyof typeof MARK_TABLES,
  { range, limit }: Pick<Asked, "range" | "limit">,
): Promise<InsightTable> {
  const { kind, lead, ...words } = MARK_TABLES[name];
  const known = await knownSince(db, "words", range);
  const sums = await wordSums(db, { ...range, kind, of: "all", limit });
  return tableWith(known, {
    name,
    ...words,
    lead: `${lead}, ${OF_FIVE}`,
    columns: [VISITORS],
    rows: sums.map((sum) => ({ label: sum.word, note: null, href: null, amounts: [wordAmount(known, sum)] })),
    empty: `None had ${TERM_VISITORS_MIN} visitors on one day in this time.`,
  });
}

/** A term without a row may have had up to four visitors a day, so there is no value to compare with. */
function wordAmount(known: Known, { visitors, visitorsBefore }: WordSum) {
  return visitorsBefore === 0 ? { now: visitors, before: null } : known.amount(visitors, visitorsBefore);
}

const WORD_TABLES = {
  words: { of: "all", title: "What was searched for", lead: "All of them" },
  "without-result": {
    of: "without-result",
    title: "Words with no result",
    lead: "Searches that found no place, guide or neighborhood for some of their visitors",
  },
  "not-followed": {
    of: "not-followed",
    title: "Results that nobody followed",
    lead: "Something was found, and no visitor went on from the results to any of it",
  },
} as const satisfies Partial<Record<TableName, { of: WordsOf } & Record<string, string>>>;

async function wordsTable(
  db: Database,
  name: keyof typeof WORD_TABLES,
  { range, limit }: Pick<Asked, "range" | "limit">,
): Promise<InsightTable> {
  const { of, title, lead } = WORD_TABLES[name];
  const known = await knownSince(db, "words", range);
  const sums = await wordSums(db, { ...range, kind: "search", of, limit });
  const count = (label: string, key: string) => ({ label, name: key, unit: "count", isCompared: false }) as const;
  return tableWith(known, {
    name,
    title,
    lead: `${lead}, ${OF_FIVE} Addresses of e-mail and long numbers never are.`,
    first: "Search",
    columns: [VISITORS, count("No result", "without_result"), count("Followed", "followers")],
    rows: sums.map((sum) => ({
      label: sum.word,
      note: null,
      href: `/search?${new URLSearchParams({ q: sum.word })}`,
      amounts: [wordAmount(known, sum), { now: sum.withoutResult, before: null }, { now: sum.followers, before: null }],
    })),
    empty: `Nothing to tell: no such words had ${TERM_VISITORS_MIN} visitors on one day in this time.`,
  });
}

const TIME_TABLES = {
  made: {
    title: "Pages made anew",
    lead: "How long the server took to make an answer, robots’ and signed-in people’s among them. The way through the network isn’t in it. Times are right to about a tenth.",
  },
  kept: {
    title: "Pages from memory",
    lead: "What guests get of pages that were made within the last minutes: from reading the request to handing over the answer. Times are right to about a tenth.",
  },
} as const;

/** With fewer responses than this the 95th percentile is a single response. */
const ANSWERS_TOLD_MIN = 20;

async function timesTable(db: Database, name: keyof typeof TIME_TABLES, range: Range): Promise<InsightTable> {
  const known = await knownSince(db, "times", range);
  const isKept = name === "kept";
  const { days, against } = range;
  const now = await routeAnswers(db, { days, isKept });
  const before = known.isCompared && against !== null ? await routeAnswers(db, { days: against, isKept }) : null;
  const rows = [...now].map(([route, answers]): TableRow & { slowest: number } => {
    const former = before?.get(route) ?? [];
    const times = (part: number) => {
      const least = part > 0.5 ? ANSWERS_TOLD_MIN : 1;
      const of = (counted: readonly number[]) => (sum(counted) < least ? null : timeWithin(counted, part));
      return { now: of(answers), before: of(former) };
    };
    const slow = times(0.95);
    const amounts = [known.amount(sum(answers), sum(former)), times(0.5), slow];
    return { label: route, note: null, href: null, amounts, slowest: slow.now ?? 0 };
  });
  const ms = (label: string, key: string) => ({ label, name: key, unit: "ms", isCompared: true }) as const;
  return tableWith(known, {
    name,
    ...TIME_TABLES[name],
    first: "Route",
    columns: [
      { label: "Answers", name: "answers", unit: "count", isCompared: true },
      ms("Median", "median_ms"),
      ms("95 % within", "p95_ms"),
    ],
    rows: rows
      .toSorted((a, b) => b.slowest - a.slowest || (a.label < b.label ? -1 : 1))
      .map(({ slowest: _slowest, ...row }) => row),
    empty: "No answer was counted in this time.",
  });
}

function sum(counted: readonly number[]): number {
  return counted.reduce((total, each) => total + each, 0);
}

async function stepsTable(db: Database, range: Range): Promise<InsightTable> {
  const viewed = await knownSince(db, "views", range);
  const days = await viewedDays(db, { ...range, subject: "page", key: "subscription" });
  const opened = (of: "views" | "visitors") =>
    viewed.amount(sumWithin(days, range.days, of), sumWithin(days, range.against, of));
  const checkout = await stepSum(db, "checkout", range);
  const paid = await stepSum(db, "paid", range);
  const step = (label: string, note: string, amount: TableRow["amounts"][number], part: number | null): TableRow => ({
    label,
    note,
    href: null,
    amounts: [amount, { now: part, before: null }],
  });
  return tableWith(checkout.known, {
    name: "steps",
    title: "From the plans to a membership",
    lead: "Each step counts something else, as it says: views and visitors know no accounts, and accounts are counted once a day and plan. Nobody is followed from step to step, so whoever pays on the next day is in that day’s numbers.",
    first: "Step",
    columns: [
      { label: "How many", name: "how_many", unit: "count", isCompared: true },
      { label: "Of the step before", name: "of_the_step_before_percent", unit: "percent", isCompared: false },
    ],
    rows: [
      step("Plans opened", "views", opened("views"), null),
      step("Plans looked at", "visitors of each day, added up", opened("visitors"), null),
      step("Checkout started", "accounts", checkout.amount, null),
      step("Paid", "accounts", paid.amount, part(paid.amount.now, checkout.amount.now)),
    ],
    empty: "",
  });
}

function part(of: number | null, all: number | null): number | null {
  return of === null || all === null || all === 0 ? null : (of / all) * 100;
}

async function stepSum(db: Database, kind: "checkout" | "paid", range: Range) {
  const known = await knownSince(db, "counts", range);
  const sums = await countSums(db, kind, range);
  const total = (of: (each: CountSum) => number) => sums.reduce((all, each) => all + of(each), 0);
  const amount = known.amount(
    total(({ visitors }) => visitors),
    total(({ visitorsBefore }) => visitorsBefore),
  );
  return { known, sums, amount };
}

async function plansTable(db: Database, range: Range): Promise<InsightTable> {
  const checkout = await stepSum(db, "checkout", range);
  const paid = await stepSum(db, "paid", range);
  const of = ({ sums, known }: typeof checkout, tier: string) => {
    const found = sums.find(({ name }) => name === tier);
    return known.amount(found?.visitors ?? 0, found?.visitorsBefore ?? 0);
  };
  const column = (label: string, name: string) => ({ label, name, unit: "count", isCompared: true }) as const;
  return tableWith(checkout.known, {
    name: "plans",
    title: "By plan",
    lead: "Accounts, once a day each. A plan that somebody changes to later is no new membership and isn’t here.",
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
