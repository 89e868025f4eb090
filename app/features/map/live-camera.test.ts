import { describe, expect, test } from "vitest";

import { BASEMAP_FRAME, viewOfBounds, viewOfPoints } from "./frame.ts";
import { areAlike, cameraOf, fittedView } from "./live-camera.ts";

const DUPONT = { lat: 38.90961, lng: -77.04342 };

/** Meters a px at a zoom and latitude, of tiles of 512 px. */
function metersPerPx(zoom: number, lat: number): number {
  return (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
}

describe("the live map looks where the drawn one looks", () => {
  const view = viewOfPoints(BASEMAP_FRAME, [DUPONT]);

  test("its middle is the middle of the view", () => {
    const { center } = cameraOf(BASEMAP_FRAME, view, { width: 400, height: 300 });

    expect(center[0]).toBeCloseTo(DUPONT.lng, 4);
    expect(center[1]).toBeCloseTo(DUPONT.lat, 4);
  });

  test.for([
    [400, 300],
    [300, 400],
    [300, 300],
  ])("the view's 1,400 m fill the shorter side of %i x %i px", ([width = 0, height = 0]) => {
    const { zoom } = cameraOf(BASEMAP_FRAME, view, { width, height });

    expect(metersPerPx(zoom, DUPONT.lat) * 300).toBeGreaterThan(1_350);
    expect(metersPerPx(zoom, DUPONT.lat) * 300).toBeLessThan(1_450);
  });

  test("a box without any size is no division by zero", () => {
    expect(Number.isFinite(cameraOf(BASEMAP_FRAME, view, { width: 0, height: 0 }).zoom)).toBe(true);
  });
});

describe("fitted to its places a map shows", () => {
  const box = { west: -77.05, south: 38.9, east: -77.02, north: 38.92 };
  const page = { frame: BASEMAP_FRAME, view: viewOfBounds(BASEMAP_FRAME, box), bounds: null, pinsBox: null };
  const sources = { pins: [{ point: DUPONT }] };

  test("all pins, where the list's own are a part of them, wherever the page has it begin", () => {
    const pinsBox = { west: -77.1, south: 38.93, east: -77.06, north: 38.96 };

    for (const bounds of [null, box]) {
      const fitted = fittedView({ ...page, bounds, pinsBox, sources });
      expect(fitted).toEqual(viewOfBounds(BASEMAP_FRAME, pinsBox));
    }
  });

  test("the page's own view, and of a box in the address the pins in it", () => {
    expect(fittedView({ ...page, sources })).toEqual(page.view);
    expect(fittedView({ ...page, bounds: box, sources })).toEqual(viewOfPoints(BASEMAP_FRAME, [DUPONT]));
  });

  test("nothing else where there is none", () => {
    expect(fittedView({ ...page, bounds: box, sources: { pins: [] } })).toBeNull();
  });
});

test("boxes a hair apart are alike, boxes a street apart are not", () => {
  const box = { west: -77.05, south: 38.9, east: -77.02, north: 38.92 };

  expect(areAlike(box, { ...box, west: -77.0501 })).toBe(true);
  expect(areAlike(box, { ...box, west: -77.052 })).toBe(false);
  expect(areAlike(box, { ...box, north: 38.93 })).toBe(false);
});
