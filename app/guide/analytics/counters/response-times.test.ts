import { expect, test } from "vitest";

import { BUCKET_COUNT, bucketOf, percentileMs } from "./response-times.ts";

test("the buckets keep the order of times, and longer times fall into the last bucket", () => {
  const times = [0, 0.01, 0.05, 0.2, 1, 7, 40, 250, 1_500, 9_000, 60_000, Number.POSITIVE_INFINITY];
  const steps = times.map(bucketOf);

  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect([steps[0], steps.at(-1)]).toEqual([0, BUCKET_COUNT - 1]);
});

test("a percentile is right to within a quarter, whatever the times are", () => {
  for (const scale of [0.3, 4, 70, 900]) {
    const times = Array.from({ length: 1_000 }, (_, n) => scale * (0.5 + n / 1_000));
    const answers = Array.from({ length: BUCKET_COUNT }, () => 0);
    for (const time of times) answers[bucketOf(time)] = (answers[bucketOf(time)] ?? 0) + 1;
    for (const part of [0.5, 0.95]) {
      const exact = times[part * 1_000 - 1] ?? 0;
      expect(Math.abs((percentileMs(answers, part) ?? 0) / exact - 1)).toBeLessThan(0.25);
    }
  }
  expect(percentileMs([], 0.5)).toBeNull();
});
