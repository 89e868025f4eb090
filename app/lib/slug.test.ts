import { expect, test } from "vitest";

import { isSlug, SLUG_LENGTH_MAX, slugify } from "./slug.ts";

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

test.each([
  ["Ben’s Chili Bowl & Grill", "bens-chili-bowl-and-grill"],
  ["  Café São Tomé!  ", "cafe-sao-tome"],
  ["9:30 Club", "9-30-club"],
  ["北京饭店", ""],
  ["ab ".repeat(60), `${"ab-".repeat(26)}ab`],
])("the name %j has the address %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
