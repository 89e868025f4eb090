import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import basemapSeed from "../../../../seeds/catalogue/basemap.json" with { type: "json" };
import { Basemap, drawBasemap } from "./draw-basemap.ts";
import { BASEMAP_FRAME, projectToFrame } from "./frame.ts";

/** Every page with a map loads it, once a day. The outline has about 5,000 points. */
const BASEMAP_GZIP_BYTES_MAX = 30_000;

const BASEMAP = Basemap.parse(basemapSeed);

test("the frame for pins is the frame of the drawn map", () => {
  expect(BASEMAP.frame).toEqual(BASEMAP_FRAME);
});

test("a station's pin is on its dot", () => {
  const dupont = BASEMAP.stations.find(({ slug }) => slug === "dupont-circle");
  const position = projectToFrame(BASEMAP_FRAME, { lat: 38.90961, lng: -77.04342 });

  expect(Math.abs(position.x - (dupont?.x ?? 0))).toBeLessThan(2);
  expect(Math.abs(position.y - (dupont?.y ?? 0))).toBeLessThan(2);
});

test("the map is small, has no text but its title, and differs at night", () => {
  const day = drawBasemap(BASEMAP, "day");

  expect(gzipSync(day).byteLength).toBeLessThan(BASEMAP_GZIP_BYTES_MAX);
  expect(day).not.toContain("<text");
  expect(drawBasemap(BASEMAP, "night")).not.toBe(day);
});

test("paths start at the first point and continue by steps", () => {
  const svg = drawBasemap(
    { ...BASEMAP, boundary: [[100, 200, -5, 6, 7, -8]], parks: [], water: [], metro: [], stations: [] },
    "day",
  );

  expect(svg).toContain('d="M100 200l-5 6 7-8z"');
});
