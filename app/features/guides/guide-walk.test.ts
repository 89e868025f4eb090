import { expect, test } from "vitest";

import { walkMinutesOf } from "./guide-walk.ts";

const walk = (...minutes: (number | null)[]) => walkMinutesOf(minutes.map((walkMinutes) => ({ walkMinutes })));

test("the legs of a walk are added up; the first place has none before it", () => {
  expect(walk(null, 12, 10, 2)).toBe(24);
});

test("a guide with a leg too long, a place nobody can find or too many miles is no walk", () => {
  expect(walk(null, 12, 36)).toBeNull();
  expect(walk(null, 12, null)).toBeNull();
  expect(walk(null, 30, 30, 30, 31)).toBeNull();
  expect(walk(null)).toBeNull();
  expect(walk()).toBeNull();
});
