import type { ReviewRelation } from "#app/db/schema/reviews.ts";

/** The author's connection to the business, shown next to the review. */
export const RELATION_LABELS: Record<ReviewRelation, string | null> = {
  none: null,
  acquainted: "Knows someone here",
  invited: "Was invited or paid",
  staff: "Works here",
  owner: "Owns this business",
};
