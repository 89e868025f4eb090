import "../write/review-form.css";

import { Link } from "react-router";

import { ReviewBody } from "./review-body.tsx";
import type { DisplayedMemberReview } from "../reviews.ts";

/** A member's reviews, headed by the place names. */
export function MemberReviews({ reviews }: { reviews: readonly DisplayedMemberReview[] }) {
  return (
    <ol className="review-list">
      {reviews.map((review) => (
        <li key={review.id} className="review member-review">
          <div className="review-head">
            <h3>
              <Link className="name-link" to={`/places/${review.place.slug}#reviews`}>
                {review.place.name}
              </Link>
            </h3>
            {review.relationLabel !== null && <p className="text-meta text-muted">{review.relationLabel}</p>}
          </div>
          <ReviewBody review={review} />
        </li>
      ))}
    </ol>
  );
}
