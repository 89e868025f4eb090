import { expect, test } from "vitest";

import { conditionReasons } from "./condition-reasons.ts";
import type { Condition } from "./query-conditions.ts";

const CAFE = { meters: 250, priceRange: "$", type: "Cafe", attributes: { wifi: true } } as const;
const NOW: Condition = { kind: "open", when: { kind: "now" } };

test("every condition that a place meets is a reason in the words of its chip", () => {
  const reasons = conditionReasons(CAFE, [
    { kind: "category", category: "food" },
    { kind: "price", prices: ["$"] },
    { kind: "attribute", attribute: "wifi" },
    { kind: "rating", atLeast: 4 },
    { kind: "quadrant", quadrant: "NE" },
    { kind: "station", slug: "metro-center", name: "Metro Center", minutes: 5 },
    { kind: "open", when: { kind: "within", day: null, from: 1_380, to: 1_500, label: "late" } },
  ]);

  expect(reasons).toEqual([
    "Food & Dining",
    "$",
    "Wi-Fi",
    "rated 4.0 and up",
    "in NE",
    "about 4 min walk from Metro Center Metro",
    "open late",
  ]);
});

test("the kind of place is named where the words for it are others", () => {
  const asked = (words: string): Condition => ({ kind: "type", types: ["Cafe", "Mexican"], label: words, words });

  expect(conditionReasons(CAFE, [asked("espresso")])).toEqual(["Cafe"]);
  expect(conditionReasons(CAFE, [asked("cafes")])).toEqual([]);
  // Found by the word in what is said of it.
  expect(conditionReasons({ ...CAFE, type: "Bakery" }, [asked("espresso")])).toEqual([]);
});

test("what is free by its entry says so", () => {
  const free: Condition = { kind: "price", prices: ["Free"] };

  expect(conditionReasons({ ...CAFE, priceRange: null, attributes: { freeEntry: true } }, [free])).toEqual([
    "free entry",
  ]);
  expect(conditionReasons({ ...CAFE, priceRange: "Free", attributes: { freeEntry: true } }, [free])).toEqual(["Free"]);
});

test("that it is open now is a reason where there is no other, without a time that passes", () => {
  expect(conditionReasons(CAFE, [NOW])).toEqual(["open by its hours"]);
  expect(conditionReasons(CAFE, [NOW, { kind: "price", prices: ["$"] }])).toEqual(["$"]);
  expect(conditionReasons(CAFE, [])).toEqual([]);
});
