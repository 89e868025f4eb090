import { expect, test } from "vitest";

import { parseDcAddress, streetWithoutQuadrant } from "./address.ts";

test("the quadrant is removed only from the end of a street", () => {
  expect(streetWithoutQuadrant("1264 Wisconsin Avenue NW", "NW")).toBe("1264 Wisconsin Avenue");
  expect(streetWithoutQuadrant("225 7th Street", "SE")).toBe("225 7th Street");
  expect(streetWithoutQuadrant("4 SW Pier SE", "SW")).toBe("4 SW Pier SE");
  expect(streetWithoutQuadrant("1 Ohio Drive SW", null)).toBe("1 Ohio Drive SW");
  expect(streetWithoutQuadrant("12 RNW", "NW")).toBe("12 RNW");
});

test.for([
  ["1264 Wisconsin Ave. N.W., Suite 5", "1264 Wisconsin Avenue", "NW"],
  ["1600 Pennsylvania Avenue North West", "1600 Pennsylvania Avenue", "NW"],
  ["200-B 8th St SE", "200-B 8th Street", "SE"],
  ["1309 5th St", "1309 5th Street", null],
  ["Union Station, 50 Massachusetts Ave NE", "50 Massachusetts Avenue", "NE"],
  ["2nd Floor, 1309 5th St NE", "1309 5th Street", "NE"],
  ["Pier 4, 600 Water St SW", "600 Water Street", "SW"],
  ["U St & 13th St NW", "U Street & 13th Street", "NW"],
  ["13th St and U St NW", "13th Street & U Street", "NW"],
  ["14th & U St NW", "14th & U Street", "NW"],
  ["14th St NW & U St NW", "14th Street & U Street", "NW"],
  ["Corner of 14th and U Streets NW", "14th & U Streets", "NW"],
  ["Georgia Ave at Upshur St. NW", "Georgia Avenue & Upshur Street", "NW"],
] as const)("“%s” is %s in %s", ([text, street, quadrant]) => {
  expect(parseDcAddress(text)).toEqual({ street, quadrant });
});

test.for([
  "",
  "PO Box 123",
  "5th St NE",
  "Union Station NE",
  "U Street NW between 13th and 14th",
  "Smith & Wesson",
  "&",
])("“%s” has no address", (text) => {
  expect(parseDcAddress(text)).toBeNull();
});
