import { expect, test } from "vitest";

import { excerpt } from "./excerpt.ts";

test.for([
  { text: "Half smokes, chili and milkshakes.", characters: 40, expected: "Half smokes, chili and milkshakes." },
  { text: "Half smokes, chili and milkshakes.", characters: 34, expected: "Half smokes, chili and milkshakes." },
  { text: "Half smokes, chili and milkshakes.", characters: 14, expected: "Half smokes…" },
  { text: "Half smokes, chili and milkshakes.", characters: 24, expected: "Half smokes, chili and…" },
  { text: "Supercalifragilistic", characters: 6, expected: "Super…" },
  { text: "🏠🏠🏠", characters: 4, expected: "🏠…" },
  { text: "", characters: 5, expected: "" },
])("$text in $characters is $expected", ({ text, characters, expected }) => {
  expect(excerpt(text, characters)).toBe(expected);
});
