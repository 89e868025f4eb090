import fc from "fast-check";
import { expect, test } from "vitest";

import { chunks } from "./chunks.ts";

test("a list is split into chunks of the given size, the last one shorter", () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([1, 2], 2)).toEqual([[1, 2]]);
  expect(chunks([], 2)).toEqual([]);
});

test("no chunk is empty or too long, and together they are the list", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 7 }), (items, size) => {
      const pieces = chunks(items, size);
      expect(pieces.flat()).toEqual(items);
      expect(pieces.filter(({ length }) => length === 0 || length > size)).toEqual([]);
    }),
  );
});
