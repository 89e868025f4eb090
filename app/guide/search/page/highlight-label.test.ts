import fc from "fast-check";
import { expect, test } from "vitest";

import { highlightLabel } from "./highlight-label.ts";

test.each([
  ["Georgetown", "geo", "[Geo]rgetown"],
  ["Martin’s Tavern", "martin's t", "[Martin’s T]avern"],
  ["Café Saint-Ex", "cafe", "[Café] Saint-Ex"],
  ["Café Saint-Ex", "ex", "Café Saint-[Ex]"],
  ["The Ottoman Taverna", "to", "The Ottoman Taverna"],
  ["The Tombs", "to", "The [To]mbs"],
  ["Ottoman Tom", "tom", "Ottoman [Tom]"],
  ["Pizza", " pizza ", "[Pizza]"],
  ["Pizza", "", "Pizza"],
  ["Pizza", "pizzas", "Pizza"],
])("the label %j with %j typed is highlighted as %s", (label, typed, shown) => {
  const { before, match: marked, after } = highlightLabel(label, typed);

  expect(before + (marked === "" ? "" : `[${marked}]`) + after).toBe(shown);
});

test("before, match and after always add up to the label", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", maxLength: 4 }), (label, typed) => {
      const { before, match: marked, after } = highlightLabel(label, typed);
      expect(before + marked + after).toBe(label);
    }),
  );
});
