import { expect, test } from "vitest";

import { forgetSearch, forgetSearches, keepSearch, RECENT_SEARCHES_MAX, recentSearches } from "./recent-searches.ts";

test("the newest search comes first, without duplicates, and the list is limited", () => {
  const storage = emptyStorage();

  for (let n = 0; n <= RECENT_SEARCHES_MAX; n += 1) keepSearch(`query ${n}`, storage);
  keepSearch("QUERY 5", storage);
  keepSearch("", storage);

  const stored = recentSearches(storage);
  expect(stored).toHaveLength(RECENT_SEARCHES_MAX);
  expect(stored.slice(0, 2)).toEqual(["QUERY 5", `query ${RECENT_SEARCHES_MAX}`]);
  expect(stored).not.toContain("query 5");
});

test("searches are removed one by one or all at once, and then nothing is left in storage", () => {
  const storage = emptyStorage();
  for (const query of ["ramen", "pizza", "jazz"]) keepSearch(query, storage);

  forgetSearch("pizza", storage);
  expect(recentSearches(storage)).toEqual(["jazz", "ramen"]);
  forgetSearches(storage);
  expect(recentSearches(storage)).toEqual([]);
  expect(storage.getItem("recent-searches")).toBeNull();
});

test.each(["", "{", "null", '{"a":1}', "[1,null,{}]", '"pizza"'])("invalid stored values are ignored: %s", (text) => {
  const storage = emptyStorage();
  storage.setItem("recent-searches", text);

  expect(recentSearches(storage)).toEqual([]);
});

test("full, disabled or missing storage does not break searching", () => {
  const full = {
    ...emptyStorage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };

  expect(() => keepSearch("pizza", full)).not.toThrow();
  expect(recentSearches(full)).toEqual([]);
  expect(() => keepSearch("pizza", null)).not.toThrow();
  expect(recentSearches(null)).toEqual([]);
});

function emptyStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}
