import type { CaseKind } from "#app/db/schema/moderation.ts";

export const TRANSPARENCY_PATH = "/transparency";
export const TRANSPARENCY_CSV_PATH = "/transparency.csv";
/** Pages with the figures of moderation. */
export const TRANSPARENCY_TAG = "transparency";

/** One kind of case in one month, as many as were decided with one outcome and reason. */
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
  /** From opening to deciding; null when nothing was decided. */
  medianHours: number | null;
};

/** "an hour", "3 hours", "2 days": rounded up, to stand after "within". */
export function hoursWords(hours: number): string {
  if (hours <= 1) return "an hour";
  return hours < 48 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;
}
