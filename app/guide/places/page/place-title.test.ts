import { expect, test } from "vitest";

import { placeTitle, TITLE_CHARACTERS_MAX } from "./place-title.ts";

const SAFEWAY = {
  name: "Safeway",
  type: "Grocery",
  neighborhood: { name: "Georgetown" },
  street: "1855 Wisconsin Ave NW",
  quadrant: "NW",
  hasNamesake: false,
} as const;

test("a title says what the place is and where", () => {
  expect(placeTitle(SAFEWAY)).toBe("Safeway - Grocery in Georgetown");
});

test("two branches in one neighborhood have different titles", () => {
  expect(placeTitle({ ...SAFEWAY, hasNamesake: true })).toBe("Safeway - Grocery at 1855 Wisconsin Ave");
  expect(placeTitle({ ...SAFEWAY, hasNamesake: true, street: null }), "without a street").toBe(
    "Safeway - Grocery in Georgetown",
  );
});

test("a long name leaves out the kind first, and a longer one the neighborhood too", () => {
  const name = "National Museum of African American History";

  expect(placeTitle({ ...SAFEWAY, name, type: "Museum of history" })).toBe(`${name} - Georgetown`);
  expect(placeTitle({ ...SAFEWAY, name: "A".repeat(TITLE_CHARACTERS_MAX) })).toBe("A".repeat(TITLE_CHARACTERS_MAX));
});
