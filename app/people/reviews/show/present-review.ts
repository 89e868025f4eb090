import type { reviews } from "#app/db/schema/reviews.ts";
import { formatDay, formatMonth } from "#app/lib/format-time.ts";

import { RELATION_LABELS } from "./review-labels.ts";
import type { PresentedReview } from "../reviews.ts";

export function presentReview(review: typeof reviews.$inferSelect): PresentedReview {
  return {
    id: review.id,
    stars: review.stars,
    paragraphs: review.body.split(/\n\s*\n/),
    createdAt: review.createdAt.toISOString(),
    createdLabel: formatDay(review.createdAt),
    isEdited: review.editedAt !== null,
    visitLabel: formatMonth(`${review.visitMonth}-15`),
    relationLabel: RELATION_LABELS[review.relation],
  };
}
