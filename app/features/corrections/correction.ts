import type { CorrectedField } from "#app/db/schema/corrections.ts";

/** What somebody sent about a place, and what has become of it. */
export type CorrectionOutcome = {
  /** Of its page. */
  key: string;
  place: { slug: string; name: string; isShown: boolean };
  /** "Nov 14, 2026, 3:05 PM" */
  sentLabel: string;
  /** What was reported of the place as a whole; null for an edit. */
  report: string | null;
  /** Where it is said to be now. */
  other: { slug: string; name: string } | null;
  changes: ChangeWords[];
  descriptionNote: string;
  note: string;
  /** Null while it waits. */
  decision: "approved" | "rejected" | null;
  decidedLabel: string | null;
  decisionReason: string | null;
  /** How the place is marked now: "Permanently closed"; null when it is open as usual. */
  placeNow: string | null;
};

/** A suggested change in words, a line for each thing that is said. */
export type ChangeWords = {
  field: CorrectedField;
  label: string;
  before: string[];
  after: string[];
  /** Null until it is decided. */
  isApplied: boolean | null;
};

export function correctionPath(key: string): string {
  return `/corrections/${key}`;
}
