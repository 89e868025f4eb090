import { expect, test } from "vitest";

import { HEAD_ABOVE, pinHeads } from "./pin-heads.ts";

test("a pin with space has its head above its point", () => {
  expect(pinHeads([{ x: 50, y: 50 }])).toEqual([HEAD_ABOVE]);
});

test("of two adjacent pins the first head is above, and the second on another side", () => {
  const [first, second] = pinHeads([
    { x: 50, y: 50 },
    { x: 53, y: 50 },
  ]);
  expect(first).toBe(HEAD_ABOVE);
  expect(second).not.toBe(HEAD_ABOVE);
  expect(second).toBeDefined();
});

test("no head covers another pin's point", () => {
  const [lower] = pinHeads([
    { x: 50, y: 50 },
    { x: 50, y: 45 },
  ]);
  expect(lower).not.toBe(HEAD_ABOVE);
});

test("crowded pins without space are dots, and the first keeps its number", () => {
  const heads = pinHeads(Array.from({ length: 12 }, (_, index) => ({ x: 50 + (index % 4) * 0.4, y: 50 })));
  expect(heads[0]).toBeDefined();
  expect(heads.filter((head) => head === undefined).length).toBeGreaterThan(4);
});
