import { expect, test } from "vitest";

import { gridToPoint } from "./maryland-grid.ts";

// Rows of the District's liquor licenses, which have both.
test.for<[east: number, north: number, lat: number, lng: number]>([
  [396344.54, 139353.12, 38.92204318, -77.04215388],
  [396224.37, 139361.61, 38.92211949, -77.04353969],
  [399860.66, 128300.6, 38.82248557, -77.00160459],
  [400404.13, 134862.86, 38.88160117, -76.99534231],
])("meters on the grid become degrees: %d, %d", ([east, north, lat, lng]) => {
  const point = gridToPoint(east, north);

  expect(point?.lat).toBeCloseTo(lat, 5);
  expect(point?.lng).toBeCloseTo(lng, 5);
});

test("what isn't near the District is no position", () => {
  expect(gridToPoint(0, 0)).toBeNull();
  expect(gridToPoint(39, -77)).toBeNull();
  expect(gridToPoint(Number.NaN, 1)).toBeNull();
});
