import { expect, test } from "vitest";

import { searchTextFromPath } from "./not-found.tsx";

test.each([
  ["/places/martins-tavern", "martins tavern"],
  ["/restaurants/Ben_s-chili.html", "Ben s chili"],
  ["/a%20b/", "a b"],
  ["/", ""],
  ["/%3Cscript%3E", "script"],
])("the search box on a 404 page is filled from the URL: %s", (path, words) => {
  expect(searchTextFromPath(path)).toBe(words);
});

test("the text for the search box is limited to 60 characters", () => {
  expect(searchTextFromPath(`/${"x".repeat(500)}`)).toHaveLength(60);
});
