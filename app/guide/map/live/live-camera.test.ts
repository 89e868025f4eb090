import { describe, expect, test } from "vitest";

import { BASEMAP_FRAME, viewOfBounds, viewOfPoints } from "../base/frame.ts";
import { areBoundsClose, cameraForView, fitView } from "./live-camera.ts";

const DUPONT = { lat: 38.90961, lng: -77.04342 };

/** Meters per px at a zoom and latitude, for tiles of 512 px. */
function metersPerPx(zoom: number, lat: number): number {
  return (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
}

describe("the live map shows the view of the drawn map", () => {
  const view = viewOfPoints(BASEMAP_FRAME, [DUPONT]);

  test("its center is the center of the view", () => {
    const { center } = cameraForView(BASEMAP_FRAME, view, { width: 400, height: 300 });

    expect(center[0]).toBeCloseTo(DUPONT.lng, 4);
    expect(center[1]).toBeCloseTo(DUPONT.lat, 4);
  });

  test.for([
    [400, 300],
    [300, 400],
    [300, 300],
  ])("the view's 1,400 m fill the shorter side of %i x %i px", ([width = 0, height = 0]) => {
    const { zoom } = cameraForView(BASEMAP_FRAME, view, { width, height });

    expect(metersPerPx(zoom, DUPONT.lat) * 300).toBeGreaterThan(1_350);
    expect(metersPerPx(zoom, DUPONT.lat) * 300).toBeLessThan(1_450);
  });

  test("a box of size zero causes no division by zero", () => {
    expect(Number.isFinite(cameraForView(BASEMAP_FRAME, view, { width: 0, height: 0 }).zoom)).toBe(true);
  });
});

describe("fitting the map to its places shows", () => {
  const box = { west: -77.05, south: 38.9, east: -77.02, north: 38.92 };
  const page = { frame: BASEMAP_FRAME, view: viewOfBounds(BASEMAP_FRAME, box), bounds: null, pinsBox: null };
  const sources = { pins: [{ point: DUPONT }] };

  test("all pins, if the list has only some of them, wherever the map starts", () => {
    const pinsBox = { west: -77.1, south: 38.93, east: -77.06, north: 38.96 };

    for (const bounds of [null, box]) {
      const fitted = fitView({ ...page, bounds, pinsBox, sources });
      expect(fitted).toEqual(viewOfBounds(BASEMAP_FRAME, pinsBox));
    }
  });

  test("the page's view, or with bounds in the URL the pins within them", () => {
    expect(fitView({ ...page, sources })).toEqual(page.view);
    expect(fitView({ ...page, bounds: box, sources })).toEqual(viewOfPoints(BASEMAP_FRAME, [DUPONT]));
  });

  test("null without pins", () => {
    expect(fitView({ ...page, bounds: box, sources: { pins: [] } })).toBeNull();
  });
});

test("nearly equal bounds are close, bounds a street apart are not", () => {
  const box = { west: -77.05, south: 38.9, east: -77.02, north: 38.92 };

  expect(areBoundsClose(box, { ...box, west: -77.0501 })).toBe(true);
  expect(areBoundsClose(box, { ...box, west: -77.052 })).toBe(false);
  expect(areBoundsClose(box, { ...box, north: 38.93 })).toBe(false);
});
