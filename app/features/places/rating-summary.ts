import type { RatingSummary } from "./place.ts";

/** Counts and sums of stars of a place's published reviews, demo reviews apart; null where there never was one. */
export type RatingCounts = {
  realCount: number | null;
  realSum: number | null;
  demoCount: number | null;
  demoSum: number | null;
};

/** What a page shows: all reviews together, and whether invented ones are among them. */
export function ratingSummary({ realCount, realSum, demoCount, demoSum }: RatingCounts): RatingSummary {
  const count = (realCount ?? 0) + (demoCount ?? 0);
  if (count === 0) return null;
  return { mean: ((realSum ?? 0) + (demoSum ?? 0)) / count, count, isDemo: (demoCount ?? 0) > 0 };
}

/** What may leave the site: real reviews only. */
export function realRating({ realCount, realSum }: RatingCounts): RatingSummary {
  return ratingSummary({ realCount, realSum, demoCount: null, demoSum: null });
}

/** A place with this many reviews of its own counts half by them and half by what is usual. */
const USUAL_REVIEWS = 5;

/**
 * The mean by which places are put in order: as if each had a few reviews of the usual mean besides its own, so that one
 * review of five stars doesn't stand above a hundred of 4.8. Shown nowhere; beside a name stands the plain mean.
 */
export function rankingMean(rating: RatingSummary, usualMean: number): number {
  const { mean, count } = rating ?? { mean: 0, count: 0 };
  return (USUAL_REVIEWS * usualMean + mean * count) / (USUAL_REVIEWS + count);
}

/** By the mean as it is shown: what prints as 4.5 is in "4.5 and up". */
export function reachesMean(rating: RatingSummary, atLeast: number): boolean {
  return rating !== null && Number(rating.mean.toFixed(1)) >= atLeast;
}

/** Whether any of these places shows a rating with invented reviews in it. */
export function showsDemoRating(places: readonly { rating: RatingSummary }[]): boolean {
  return places.some(({ rating }) => rating?.isDemo === true);
}
