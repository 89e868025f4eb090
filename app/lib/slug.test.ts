import { expect, test } from "vitest";

import { isSlug, SLUG_LENGTH_MAX } from "./slug.ts";

test.each(["shaw", "u-street", "9-30-club", "a", "a".repeat(SLUG_LENGTH_MAX)])("%s is a slug", (text) => {
  expect(isSlug(text)).toBe(true);
});

test.each([
  "",
  "-shaw",
  "shaw-",
  "u--street",
  "U-Street",
  "café",
  "u street",
  "shaw\n",
  "../shaw",
  "a".repeat(SLUG_LENGTH_MAX + 1),
])("%j is no slug", (text) => {
  expect(isSlug(text)).toBe(false);
});
