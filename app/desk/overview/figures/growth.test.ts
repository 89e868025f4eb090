import { expect, test } from "vitest";

import { comparedMonths, formatComparison, formatGrowth } from "./growth.ts";

test.for([
  ["2026-11-23", "2026-11-01", "2026-10-01", "2026-10-23"],
  ["2027-01-05", "2027-01-01", "2026-12-01", "2026-12-05"],
  // February has no 31st, so March is compared with the whole month.
  ["2027-03-31", "2027-03-01", "2027-02-01", "2027-02-28"],
  ["2026-11-01", "2026-11-01", "2026-10-01", "2026-10-01"],
] as const)("%s: the month from %s is compared with %s to %s", ([today, from, formerFrom, formerTo]) => {
  expect(comparedMonths(today)).toEqual({
    current: { from, to: today },
    former: { from: formerFrom, to: formerTo },
  });
});

test("growth is in whole percent, and null when the previous month had none", () => {
  expect(formatGrowth(112, 100)).toBe("+12%");
  expect(formatGrowth(97, 100)).toBe("-3%");
  expect(formatGrowth(100, 100)).toBe("0%");
  expect(formatGrowth(0, 100)).toBe("-100%");
  expect(formatGrowth(5_000, 1)).toBe("+499,900%");
  expect(formatGrowth(10, 0)).toBeNull();
});

test("both spans are named, and no line breaks inside a span", () => {
  const gap = "\u202F–\u2060\u202F";
  expect(formatComparison(comparedMonths("2026-11-23"))).toBe(`Nov\u00A01${gap}23 vs. Oct\u00A01${gap}23`);
  expect(formatComparison(comparedMonths("2026-11-01"))).toBe("Nov\u00A01 vs. Oct\u00A01");
});
