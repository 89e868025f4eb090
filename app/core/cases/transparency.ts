import type { CaseKind } from "#app/db/schema/moderation.ts";

export const TRANSPARENCY_PATH = "/transparency";
export const TRANSPARENCY_CSV_PATH = "/transparency.csv";
/** Cache tag of the pages with moderation figures. */
export const TRANSPARENCY_TAG = "transparency";

/** The number of decisions of one kind, outcome and reason in a month. */
export type DecisionCount = {
  /** "2026-11", in Washington. */
  month: string;
  kind: CaseKind;
  outcome: "approved" | "rejected" | "undone";
  code: string;
  count: number;
};

export type MonthFigures = {
  month: string;
  label: string;
  counts: DecisionCount[];
  decided: number;
  undone: number;
  again: number;
  /** Median time from opening to decision; null without decisions. */
  medianHours: number | null;
};

/** "an hour", "3 hours", "2 days", rounded up, to follow "within". */
export function formatHoursRoundedUp(hours: number): string {
  if (hours <= 1) return "an hour";
  return hours < 48 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;
}
