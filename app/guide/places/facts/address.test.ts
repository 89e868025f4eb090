import { expect, test } from "vitest";

import { streetWithoutQuadrant } from "./address.ts";

test("the quadrant is removed only from the end of a street", () => {
  expect(streetWithoutQuadrant("1264 Wisconsin Avenue NW", "NW")).toBe("1264 Wisconsin Avenue");
  expect(streetWithoutQuadrant("225 7th Street", "SE")).toBe("225 7th Street");
  expect(streetWithoutQuadrant("4 SW Pier SE", "SW")).toBe("4 SW Pier SE");
  expect(streetWithoutQuadrant("1 Ohio Drive SW", null)).toBe("1 Ohio Drive SW");
  expect(streetWithoutQuadrant("12 RNW", "NW")).toBe("12 RNW");
});
