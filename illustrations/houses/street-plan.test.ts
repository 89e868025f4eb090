import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { drawPicture } from "../picture.ts";
import { drawStreetPlan, pathPoints, streetPlanPoint, type StreetPlan } from "./street-plan.ts";

/** Four blocks by a river, a park, one Metro line with one station. */
const PLAN: StreetPlan = {
  frame: { south: 38.9, west: -77.05, north: 38.92, east: -77.03 },
  shape: [[200, 200, 600, 0, 0, 600, -600, 0, 0, -600]],
  district: [],
  streets: {
    inside: [
      [200, 500, 600, 0],
      [500, 200, 0, 600],
    ],
    outside: [[0, 100, 1000, 0]],
  },
  roads: { freeway: [[0, 900, 1000, -40]], arterial: [] },
  water: [[[0, 950, 1000, 0, 0, 50, -1000, 0, 0, -50]]],
  parks: [[[210, 210, 80, 0, 0, 80, -80, 0, 0, -80]]],
  metro: [{ line: "red", path: [300, 0, 0, 1000] }],
  stations: [{ slug: "somewhere", x: 300, y: 480 }],
};

test("a path's first point is absolute, the rest are steps", () => {
  expect(pathPoints([10, 20, 5, -5, 0, 7])).toEqual([
    [10, 20],
    [15, 15],
    [15, 22],
  ]);
});

test("the frame's corners and center are at the right points of the plan", () => {
  expect(streetPlanPoint(PLAN, { lat: 38.92, lng: -77.05 })).toEqual({ x: 0, y: 0 });
  expect(streetPlanPoint(PLAN, { lat: 38.9, lng: -77.03 })).toEqual({ x: 1000, y: 1000 });
  expect(streetPlanPoint(PLAN, { lat: 38.91, lng: -77.04 })).toEqual({ x: 500, y: 500 });
});

test("streets are brick inside the boundary and in map colors outside", () => {
  const day = drawStreetPlan(PLAN, { theme: "day" });

  expect(day).toContain(
    'stroke="#943b27" stroke-linejoin="round" stroke-linecap="round"><path class="i" d="M200 500l600 0M500 200l0 600"/>',
  );
  expect(day).toContain('<path class="s" stroke="#ffffff" d="M0 100l1000 0"/>');
});

test("day and night draw the same lines in other inks", () => {
  const [day, night] = [drawStreetPlan(PLAN, { theme: "day" }), drawStreetPlan(PLAN, { theme: "night" })];

  expect(night).not.toBe(day);
  expect(night.replaceAll(/#[0-9a-f]{6}/g, "")).toBe(day.replaceAll(/#[0-9a-f]{6}/g, ""));
});

test("a plan has the neighborhood's name as title, and a size only if given", () => {
  expect(drawStreetPlan(PLAN, { theme: "day", title: "Foggy & Bottom" })).toContain(
    "<title>Street plan of Foggy &amp; Bottom</title>",
  );
  expect(drawStreetPlan(PLAN, { theme: "day", size: 240 })).toContain('width="240" height="240"');
  expect(drawStreetPlan(PLAN, { theme: "day" }).slice(0, 90)).not.toContain("width");
});

test("land outside the District has a different color", () => {
  const abroad = drawStreetPlan({ ...PLAN, district: [[0, 0, 500, 0, 0, 1000, -500, 0, 0, -1000]] }, { theme: "day" });

  expect(abroad).toContain('<path fill="#ede9e1"');
  expect(drawStreetPlan(PLAN, { theme: "day" })).not.toContain('<path fill="#ede9e1"');
});

test("a neighborhood with a plan gets a map poster, one without gets another picture", () => {
  const input = {
    kind: "neighborhood",
    slug: "shaw",
    subject: "houses",
    neighborhood: "shaw",
    crop: "card",
    salt: 0,
  } as const;
  const poster = drawPicture({ ...input, map: PLAN });

  expect(poster.composition).toBe("poster");
  expect(gzipSync(poster.svg).length).toBeLessThan(6_144);
  expect(drawPicture(input).composition).not.toBe("poster");
});
