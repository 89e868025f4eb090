import { describe, expect, test } from "vitest";

import { droppedAt, hasSame, movedTo } from "./row-order.ts";

test("one thing moves and the others keep their order; past an end is at that end", () => {
  expect(movedTo(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(movedTo(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(movedTo(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect([movedTo(["a", "b"], 0, -1), movedTo(["a", "b"], 1, 9)]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  expect(movedTo(["a", "b"], 7, 0)).toEqual(["a", "b"]);
});

test("two lists have the same things in whatever order, and not when one came or went", () => {
  expect([hasSame(["a", "b"], ["b", "a"]), hasSame([], [])]).toEqual([true, true]);
  expect([hasSame(["a", "b"], ["a"]), hasSame(["a"], ["a", "b"]), hasSame(["a", "b"], ["a", "c"])]).toEqual([
    false,
    false,
    false,
  ]);
});

describe("what is dragged", () => {
  const rows = [
    { top: 0, height: 100 },
    { top: 100, height: 300 },
    { top: 400, height: 100 },
  ];

  test.for([
    [0, 0, 0],
    [0, 149, 0],
    [0, 151, 1],
    [0, 360, 2],
    [0, 9_999, 2],
    [2, -149, 2],
    [2, -151, 1],
    [2, -9_999, 0],
    [1, 51, 2],
    [1, -51, 0],
    [1, 20, 1],
  ])("from row %i by %i px comes to lie at %i", ([from = 0, by = 0, to = 0]) => {
    expect(droppedAt(rows, from, by)).toBe(to);
  });

  test("out of a list that it isn't in stays where it was said to be", () => {
    expect(droppedAt([], 3, 10)).toBe(3);
  });
});
