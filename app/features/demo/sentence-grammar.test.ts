import { expect, test } from "vitest";

import { seededRandom } from "#app/features/illustrations/seeded-random.ts";

import { saySentence } from "./sentence-grammar.ts";

test.for([
  ["the {thing} came.", "The apple came."],
  ["{Thing}: a {thing}.", "Apple: an apple."],
  ["a hat, a one-man show, a {thing}", "A hat, a one-man show, an apple"],
  ["(same|same) (and (same|same)|and same)", "Same and same"],
] as const)("%j is said as %j", ([pattern, said]) => {
  expect(saySentence(pattern, seededRandom("any"), () => "apple")).toBe(said);
});

test("every choice comes up", () => {
  const random = seededRandom("choices");

  const said = new Set(Array.from({ length: 100 }, () => saySentence("(one|two|three (a|b))", random, () => "")));

  expect([...said].toSorted()).toEqual(["One", "Three a", "Three b", "Two"]);
});

test("a bracket left open is told", () => {
  expect(() => saySentence("one (two", seededRandom("any"), () => "")).toThrow("A bracket is left open in: one (two");
});
