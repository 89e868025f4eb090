import type { ReportReason } from "#app/db/schema/reviews.ts";

/** In the order in which the form offers them. */
export const REPORT_REASONS = ["spam", "elsewhere", "abusive", "private", "interest"] as const satisfies ReportReason[];

/** Why a review is reported, to its reporter and to the moderator. */
export const REPORT_REASON_WORDS: Record<ReportReason, string> = {
  spam: "It advertises something",
  elsewhere: "It is about another place, or about no visit",
  abusive: "It insults or threatens somebody",
  private: "It gives away something private",
  interest: "Its author hides a tie to the business or a rival",
};
