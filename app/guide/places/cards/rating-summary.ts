import type { RatingSummary } from "../place.ts";

/** Review counts and star sums of a place, with demo reviews apart. Null: no reviews so far. */
export type RatingCounts = {
  realCount: number | null;
  realSum: number | null;
  demoCount: number | null;
  demoSum: number | null;
};

/** The rating shown on pages: all reviews, including demo reviews. */
export function ratingSummary({ realCount, realSum, demoCount, demoSum }: RatingCounts): RatingSummary {
  const count = (realCount ?? 0) + (demoCount ?? 0);
  if (count === 0) return null;
  return { mean: ((realSum ?? 0) + (demoSum ?? 0)) / count, count, isDemo: (demoCount ?? 0) > 0 };
}

/** The rating for publication elsewhere: real reviews only. */
export function realRating({ realCount, realSum }: RatingCounts): RatingSummary {
  return ratingSummary({ realCount, realSum, demoCount: null, demoSum: null });
}

/** The usual mean of reviews anywhere. `search_place_scores` in 0006-search.sql uses the same number. */
export const TYPICAL_MEAN = 4;

/** Number of virtual reviews at the overall mean. With as many real reviews, each counts half. */
const PRIOR_REVIEWS = 5;

/**
 * Bayesian average for sorting: adds a few virtual reviews at the overall mean, so that one five-star review doesn't rank
 * above a hundred of 4.8. Never displayed. Pages show the plain mean.
 */
export function rankingMean(rating: RatingSummary, overallMean: number): number {
  const { mean, count } = rating ?? { mean: 0, count: 0 };
  return (PRIOR_REVIEWS * overallMean + mean * count) / (PRIOR_REVIEWS + count);
}

/** Compares the mean as displayed: what shows as 4.5 is in "4.5 and up". */
export function hasMinimumMean(rating: RatingSummary, minimum: number): boolean {
  return rating !== null && Number(rating.mean.toFixed(1)) >= minimum;
}

/** Whether any place's rating includes demo reviews. */
export function hasDemoRating(places: readonly { rating: RatingSummary }[]): boolean {
  return places.some(({ rating }) => rating?.isDemo === true);
}
