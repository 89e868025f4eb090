import { expect, test } from "vitest";

import { totalWalkMinutes } from "./guide-walk.ts";

const walk = (...minutes: (number | null)[]) => totalWalkMinutes(minutes.map((walkMinutes) => ({ walkMinutes })));

test("the walk is the sum of its legs; the first place has no leg", () => {
  expect(walk(null, 12, 10, 2)).toBe(24);
});

test("a guide with too long a leg, a place without a position or too long a total isn't a walk", () => {
  expect(walk(null, 12, 36)).toBeNull();
  expect(walk(null, 12, null)).toBeNull();
  expect(walk(null, 30, 30, 30, 31)).toBeNull();
  expect(walk(null)).toBeNull();
  expect(walk()).toBeNull();
});
