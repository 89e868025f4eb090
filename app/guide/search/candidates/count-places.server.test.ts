import { expect } from "vitest";

import { buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { countPlaces } from "./count-places.server.ts";
import { type PlaceQuery, loadSearchContext, rankPlaces } from "./find-places.server.ts";
import { parseQuery } from "../query/parse-query.ts";
import { CANDIDATE_LIMITS } from "./search-candidates.server.ts";

const COUNTABLE_QUERIES = [
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
const UNCOUNTABLE_QUERIES = ["coffee open now", "books near metro center", "food rated 4 stars", "pizza near me"];

test("counting several queries in one statement gives the totals of single searches, and null where places must be checked one by one", async ({
  db,
}) => {
  await buildPlace(db, { name: "Zorble" });
  await buildPlace(db, { name: "Anacostia Museum Garage", type: "Garage" });
  await buildPlace(db, { name: "Fnord", description: "Next to a zorble." });
  const { vocabulary, tiers } = await loadSearchContext(db);
  const queryFor = (query: string): PlaceQuery => ({
    query,
    parsed: parseQuery(query, vocabulary),
    near: null,
    now: NOW,
    tiers,
  });

  const counts = await countPlaces(db, [...COUNTABLE_QUERIES, ...UNCOUNTABLE_QUERIES].map(queryFor));

  for (const [index, query] of COUNTABLE_QUERIES.entries()) {
    const { total, precision } = await rankPlaces(db, queryFor(query));
    expect([query, counts[index], precision]).toEqual([query, total, "exact"]);
  }
  expect(counts.slice(COUNTABLE_QUERIES.length)).toEqual(UNCOUNTABLE_QUERIES.map(() => null));
  expect(counts[COUNTABLE_QUERIES.indexOf("zorble")]).toBe(2);
});

test("a query with more matches than the limit is left to the estimate", async ({ db }) => {
  const { vocabulary, tiers } = await loadSearchContext(db);
  const parsed = parseQuery("restaurants", vocabulary);
  const limits = { ...CANDIDATE_LIMITS, wholeMax: 5 };

  expect(await countPlaces(db, [{ query: "restaurants", parsed, near: null, now: NOW, tiers, limits }])).toEqual([
    null,
  ]);
  expect(await countPlaces(db, [])).toEqual([]);
});
