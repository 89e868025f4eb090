import { expect, test } from "vitest";

import { readStaticDots, STATIC_DOTS_MAX, writeStaticDots } from "./static-dots.ts";

test("dots are read back within half a percent, each spot once, without those outside", () => {
  const positions = [
    { x: 0, y: 0 },
    { x: 99.9, y: 99.9 },
    { x: 33.3, y: 66.6 },
    { x: 33.3, y: 66.6 },
    { x: 100, y: 5 },
    { x: 5, y: -0.1 },
  ];

  const dots = readStaticDots(writeStaticDots(positions)) ?? [];

  expect(dots).toHaveLength(3);
  for (const [at, { x, y }] of dots.entries()) {
    expect(Math.abs(x - (positions[at]?.x ?? 0))).toBeLessThan(0.5);
    expect(Math.abs(y - (positions[at]?.y ?? 0))).toBeLessThan(0.5);
  }
});

test.for(["a", "abcd", "AB1", "ab-", '"><', "abc".repeat(STATIC_DOTS_MAX + 1)])("%j is not a list of dots", (text) => {
  expect(readStaticDots(text)).toBe(null);
});

test("no dots are an empty text", () => {
  expect([writeStaticDots([]), readStaticDots("")]).toEqual(["", []]);
});
