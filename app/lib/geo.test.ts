import fc from "fast-check";
import { expect, test } from "vitest";

import {
  distanceMeters,
  distanceToEdgeMeters,
  isInsidePolygons,
  metersOnFoot,
  minutesOnFoot,
  pointAtDistance,
} from "./geo.ts";

const CAPITOL = { lat: 38.88981, lng: -77.00902 };
const LINCOLN_MEMORIAL = { lat: 38.88929, lng: -77.05018 };
const district = fc.record({
  lat: fc.double({ min: 38.79, max: 39, noNaN: true }),
  lng: fc.double({ min: -77.12, max: -76.9, noNaN: true }),
});

/** About 864 m from west to east and 1,112 m from south to north, with a hole in its middle. */
const SQUARE: [number, number][][][] = [
  [
    [
      [-77.03, 38.9],
      [-77.02, 38.9],
      [-77.02, 38.91],
      [-77.03, 38.91],
    ],
    [
      [-77.026, 38.904],
      [-77.024, 38.904],
      [-77.024, 38.906],
      [-77.026, 38.906],
    ],
  ],
];

test("the length of the Mall is within half a percent", () => {
  // The same two points on the WGS 84 ellipsoid, by Vincenty's formula: 3,571.5 m.
  expect(distanceMeters(CAPITOL, LINCOLN_MEMORIAL)).toBeGreaterThan(3_571.5 * 0.995);
  expect(distanceMeters(CAPITOL, LINCOLN_MEMORIAL)).toBeLessThan(3_571.5 * 1.005);
});

test("distance is symmetric, a detour is never shorter, and the distance to itself is 0", () => {
  fc.assert(
    fc.property(district, district, district, (a, b, c) => {
      expect(distanceMeters(a, b)).toBeCloseTo(distanceMeters(b, a), 6);
      expect(distanceMeters(a, c)).toBeLessThanOrEqual(distanceMeters(a, b) + distanceMeters(b, c) + 1e-6);
      expect(distanceMeters(a, a)).toBe(0);
    }),
  );
});

test("a walk takes at least a minute, and is a quarter longer than the straight line", () => {
  expect(minutesOnFoot(0)).toBe(1);
  expect(minutesOnFoot(640)).toBe(10);
  expect(minutesOnFoot(1_280)).toBe(20);
});

test("metersOnFoot is the inverse of minutesOnFoot", () => {
  for (const minutes of [1, 5, 15, 60]) expect(minutesOnFoot(metersOnFoot(minutes))).toBe(minutes);
});

test.for([
  { bearing: 0, lat: 1, lng: 0 },
  { bearing: 90, lat: 0, lng: 1 },
  { bearing: 180, lat: -1, lng: 0 },
  { bearing: 225, lat: -Math.SQRT1_2, lng: -Math.SQRT1_2 },
  { bearing: 359, lat: Math.cos(Math.PI / 180), lng: -Math.sin(Math.PI / 180) },
])("a point at 960 m toward $bearing degrees lies that far away on that side", ({ bearing, lat, lng }) => {
  const point = pointAtDistance(CAPITOL, { meters: 960, bearing });

  expect(Math.abs(distanceMeters(CAPITOL, point) - 960)).toBeLessThan(2);
  // 960 m are 0.00863 degrees of latitude and, at the Capitol, 0.01109 of longitude.
  expect(point.lat - CAPITOL.lat).toBeCloseTo(lat * 0.00863, 4);
  expect(point.lng - CAPITOL.lng).toBeCloseTo(lng * 0.01109, 4);
});

test("a point is inside its polygon, but not in the hole or outside", () => {
  expect(isInsidePolygons(SQUARE, { lat: 38.902, lng: -77.028 })).toBe(true);
  expect(isInsidePolygons(SQUARE, { lat: 38.905, lng: -77.025 })).toBe(false);
  expect(isInsidePolygons(SQUARE, { lat: 38.905, lng: -77.031 })).toBe(false);
  expect(isInsidePolygons(SQUARE, { lat: 38.911, lng: -77.025 })).toBe(false);
  expect(isInsidePolygons([], { lat: 38.905, lng: -77.025 })).toBe(false);
});

test("a point in any of several polygons is inside", () => {
  const moved = SQUARE.map((rings) => rings.map((ring) => ring.map(([x, y]): [number, number] => [x + 0.05, y])));

  expect(isInsidePolygons([...moved, ...SQUARE], { lat: 38.902, lng: -77.028 })).toBe(true);
  expect(isInsidePolygons([...moved, ...SQUARE], { lat: 38.902, lng: -76.978 })).toBe(true);
  expect(isInsidePolygons(moved, { lat: 38.902, lng: -77.028 })).toBe(false);
});

test("the distance to the edge is that to the nearest side or corner, including the hole's", () => {
  const north = distanceToEdgeMeters(SQUARE, { lat: 38.911, lng: -77.025 });
  const corner = distanceToEdgeMeters(SQUARE, { lat: 38.911, lng: -77.019 });
  const inHole = distanceToEdgeMeters(SQUARE, { lat: 38.905, lng: -77.0255 });

  expect(north).toBeCloseTo(distanceMeters({ lat: 38.911, lng: -77.025 }, { lat: 38.91, lng: -77.025 }), 0);
  expect(corner).toBeCloseTo(distanceMeters({ lat: 38.911, lng: -77.019 }, { lat: 38.91, lng: -77.02 }), 0);
  expect(inHole).toBeCloseTo(distanceMeters({ lat: 38.905, lng: -77.0255 }, { lat: 38.905, lng: -77.026 }), 0);
});
