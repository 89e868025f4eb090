import { expect, test } from "vitest";

import { forgetSearch, forgetSearches, keepSearch, RECENT_SEARCHES_MAX, recentSearches } from "./recent-searches.ts";

test("the newest comes first, once, and no more than the list holds are kept", () => {
  const storage = emptyStorage();

  for (let n = 0; n <= RECENT_SEARCHES_MAX; n += 1) keepSearch(`query ${n}`, storage);
  keepSearch("QUERY 5", storage);
  keepSearch("", storage);

  const kept = recentSearches(storage);
  expect(kept).toHaveLength(RECENT_SEARCHES_MAX);
  expect(kept.slice(0, 2)).toEqual(["QUERY 5", `query ${RECENT_SEARCHES_MAX}`]);
  expect(kept).not.toContain("query 5");
});

test("they are forgotten one by one or all, and then nothing is left behind", () => {
  const storage = emptyStorage();
  for (const query of ["ramen", "pizza", "jazz"]) keepSearch(query, storage);

  forgetSearch("pizza", storage);
  expect(recentSearches(storage)).toEqual(["jazz", "ramen"]);
  forgetSearches(storage);
  expect(recentSearches(storage)).toEqual([]);
  expect(storage.getItem("recent-searches")).toBeNull();
});

test.each(["", "{", "null", '{"a":1}', "[1,null,{}]", '"pizza"'])(
  "what something else wrote is no search: %s",
  (text) => {
    const storage = emptyStorage();
    storage.setItem("recent-searches", text);

    expect(recentSearches(storage)).toEqual([]);
  },
);

test("a browser that keeps nothing, or is full, searches all the same", () => {
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
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
