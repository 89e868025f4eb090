import { describe, expect, test } from "vitest";

import { findDropIndex, haveSameItems, moveListItem } from "./row-order.ts";

test("one item moves and the others keep their order; positions beyond an end mean that end", () => {
  expect(moveListItem(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moveListItem(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(moveListItem(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect([moveListItem(["a", "b"], 0, -1), moveListItem(["a", "b"], 1, 9)]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  expect(moveListItem(["a", "b"], 7, 0)).toEqual(["a", "b"]);
});

test("two lists have the same items in any order, but not with an item added or removed", () => {
  expect([haveSameItems(["a", "b"], ["b", "a"]), haveSameItems([], [])]).toEqual([true, true]);
  expect([
    haveSameItems(["a", "b"], ["a"]),
    haveSameItems(["a"], ["a", "b"]),
    haveSameItems(["a", "b"], ["a", "c"]),
  ]).toEqual([false, false, false]);
});

describe("a dragged row", () => {
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
  ])("from index %i, moved by %i px, is dropped at %i", ([from = 0, by = 0, to = 0]) => {
    expect(findDropIndex(rows, from, by)).toBe(to);
  });

  test("that is not in the list keeps its index", () => {
    expect(findDropIndex([], 3, 10)).toBe(3);
  });
});
