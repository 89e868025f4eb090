import { expect, test } from "vitest";

import { conditionReasons } from "./condition-reasons.ts";
import type { Condition } from "./query-conditions.ts";

const CAFE = { meters: 250, priceRange: "$", type: "Cafe", attributes: { wifi: true } } as const;
const NOW: Condition = { kind: "open", when: { kind: "now" } };

test("every condition that a place meets is a reason, worded like its chip", () => {
  const reasons = conditionReasons(CAFE, [
    { kind: "category", category: "food" },
    { kind: "price", prices: ["$"] },
    { kind: "attribute", attribute: "wifi" },
    { kind: "rating", atLeast: 4 },
    { kind: "quadrant", quadrant: "NE" },
    { kind: "station", slug: "metro-center", name: "Metro Center", point: { lat: 38.8983, lng: -77.0281 }, minutes: 5 },
    { kind: "open", when: { kind: "within", day: null, from: 1_380, to: 1_500, label: "late" } },
  ]);

  expect(reasons).toEqual([
    "$",
    "Wi-Fi",
    "rated 4.0 and up",
    "in NE",
    "about 4 min walk from Metro Center Metro",
    "open late",
  ]);
});

test("the kind and the known attributes that suit an occasion are reasons", () => {
  const occasion: Condition = {
    kind: "occasion",
    slug: "study",
    label: "A place to study",
    words: "study",
    types: ["Library", "Cafe"],
    attributes: ["wifi", "outdoorSeating"],
    prices: [],
  };

  expect(conditionReasons(CAFE, [occasion])).toEqual(["Cafe", "Wi-Fi"]);
  expect(conditionReasons({ ...CAFE, type: "Bar", attributes: {} }, [occasion])).toEqual([]);
});

test("the type of a place is a reason only when the query used another word for it", () => {
  const typeCondition = (words: string): Condition => ({
    kind: "type",
    types: ["Cafe", "Mexican"],
    label: words,
    words,
  });

  expect(conditionReasons(CAFE, [typeCondition("espresso")])).toEqual(["Cafe"]);
  expect(conditionReasons(CAFE, [typeCondition("cafes")])).toEqual([]);
  // This place matched by its description, not by its type.
  expect(conditionReasons({ ...CAFE, type: "Bakery" }, [typeCondition("espresso")])).toEqual([]);
});

test("a place with free entry says so as its reason", () => {
  const free: Condition = { kind: "price", prices: ["Free"] };

  expect(conditionReasons({ ...CAFE, priceRange: null, attributes: { freeEntry: true } }, [free])).toEqual([
    "free entry",
  ]);
  expect(conditionReasons({ ...CAFE, priceRange: "Free", attributes: { freeEntry: true } }, [free])).toEqual(["Free"]);
});

test("“open now” is a reason only when there is no other, and names no closing time", () => {
  expect(conditionReasons(CAFE, [NOW])).toEqual(["listed as open now"]);
  expect(conditionReasons(CAFE, [NOW, { kind: "price", prices: ["$"] }])).toEqual(["$"]);
  expect(conditionReasons(CAFE, [])).toEqual([]);
});
