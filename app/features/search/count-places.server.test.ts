import { expect } from "vitest";

import { buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { countPlaces } from "./count-places.server.ts";
import { type Asked, searchGround, weighPlaces } from "./find-places.server.ts";
import { parseQuery } from "./query-language.ts";
import { CANDIDATE_LIMITS } from "./search-candidates.server.ts";

const COUNTED = [
  "pizza",
  "restaurants in georgetown",
  "cheap coffee with wifi",
  "free museum nw",
  "meridian hill",
  "art museum",
  "museum in anacostia",
  "martin's tavern",
  "the and of",
  "zorble",
  "zorble wibble",
];
const LOOKED_AT = ["coffee open now", "books near metro center", "food rated 4 stars", "pizza near me"];

test("what is counted in one statement is what would be found one by one, and nothing that needs a look", async ({
  db,
}) => {
  await buildPlace(db, { name: "Zorble" });
  await buildPlace(db, { name: "Anacostia Museum Garage", type: "Garage" });
  await buildPlace(db, { name: "Fnord", description: "Next to a zorble." });
  const { vocabulary, tiers } = await searchGround(db);
  const ask = (query: string): Asked => ({ query, parsed: parseQuery(query, vocabulary), near: null, now: NOW, tiers });

  const counts = await countPlaces(db, [...COUNTED, ...LOOKED_AT].map(ask));

  for (const [index, query] of COUNTED.entries()) {
    const { total, precision } = await weighPlaces(db, ask(query));
    expect([query, counts[index], precision]).toEqual([query, total, "exact"]);
  }
  expect(counts.slice(COUNTED.length)).toEqual(LOOKED_AT.map(() => null));
  expect(counts[COUNTED.indexOf("zorble")]).toBe(2);
});

test("more than can be weighed are left to whoever estimates", async ({ db }) => {
  const { vocabulary, tiers } = await searchGround(db);
  const parsed = parseQuery("restaurants", vocabulary);
  const limits = { ...CANDIDATE_LIMITS, wholeMax: 5 };

  expect(await countPlaces(db, [{ query: "restaurants", parsed, near: null, now: NOW, tiers, limits }])).toEqual([
    null,
  ]);
  expect(await countPlaces(db, [])).toEqual([]);
});
