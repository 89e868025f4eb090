import { REPORT_REASON_WORDS } from "./report-reasons.ts";
import { HOLD_REASON_WORDS } from "./review-rules.ts";

const WORDS: Record<string, string> = {
  ...HOLD_REASON_WORDS,
  ...REPORT_REASON_WORDS,
  edited: "Changed by its author after it was held or rejected",
};

/** Why a case about a review is open, in the words a moderator reads. */
export function caseReasonWords(code: string): string {
  return WORDS[code] ?? code;
}
