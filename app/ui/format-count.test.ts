import { expect, test } from "vitest";

import { pluralize, formatCount, formatFullCount, formatShortCount } from "./format-count.ts";

test("a noun is singular for one and plural for none and many", () => {
  expect(pluralize(1, "place")).toBe("1 place");
  expect(pluralize(0, "place")).toBe("0 places");
  expect(pluralize(1204, "place")).toBe("1,204 places");
  expect(pluralize(2, "category", "categories")).toBe("2 categories");
});

test("large numbers can be short or full", () => {
  expect(formatShortCount(12_430)).toBe("12.4K");
  expect(formatShortCount(980)).toBe("980");
  expect(formatFullCount(48_210)).toBe("48,210");
});

test("a count that is not exact says so", () => {
  expect(formatCount(1_204)).toBe("1,204");
  expect(formatCount(1_200, "about")).toBe("about 1,200");
  expect(formatCount(2_000, "at-least")).toBe("2,000+");
  expect(formatCount(0)).toBe("0");
});

test('an inexact zero is "few if any"', () => {
  expect(formatCount(0, "about")).toBe("few if any");
  expect(formatCount(0, "at-least")).toBe("few if any");
});
