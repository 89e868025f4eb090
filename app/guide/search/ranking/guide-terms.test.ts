import { expect, test } from "vitest";

import { guideTerms } from "./guide-terms.ts";
import { parseQuery } from "../query/parse-query.ts";
import { buildVocabulary } from "../query/query-vocabulary.ts";

const VOCABULARY = buildVocabulary({
  types: ["Pizza"],
  neighborhoods: [{ slug: "georgetown", name: "Georgetown", aka: ["G'town"] }],
  stations: [{ slug: "metro-center", name: "Metro Center", point: { lat: 38.8983, lng: -77.0281 } }],
});

test.for([
  ["late night food", ["late", "night", "food", "late night", "night food"]],
  ["g'town walk", ["georgetown", "walk", "georgetown walk"]],
  ["pizza open now near me", ["pizza"]],
  ["lunch near metro center", ["lunch", "metro", "center", "lunch metro", "metro center"]],
  ["lunch deals", ["lunch", "deals", "cheap", "lunch", "lunch deals", "deals cheap", "cheap lunch"]],
  ["guide to dc", ["to"]],
  ["dc", []],
] as const)("a search for %j looks for guides with the right terms", ([query, terms]) => {
  expect(guideTerms(parseQuery(query, VOCABULARY))).toEqual(terms);
});

test("a long query looks for guides with at most 23 terms", () => {
  const query = "ab ".repeat(40);

  expect(guideTerms(parseQuery(query, VOCABULARY)).length).toBeLessThanOrEqual(23);
});
