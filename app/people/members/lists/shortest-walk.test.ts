import fc from "fast-check";
import { expect, test } from "vitest";

import { distanceMeters } from "#app/lib/geo.ts";

import { shortestWalk } from "./shortest-walk.ts";

const at = (name: string, lng: number, lat = 38.9) => ({ name, position: { lat, lng } });

test("stops on a street are in the order of the street, beginning at the first of the list", () => {
  const stops = [at("west end", -77.05), at("east", -77.01), at("middle", -77.03), at("east end", -77.0)];

  expect(shortestWalk(stops).map(({ name }) => name)).toEqual(["west end", "middle", "east", "east end"]);
});

test("stops without a position come last, in their order, and none is lost", () => {
  const unknown = (name: string) => ({ name, position: null });
  const stops = [unknown("a"), at("b", -77.02), unknown("c"), at("d", -77.05), at("e", -77.03)];

  expect(shortestWalk(stops).map(({ name }) => name)).toEqual(["b", "e", "d", "a", "c"]);
  expect(shortestWalk([])).toEqual([]);
});

test("a walk has the same stops and the same first one, and is never longer than before", () => {
  const stop = fc.record({
    position: fc.record({
      lat: fc.double({ min: 38.8, max: 39, noNaN: true }),
      lng: fc.double({ min: -77.1, max: -76.9, noNaN: true }),
    }),
  });
  fc.assert(
    fc.property(fc.array(stop, { minLength: 1, maxLength: 25 }), (stops) => {
      const walk = shortestWalk(stops);

      expect(new Set(walk)).toEqual(new Set(stops));
      expect(walk).toHaveLength(stops.length);
      expect(walk[0]).toBe(stops[0]);
      expect(shortestWalk(stops)).toEqual(walk);
      expect(length(walk)).toBeLessThanOrEqual(length(stops) + 0.001);
    }),
    { seed: 1, numRuns: 60 },
  );
});

function length(walk: { position: { lat: number; lng: number } }[]): number {
  return walk.slice(1).reduce((sum, stop, index) => {
    const before = walk[index];
    return before === undefined ? sum : sum + distanceMeters(before.position, stop.position);
  }, 0);
}
