import { expect, test } from "vitest";

import { seededRandom } from "#illustrations/drawing/seeded-random.ts";

import { expandPattern } from "./sentence-grammar.ts";

test.for([
  ["the {thing} came.", "The apple came."],
  ["{Thing}: a {thing}.", "Apple: an apple."],
  ["a hat, a one-man show, a {thing}", "A hat, a one-man show, an apple"],
  ["(same|same) (and (same|same)|and same)", "Same and same"],
] as const)("%j expands to %j", ([pattern, sentence]) => {
  expect(expandPattern(pattern, seededRandom("any"), () => "apple")).toBe(sentence);
});

test("every alternative is eventually chosen", () => {
  const random = seededRandom("choices");

  const sentences = new Set(
    Array.from({ length: 100 }, () => expandPattern("(one|two|three (a|b))", random, () => "")),
  );

  expect([...sentences].toSorted()).toEqual(["One", "Three a", "Three b", "Two"]);
});

test("an unclosed parenthesis throws", () => {
  expect(() => expandPattern("one (two", seededRandom("any"), () => "")).toThrow("Unbalanced parenthesis in: one (two");
});
