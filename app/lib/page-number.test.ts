import { expect, test } from "vitest";

import { parsePageNumber } from "./page-number.ts";

test.each([
  [null, 1],
  ["", 1],
  ["7", 7],
  ["0", 1],
  ["-3", 1],
  ["1.5", 1],
  ["1e99", 1],
  ["two", 1],
])("an address that says page=%j means page %i", (text, page) => {
  expect(parsePageNumber(text)).toBe(page);
});
