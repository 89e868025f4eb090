import { REPORT_REASON_LABELS } from "./report-reasons.ts";
import { HOLD_REASON_LABELS } from "../write/review-rules.ts";

const LABELS: Record<string, string> = {
  ...HOLD_REASON_LABELS,
  ...REPORT_REASON_LABELS,
  edited: "Edited by its author after it was held or rejected",
};

/** The reason why a case about a review was opened, as editors see it. */
export function reviewCaseReasonLabel(code: string): string {
  return LABELS[code] ?? code;
}
