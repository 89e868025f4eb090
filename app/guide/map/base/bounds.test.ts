import fc from "fast-check";
import { expect, test } from "vitest";

import { readBounds, writeBounds } from "./bounds.ts";

test("bounds are read as west, south, east, north and rounded to about ten meters", () => {
  expect(readBounds("-77.0500123,38.9,-77.02,38.92")).toEqual({
    west: -77.05,
    south: 38.9,
    east: -77.02,
    north: 38.92,
  });
});

test.for([
  ["nothing", ""],
  ["three values", "-77.05,38.9,-77.02"],
  ["five values", "-77.05,38.9,-77.02,38.92,1"],
  ["words", "west,south,east,north"],
  ["a number in another notation", "-7.7e1,38.9,-77.02,38.92"],
  ["infinity", "-Infinity,38.9,Infinity,38.92"],
  ["an empty value", "-77.05,,-77.02,38.92"],
  ["spaces", "-77.05, 38.9, -77.02, 38.92"],
  ["west and east swapped", "-77.02,38.9,-77.05,38.92"],
  ["south and north swapped", "-77.05,38.92,-77.02,38.9"],
  ["bounds that are empty after rounding", "-77.05,38.9,-77.05001,38.92"],
  ["beyond the pole", "-77.05,38.9,-77.02,91"],
  ["beyond the date line", "-181,38.9,-77.02,38.92"],
  ["a very long text", `${"1".repeat(200)},2,3,4`],
])("%s gives no bounds", ([, text]) => {
  expect(readBounds(text ?? "")).toBeNull();
});

test("written bounds are read back the same", () => {
  const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
  fc.assert(
    fc.property(degrees(180), degrees(90), degrees(180), degrees(90), (a, b, c, d) => {
      const text = writeBounds({
        west: Math.min(a, c),
        south: Math.min(b, d),
        east: Math.max(a, c),
        north: Math.max(b, d),
      });
      const read = readBounds(text);
      if (read !== null) expect(writeBounds(read)).toBe(text);
      // Only bounds narrower than the rounding become null.
      else expect(Math.min(Math.abs(a - c), Math.abs(b - d))).toBeLessThan(0.0002);
    }),
    { seed: 20261121, numRuns: process.env["PROVE"] === "1" ? 100_000 : 500 },
  );
});

test("any text gives valid bounds or null, and never throws", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const read = readBounds(text);
      if (read !== null) expect(read.west).toBeLessThan(read.east);
    }),
    { seed: 20261121, numRuns: process.env["PROVE"] === "1" ? 100_000 : 500 },
  );
});
