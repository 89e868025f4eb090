import { expect, test } from "vitest";

import { counted, countText, fullCount, shortCount } from "./counted.ts";

test("a noun is singular for one and plural for none and many", () => {
  expect(counted(1, "place")).toBe("1 place");
  expect(counted(0, "place")).toBe("0 places");
  expect(counted(1204, "place")).toBe("1,204 places");
  expect(counted(2, "category", "categories")).toBe("2 categories");
});

test("large numbers can be short or full", () => {
  expect(shortCount(12_430)).toBe("12.4K");
  expect(shortCount(980)).toBe("980");
  expect(fullCount(48_210)).toBe("48,210");
});

test("a count that is not exact says so", () => {
  expect(countText(1_204)).toBe("1,204");
  expect(countText(1_200, "about")).toBe("about 1,200");
  expect(countText(2_000, "at-least")).toBe("2,000+");
  expect(countText(0)).toBe("0");
});

test('an inexact zero is "few if any"', () => {
  expect(countText(0, "about")).toBe("few if any");
  expect(countText(0, "at-least")).toBe("few if any");
});
