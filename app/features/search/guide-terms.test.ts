import { expect, test } from "vitest";

import { guideTerms } from "./guide-terms.ts";
import { parseQuery } from "./query-language.ts";
import { buildVocabulary } from "./query-vocabulary.ts";

const VOCABULARY = buildVocabulary({
  types: ["Pizza"],
  neighborhoods: [{ slug: "georgetown", name: "Georgetown", aka: ["G'town"] }],
  stations: [{ slug: "metro-center", name: "Metro Center" }],
});

test.for([
  ["late night food", ["late", "night", "food", "late night", "night food"]],
  ["g'town walk", ["georgetown", "walk", "georgetown walk"]],
  ["pizza open now near me", ["pizza"]],
  ["lunch near metro center", ["lunch", "metro", "center", "lunch metro", "metro center"]],
  ["guide to dc", ["to"]],
  ["dc", []],
] as const)("guides are asked for %j by what it says of a guide", ([query, terms]) => {
  expect(guideTerms(query, parseQuery(query, VOCABULARY))).toEqual(terms);
});

test("a long query asks guides for no more than a few terms", () => {
  const query = "ab ".repeat(40);

  expect(guideTerms(query, parseQuery(query, VOCABULARY)).length).toBeLessThanOrEqual(23);
});
