import type { ReactNode } from "react";

import { RatingStars } from "#app/features/places/rating.tsx";

import type { ReviewShown } from "./reviews.ts";

type ReviewBodyProps = {
  review: Pick<ReviewShown, "stars" | "paragraphs" | "createdAt" | "createdLabel" | "isEdited" | "visitLabel">;
  /** What stands under the words. */
  children?: ReactNode;
};

/** A review's stars with its day, and its words, wherever it is shown. */
export function ReviewBody({ review, children }: ReviewBodyProps) {
  return (
    <>
      <div className="review-stars">
        <RatingStars mean={review.stars} />
        <time className="text-meta text-stone-5" dateTime={review.createdAt}>
          {review.createdLabel}
        </time>
      </div>
      <div className="review-words">
        {review.paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        <p className="text-meta text-stone-5">
          Visited in {review.visitLabel}
          {review.isEdited && ", edited later"}
        </p>
        {children}
      </div>
    </>
  );
}
