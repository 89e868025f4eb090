import { expect, test } from "vitest";

import { wordsOfPath } from "./not-found.tsx";

test.each([
  ["/places/martins-tavern", "martins tavern"],
  ["/restaurants/Ben_s-chili.html", "Ben s chili"],
  ["/a%20b/", "a b"],
  ["/", ""],
  ["/%3Cscript%3E", "script"],
])("the search box of a missing page holds the words of its address: %s", (path, words) => {
  expect(wordsOfPath(path)).toBe(words);
});

test("a very long address doesn't fill the box", () => {
  expect(wordsOfPath(`/${"x".repeat(500)}`)).toHaveLength(60);
});
