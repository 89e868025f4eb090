import type { ReportReason } from "#app/db/schema/reviews.ts";

/** In the order of the form. */
export const REPORT_REASONS = ["spam", "elsewhere", "abusive", "private", "interest"] as const satisfies ReportReason[];

/** Shown to reporters and editors. */
export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  spam: "It’s advertising",
  elsewhere: "It’s about another place, or not about a visit",
  abusive: "It insults or threatens someone",
  private: "It contains private information",
  interest: "The author hides a tie to the business or a competitor",
};
