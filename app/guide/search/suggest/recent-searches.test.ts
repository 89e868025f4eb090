import { expect, test } from "vitest";

import {
  removeRecentSearch,
  clearRecentSearches,
  saveRecentSearch,
  RECENT_SEARCHES_MAX,
  readRecentSearches,
} from "./recent-searches.ts";

test("the newest search comes first, without duplicates, and the list is limited", () => {
  const storage = emptyStorage();

  for (let n = 0; n <= RECENT_SEARCHES_MAX; n += 1) saveRecentSearch(`query ${n}`, storage);
  saveRecentSearch("QUERY 5", storage);
  saveRecentSearch("", storage);

  const stored = readRecentSearches(storage);
  expect(stored).toHaveLength(RECENT_SEARCHES_MAX);
  expect(stored.slice(0, 2)).toEqual(["QUERY 5", `query ${RECENT_SEARCHES_MAX}`]);
  expect(stored).not.toContain("query 5");
});

test("searches are removed one by one or all at once, and then nothing is left in storage", () => {
  const storage = emptyStorage();
  for (const query of ["ramen", "pizza", "jazz"]) saveRecentSearch(query, storage);

  removeRecentSearch("pizza", storage);
  expect(readRecentSearches(storage)).toEqual(["jazz", "ramen"]);
  clearRecentSearches(storage);
  expect(readRecentSearches(storage)).toEqual([]);
  expect(storage.getItem("recent-searches")).toBeNull();
});

test.each(["", "{", "null", '{"a":1}', "[1,null,{}]", '"pizza"'])("invalid stored values are ignored: %s", (text) => {
  const storage = emptyStorage();
  storage.setItem("recent-searches", text);

  expect(readRecentSearches(storage)).toEqual([]);
});

test("full, disabled or missing storage does not break searching", () => {
  const full = {
    ...emptyStorage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };

  expect(() => saveRecentSearch("pizza", full)).not.toThrow();
  expect(readRecentSearches(full)).toEqual([]);
  expect(() => saveRecentSearch("pizza", null)).not.toThrow();
  expect(readRecentSearches(null)).toEqual([]);
});

function emptyStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}
