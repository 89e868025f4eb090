import "./place-marks.css";

import { Star } from "#app/ui/marks.tsx";
import type { RatingSummary } from "../place.ts";

/** "★ 4.6 (412)"; nothing without reviews, since a list would say so on most rows. */
export function Rating({ rating }: { rating: RatingSummary }) {
  if (rating === null) return null;
  return (
    <span className="rating">
      <Star className="rating-star" />
      {rating.mean.toFixed(1)}
      <span className="sr-only"> of 5,</span>
      <span className="rating-count">
        ({rating.count}
        <span className="sr-only"> {rating.count === 1 ? "review" : "reviews"}</span>)
      </span>
    </span>
  );
}

/** Five stars, filled up to the mean, for a place's header and its reviews. */
export function RatingStars({ mean }: { mean: number }) {
  return (
    <span className="rating-stars" role="img" aria-label={`${mean.toFixed(1)} of 5 stars`}>
      <svg viewBox="0 0 98 18" aria-hidden="true">
        <path className="rating-stars-empty" d={FIVE_STARS} />
        <svg width={(mean / 5) * 98} height="18">
          <path className="rating-stars-full" d={FIVE_STARS} />
        </svg>
      </svg>
    </span>
  );
}

/** The District flag's star at 18 px, five times with 2 px gaps. */
const FIVE_STARS = [0, 20, 40, 60, 80]
  .map((x) => `M${x + 9} .7l1.96 6.02h6.34l-5.13 3.73 1.96 6.02L${x + 9} 12.75l-5.13 3.72 1.96-6.02-5.13-3.73h6.34Z`)
  .join("");
