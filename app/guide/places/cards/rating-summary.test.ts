import fc from "fast-check";
import { expect, test } from "vitest";

import { rankingMean, ratingSummary, hasMinimumMean, realRating, hasDemoRating } from "./rating-summary.ts";

const NONE = { realCount: null, realSum: null, demoCount: null, demoSum: null };

test("a rating is the plain mean of all reviews and says if demo reviews are included", () => {
  expect(ratingSummary(NONE)).toBeNull();
  expect(ratingSummary({ realCount: 0, realSum: 0, demoCount: 0, demoSum: 0 })).toBeNull();
  expect(ratingSummary({ ...NONE, realCount: 2, realSum: 9 })).toEqual({ mean: 4.5, count: 2, isDemo: false });
  expect(ratingSummary({ realCount: 1, realSum: 5, demoCount: 3, demoSum: 7 })).toEqual({
    mean: 3,
    count: 4,
    isDemo: true,
  });
});

test("the rating for publication is the mean of real reviews, and null with demo reviews only", () => {
  expect(realRating({ realCount: 1, realSum: 5, demoCount: 3, demoSum: 7 })).toEqual({
    mean: 5,
    count: 1,
    isDemo: false,
  });
  expect(realRating({ realCount: 0, realSum: 0, demoCount: 3, demoSum: 7 })).toBeNull();
  expect(realRating({ ...NONE, demoCount: 3, demoSum: 7 })).toBeNull();
});

test("one five-star review ranks below many of 4.8, and the ranking mean is between the place's mean and the overall one", () => {
  const one = { mean: 5, count: 1, isDemo: false };
  const many = { mean: 4.8, count: 100, isDemo: false };

  expect(rankingMean(many, 4)).toBeGreaterThan(rankingMean(one, 4));
  expect(rankingMean(null, 4)).toBe(4);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 5, noNaN: true }), fc.integer({ min: 1, max: 500 }), (mean, count) => {
      const ranked = rankingMean({ mean, count, isDemo: false }, 4);
      expect(ranked).toBeGreaterThanOrEqual(Math.min(mean, 4) - 1e-9);
      expect(ranked).toBeLessThanOrEqual(Math.max(mean, 4) + 1e-9);
    }),
  );
});

test("a mean displayed as 4.5 is in '4.5 and up', and a place without reviews never is", () => {
  expect(hasMinimumMean({ mean: 4.46, count: 3, isDemo: false }, 4.5)).toBe(true);
  expect(hasMinimumMean({ mean: 4.44, count: 3, isDemo: false }, 4.5)).toBe(false);
  expect(hasMinimumMean(null, 1)).toBe(false);
});

test("a list shows demo data if any of its ratings includes demo reviews", () => {
  const real = { rating: { mean: 4, count: 1, isDemo: false } };

  expect(hasDemoRating([])).toBe(false);
  expect(hasDemoRating([real, { rating: null }])).toBe(false);
  expect(hasDemoRating([real, { rating: { mean: 4, count: 1, isDemo: true } }])).toBe(true);
});
