import { expect, test } from "vitest";

import {
  type ComparablePlace,
  LIKELY_MATCH_MIN,
  placeSimilarity,
  nameSimilarity,
  SURE_MATCH_MIN,
} from "./place-similarity.ts";

const KNOWN: ComparablePlace = {
  name: "Pearl Street Bakery",
  street: "1234 Ninth Street",
  quadrant: "NW",
  position: { lat: 38.9079, lng: -77.0243 },
  phone: "+12025550177",
  website: "https://pearl.example",
};
const NOTHING: ComparablePlace = { name: "", street: null, quadrant: null, position: null, phone: null, website: null };

test.for([
  ["its name alone", { name: "Pearl Street Bakery" }, "sure"],
  ["its name written otherwise", { name: "the PEARL ST. bakery" }, "sure"],
  ["misspelt, at its address", { name: "Perl Street Bakry", street: "1234 Ninth St NW", quadrant: "NW" }, "sure"],
  ["another name with its number", { name: "Pearl’s", phone: "+12025550177" }, "sure"],
  [
    "its name, with a pin across the street",
    { name: "Pearl Bakery", position: { lat: 38.9082, lng: -77.0244 } },
    "sure",
  ],
  [
    "a branch of the same name, far away",
    { name: "Pearl Street Bakery", position: { lat: 38.96, lng: -77.07 } },
    "likely",
  ],
  ["a neighbor", { name: "Ninth Street Hardware", position: { lat: 38.9079, lng: -77.0243 } }, "no"],
  ["another bakery somewhere", { name: "Union Bakery" }, "no"],
] as const)("%s", ([, given, expected]) => {
  const score = placeSimilarity({ ...NOTHING, ...given }, KNOWN);

  expect(score >= SURE_MATCH_MIN ? "sure" : score >= LIKELY_MATCH_MIN ? "likely" : "no").toBe(expected);
});

test("names without Latin letters match only if they are equal", () => {
  expect([nameSimilarity("北京饭店", "北京饭店"), nameSimilarity("北京饭店", "上海饭店")]).toEqual([1, 0]);
});
