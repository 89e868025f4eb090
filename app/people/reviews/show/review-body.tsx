import "../reviews.css";

import type { ReactNode } from "react";

import { RatingStars } from "#app/guide/places/cards/rating.tsx";

import type { DisplayedReview } from "../reviews.ts";

type ReviewBodyProps = {
  review: Pick<DisplayedReview, "stars" | "paragraphs" | "createdAt" | "createdLabel" | "isEdited" | "visitLabel">;
  /** Rendered below the text. */
  children?: ReactNode;
};

/** A review's stars, date and text. */
export function ReviewBody({ review, children }: ReviewBodyProps) {
  return (
    <>
      <div className="review-stars">
        <RatingStars mean={review.stars} />
        <time className="text-meta text-muted" dateTime={review.createdAt}>
          {review.createdLabel}
        </time>
      </div>
      <div className="review-words">
        {review.paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        <p className="text-meta text-muted">
          Visited in {review.visitLabel}
          {review.isEdited && ", edited"}
        </p>
        {children}
      </div>
    </>
  );
}
