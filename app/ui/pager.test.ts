import { expect, test } from "vitest";

import { pagesToShow } from "./pager.tsx";

test("a pager shows every page when there are few", () => {
  expect(pagesToShow(2, 3)).toEqual([1, 2, 3]);
  expect(pagesToShow(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

test("a pager always shows the first, the last, the current page and its neighbors", () => {
  expect(pagesToShow(9, 20)).toEqual([1, null, 8, 9, 10, null, 20]);
  expect(pagesToShow(1, 20)).toEqual([1, 2, null, 20]);
  expect(pagesToShow(20, 20)).toEqual([1, null, 19, 20]);
});

test("a pager lists no page twice and none that doesn't exist", () => {
  for (let pageCount = 1; pageCount <= 12; pageCount += 1) {
    for (let page = 1; page <= pageCount; page += 1) {
      const numbers = pagesToShow(page, pageCount).filter((shown) => shown !== null);

      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toContain(page);
      expect(Math.min(...numbers)).toBe(1);
      expect(Math.max(...numbers)).toBe(pageCount);
    }
  }
});
