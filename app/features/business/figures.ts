import type { Days, FigureOfDay, TermSum } from "#app/features/analytics/place-figures.ts";

import type { FigurePeriod } from "./figure-period.ts";

/** What an owner is told of, in the order in which they are told. */
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

/** The lists that `lists` adds up. */
export const LISTS = ["search", "category", "neighborhood", "guide", "map"] as const satisfies Measure[];

export type Amounts = Record<Measure, number>;

export type FigureRow = {
  measure: Measure;
  today: number;
  amount: number;
  /** Of links that were followed: by how many visitors, each once a day. */
  followers: number | null;
  /** In as long a time before; null when one of the two was not counted from its first day to its last. */
  before: number | null;
  /** Of similar places in the same time; null where there are too few. */
  median: number | null;
};

export type FiguresPage = {
  place: { slug: string; name: string };
  period: FigurePeriod;
  rows: FigureRow[];
  /** Of each part of the period. */
  amounts: Amounts[];
  similar: { by: "type" | "category"; count: number; what: string; where: string } | { by: null };
  /** The first day of the period that was counted whole; null when all were. */
  countedFrom: string | null;
  terms: TermSum[];
  isEmpty: boolean;
};

/** Which of a day's two numbers is meant: how often, or by how many. */
export function amountsOf(rows: readonly Pick<FigureOfDay, "figure" | "times" | "visitors">[]): Amounts & {
  followers: Partial<Record<Measure, number>>;
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
  const followers: Partial<Record<Measure, number>> = {};
  for (const { figure, times, visitors } of rows) {
    const list = LISTS.find((each) => each === figure);
    const click = CLICKED.find((each) => each === figure);
    if (figure === "views") {
      amounts.views += times;
      amounts.visitors += visitors;
    } else if (figure === "saves") amounts.saves += times;
    else if (list !== undefined) {
      amounts[list] += visitors;
      amounts.lists += visitors;
    } else if (click !== undefined) {
      amounts[click] += times;
      followers[click] = (followers[click] ?? 0) + visitors;
    }
  }
  return { ...amounts, followers };
}

export const CLICKED = ["website", "phone", "directions", "share"] as const satisfies Measure[];

/** The days of a table of days that lie within others. */
export function within<Row extends { day: string }>(rows: readonly Row[], { from, to }: Days): Row[] {
  return rows.filter(({ day }) => from <= day && day <= to);
}

/** The middle one, or halfway between the two in the middle. */
export function medianOf(amounts: readonly number[]): number | null {
  const sorted = amounts.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
