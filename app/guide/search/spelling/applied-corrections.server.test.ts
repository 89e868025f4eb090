import { expect } from "vitest";

import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { searchFor } from "../page/search-page-builders.ts";
import { findCorrections } from "./query-spelling.server.ts";

test.for([
  "gender neutral restroom",
  "coffee shop with wifi and outlets",
  "Pizzeria Paradiso",
  "Compass Rose",
  "Bar Louie",
  "Lucky Bar",
  "Takeout Taxi",
  "not spicy thai",
  "All Day by Kramers",
  "therapist",
  "kosher deli",
  "compass rose",
  "lucky bar",
  "bocce",
  "starbucks",
])("words of English and names are not corrected: %s", async (query, { db }) => {
  const { correction } = await searchFor(db, query);

  expect(correction?.kind).not.toBe("applied");
});

test.for([
  ["resturant", "restaurant"],
  ["georgtown", "georgetown"],
  ["ethopian", "ethiopian"],
  ["libary", "library"],
  ["smithsonain", "smithsonian"],
  ["pharamcy", "pharmacy"],
  ["cofee shop", "coffee shop"],
  ["musuem", "museum"],
  ["veterinerian", "veterinarian"],
  ["hardwear store", "hardware store"],
  ["chineese food", "chinese food"],
] as const)("a misspelled word is corrected: %s", async ([query, meant], { db }) => {
  const { correction, places } = await searchFor(db, query);

  expect(correction).toMatchObject({ kind: "applied", query: meant });
  expect(places.total).toBeGreaterThan(0);
});

test.for(["barbeque", "sushis"])("other spellings find the same without a correction: %s", async (query, { db }) => {
  const { correction, places } = await searchFor(db, query);

  expect(correction).toBeNull();
  expect(places.total).toBeGreaterThan(0);
});

test("a correction is applied or offered only if it finds something", async ({ db }) => {
  const { vocabulary, wordLookup } = await loadDirectory(db, { query: "Georgtown Libary" });

  for (const query of ["zorbel librry qwxz", "gerogetown qwxzzk", "Smithsonain Zorbelwax"]) {
    const { correction } = await searchFor(db, query);
    if (correction === null) continue;
    const found = await searchFor(db, correction.query, { verbatim: "1" });
    expect(found.places.total + found.guides.total + found.neighborhoods.length, query).toBeGreaterThan(0);
  }
  const corrections = findCorrections("Georgtown Libary", vocabulary, wordLookup);
  expect(corrections.length).toBeGreaterThan(0);
  expect(corrections.map(({ isSure }) => isSure)).not.toContain(true);
});
