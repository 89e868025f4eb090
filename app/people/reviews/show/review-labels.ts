import type { ReviewRelation } from "#app/db/schema/reviews.ts";

/** The author's connection to the business, shown next to the review. */
export const RELATION_LABELS: Record<ReviewRelation, string | null> = {
  none: null,
  acquainted: "Knows someone here",
  invited: "Was invited or paid",
  staff: "Works here",
  owner: "Owns this business",
};

/** "Nov 14, 2026" */
export const REVIEW_DATE_FORMAT = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** "November 2026" */
export const JOINED_MONTH_FORMAT = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "long",
  year: "numeric",
});

const plainMonth = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" });

/** "2026-10" as "October 2026". */
export function formatVisitMonth(visitMonth: string): string {
  return plainMonth.format(new Date(`${visitMonth}-15T12:00:00Z`));
}
