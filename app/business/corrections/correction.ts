import type { CorrectableField } from "#app/db/schema/corrections.ts";

/** A correction with its outcome, for its sender. */
export type CorrectionOutcome = {
  /** The secret key in the URL of its page. */
  key: string;
  place: { slug: string; name: string; isShown: boolean };
  /** "Nov 14, 2026, 3:05 PM" */
  sentLabel: string;
  /** Label of the closure report; null for an edit. */
  report: string | null;
  /** The other place named in the report. */
  other: { slug: string; name: string } | null;
  changes: OutcomeChange[];
  descriptionNote: string;
  note: string;
  /** Null while open. */
  decision: "approved" | "rejected" | null;
  decidedLabel: string | null;
  /** Whether other readers' reports decided it, without an editor. */
  isAgreed: boolean;
  /** Whether its sender is the editor who decided. */
  isOwnDecision: boolean;
  /** Whether another reader's report of the same would publish it: hours of a place without any. */
  canBeAgreed: boolean;
  decisionReason: string | null;
  /** The place's current closure label; null if it is open. */
  placeNow: string | null;
};

/** A suggested change, formatted as lines of text. */
export type OutcomeChange = {
  field: CorrectableField;
  label: string;
  before: string[];
  after: string[];
  /** Whether nothing was known before. */
  wasUnknown: boolean;
  /** Null until decided. */
  isApplied: boolean | null;
};

export function correctionPath(key: string): string {
  return `/corrections/${key}`;
}
