import { expect, test } from "vitest";

import { buildVocabulary } from "../query/query-vocabulary.ts";
import { matchSearches, matchSearchesInNeighborhoods } from "./match-searches.ts";

const VOCABULARY = buildVocabulary({
  types: ["Coffee shop", "Coffee roaster", "Cafe", "Cocktail bar", "Dive bar", "Pharmacy", "Barber", "Art museum"],
  neighborhoods: [
    { slug: "shaw", name: "Shaw", aka: [] },
    { slug: "dupont-circle", name: "Dupont Circle", aka: [] },
    { slug: "capitol-hill", name: "Capitol Hill", aka: [] },
  ],
  stations: [],
});

const withWineBar = buildVocabulary({ types: ["Wine bar"], neighborhoods: [], stations: [] });

const labels = (text: string) => matchSearches(text, VOCABULARY).map(({ label }) => label);

test("types come by the first letters of their names, closest first, and other words for one type mean the type", () => {
  expect(labels("coffe")[0]).toBe("Coffee shop");
  expect(labels("drugst")).toEqual(["Pharmacy"]);
  expect(labels("bar")).toEqual(["Bar", "Barber", "Cocktail bar", "Dive bar"]);
  expect(labels("museum")[0]).toMatch(/museum/i);
});

test("few letters match only names of types, and words within a phrase match nothing", () => {
  expect(labels("cap")).toEqual([]);
  expect(labels("capp")).toHaveLength(1);
  expect(labels("c")).toEqual([]);
  expect(labels("dr")).toEqual([]);
  expect(labels("xyz")).toEqual([]);
  expect(labels("")).toEqual([]);
});

test("an occasion is suggested by its name for all of its words", () => {
  expect(matchSearches("dinner", withWineBar).map(({ label }) => label)).not.toContain("Date night");
  for (const text of ["dat", "date night", "date spot", "dinner da"])
    expect(matchSearches(text, withWineBar)[0], text).toMatchObject({ label: "Date night", query: "date night" });
});

test("a type and the beginning of a neighborhood make one search", () => {
  const inNeighborhoods = (text: string) =>
    matchSearchesInNeighborhoods(text, VOCABULARY).map(({ label, query }) => [label, query]);

  expect(inNeighborhoods("coffee sha")).toEqual([["Coffee in Shaw", "coffee in Shaw"]]);
  expect(inNeighborhoods("cocktail bar in dup")).toEqual([
    ["Cocktail bar in Dupont Circle", "cocktail bar in Dupont Circle"],
  ]);
  expect(inNeighborhoods("coffee s")).toEqual([]);
  expect(inNeighborhoods("zorble shaw")).toEqual([]);
});
