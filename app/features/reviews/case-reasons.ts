import { REPORT_REASON_WORDS } from "./report-reasons.ts";
import { HOLD_REASON_WORDS } from "./review-rules.ts";

const LABELS: Record<string, string> = {
  ...HOLD_REASON_WORDS,
  ...REPORT_REASON_WORDS,
  edited: "Edited by its author after it was held or rejected",
};

/** The reason why a case about a review was opened, as moderators see it. */
export function caseReasonWords(code: string): string {
  return LABELS[code] ?? code;
}
