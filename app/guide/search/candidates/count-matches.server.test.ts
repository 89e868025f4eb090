import { expect } from "vitest";

import { buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { parseQuery } from "../query/parse-query.ts";
import { countByIndex } from "./count-matches.server.ts";
import { loadDirectory } from "./directory.server.ts";
import { matchPlaces } from "./match-places.server.ts";

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
  const directory = await loadDirectory(db);
  const parse = (query: string) => parseQuery(query, directory.vocabulary);

  const counts = await countByIndex(db, [...COUNTABLE_QUERIES, ...UNCOUNTABLE_QUERIES].map(parse), directory);

  for (const [index, query] of COUNTABLE_QUERIES.entries()) {
    const { total } = await matchPlaces(db, { directory, query: parse(query), near: null, now: NOW });
    expect([query, { count: counts[index], precision: "exact" }]).toEqual([query, total]);
  }
  expect(counts.slice(COUNTABLE_QUERIES.length)).toEqual(UNCOUNTABLE_QUERIES.map(() => null));
  expect(counts[COUNTABLE_QUERIES.indexOf("zorble")]).toBe(2);
});

test("a query with more matches than the limit is left to the estimate", async ({ db }) => {
  const directory = await loadDirectory(db);
  const query = parseQuery("restaurants", directory.vocabulary);
  const limited = { ...directory, limits: { ...directory.limits, wholeMax: 5 } };

  expect(await countByIndex(db, [query], limited)).toEqual([null]);
  expect(await countByIndex(db, [], directory)).toEqual([]);
});
