import type { DayRange, DailyPlaceStat, TermSum } from "#app/guide/analytics/places/place-stats.ts";

import type { FigurePeriod } from "./figure-period.ts";

/** The measures on the stats page, in its order. */
export const MEASURES = [
  "views",
  "visitors",
  "saves",
  "website",
  "phone",
  "directions",
  "share",
  "lists",
  "search",
  "category",
  "neighborhood",
  "guide",
  "map",
] as const;
export type Measure = (typeof MEASURES)[number];

/** The measures that `lists` adds up. */
export const LIST_MEASURES = ["search", "category", "neighborhood", "guide", "map"] as const satisfies Measure[];

export type Amounts = Record<Measure, number>;

export type FigureRow = {
  measure: Measure;
  today: number;
  amount: number;
  /** For link clicks: the number of visitors, each counted once per day. */
  uniqueVisitors: number | null;
  /** The amount in the period before; null when either period wasn't counted completely. */
  before: number | null;
  /** The median of similar places in the same period; null when there are too few. */
  median: number | null;
};

export type FiguresPage = {
  place: { slug: string; name: string };
  period: FigurePeriod;
  rows: FigureRow[];
  /** One entry per part of the period. */
  amounts: Amounts[];
  similar: { by: "type" | "category"; count: number; what: string; where: string } | { by: null };
  /** The first day from which everything was counted; null when that is the whole period. */
  countedFrom: string | null;
  terms: TermSum[];
  isEmpty: boolean;
  /** Demo views or saves are among them. */
  isDemo: boolean;
};

/** Adds up days: each measure takes either the number of times or the number of visitors. */
export function sumFigures(rows: readonly Pick<DailyPlaceStat, "metric" | "count" | "visitors">[]): Amounts & {
  uniqueVisitors: Partial<Record<Measure, number>>;
} {
  const amounts: Amounts = {
    views: 0,
    visitors: 0,
    saves: 0,
    website: 0,
    phone: 0,
    directions: 0,
    share: 0,
    lists: 0,
    search: 0,
    category: 0,
    neighborhood: 0,
    guide: 0,
    map: 0,
  };
  const uniqueVisitors: Partial<Record<Measure, number>> = {};
  for (const { metric, count, visitors } of rows) {
    const list = LIST_MEASURES.find((each) => each === metric);
    const click = CLICK_MEASURES.find((each) => each === metric);
    if (metric === "views") {
      amounts.views += count;
      amounts.visitors += visitors;
    } else if (metric === "saves") amounts.saves += count;
    else if (list !== undefined) {
      amounts[list] += visitors;
      amounts.lists += visitors;
    } else if (click !== undefined) {
      amounts[click] += count;
      uniqueVisitors[click] = (uniqueVisitors[click] ?? 0) + visitors;
    }
  }
  return { ...amounts, uniqueVisitors };
}

export const CLICK_MEASURES = ["website", "phone", "directions", "share"] as const satisfies Measure[];

/** The rows of the given days. */
export function rowsWithin<Row extends { day: string }>(rows: readonly Row[], { from, to }: DayRange): Row[] {
  return rows.filter(({ day }) => from <= day && day <= to);
}

/** The median; null for no amounts. */
export function median(amounts: readonly number[]): number | null {
  const sorted = amounts.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
