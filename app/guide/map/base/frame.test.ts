import { expect, test } from "vitest";

import { BASEMAP_FRAME, MAP_UNITS, percentInView, projectToFrame, viewOfPoints, viewOnPlan } from "./frame.ts";

const FRAME = { west: -77.1, south: 38.8, east: -76.9, north: 39.0 };
const DUPONT = { lat: 38.90961, lng: -77.04342 };
const ANACOSTIA = { lat: 38.86297, lng: -76.99537 };

test("the frame's corners are the drawing's corners, with north at the top", () => {
  expect(projectToFrame(FRAME, { lat: 39.0, lng: -77.1 })).toEqual({ x: 0, y: 0 });
  expect(projectToFrame(FRAME, { lat: 38.8, lng: -76.9 })).toEqual({ x: MAP_UNITS, y: MAP_UNITS });
  expect(projectToFrame(FRAME, { lat: 38.9, lng: -77.0 }).x).toBeCloseTo(MAP_UNITS / 2);
});

test("every point is inside the view of all, with space for its pin", () => {
  const points = [DUPONT, ANACOSTIA, { lat: 38.97609, lng: -77.01818 }];
  const view = viewOfPoints(FRAME, points);

  for (const point of points) {
    const { x, y } = percentInView(view, projectToFrame(FRAME, point));
    expect(x).toBeGreaterThan(10);
    expect(x).toBeLessThan(90);
    expect(y).toBeGreaterThan(10);
    expect(y).toBeLessThan(90);
  }
});

test("one point is in the middle of a view wide enough to recognize the area", () => {
  const view = viewOfPoints(BASEMAP_FRAME, [DUPONT]);
  const position = percentInView(view, projectToFrame(BASEMAP_FRAME, DUPONT));

  expect(position.x).toBeCloseTo(50, 0);
  expect(position.y).toBeCloseTo(50, 0);
  // 1,400 of the frame's 24,000 m.
  expect(view.size).toBeGreaterThan(550);
  expect(view.size).toBeLessThan(620);
});

test("a view of the basemap is the same view of a street plan", () => {
  const plan = { west: -77.06, south: 38.89, east: -77.03, north: 38.9133 };
  const view = viewOfPoints(BASEMAP_FRAME, [DUPONT]);
  const onPlan = viewOnPlan(BASEMAP_FRAME, view, plan);
  const at = projectToFrame(plan, DUPONT);

  // The plan's units are a tenth of a basemap's.
  expect(onPlan.x + onPlan.size / 2).toBeCloseTo(at.x / 10, 0);
  expect(Math.abs(onPlan.y + onPlan.size / 2 - at.y / 10)).toBeLessThan(1);
});

test("without points the view is the whole map", () => {
  expect(viewOfPoints(FRAME, [])).toEqual({ x: 0, y: 0, size: MAP_UNITS });
});
