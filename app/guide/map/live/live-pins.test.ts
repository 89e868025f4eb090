import { describe, expect, test } from "vitest";

import { distanceMeters } from "#app/lib/geo.ts";

import {
  highlightedFeature,
  labelFonts,
  headSides,
  legFeatures,
  sideOfName,
  pinFeatures,
  pinLayers,
  pinSources,
  ringFeatures,
} from "./live-pins.ts";
import { MAP_INKS } from "../base/map-inks.ts";

const PINS = [
  { label: "1", name: "Eastern Market", href: "/places/eastern-market", point: { lat: 38.8867, lng: -76.9966 } },
  { label: "2", name: "Lincoln Park", href: "/places/lincoln-park", point: { lat: 38.8899, lng: -76.9903 } },
];
const LISTED = {
  pins: PINS,
  everythingHref: null,
  dotsHref: null,
  joinsPins: false,
  showsWalks: false,
};

describe("the pins of a list", () => {
  test("have a number, name and URL, longitude first", () => {
    expect(pinFeatures(PINS).features[0]).toEqual({
      type: "Feature",
      properties: { label: "1", name: "Eastern Market", href: "/places/eastern-market" },
      geometry: { type: "Point", coordinates: [-76.9966, 38.8867] },
    });
  });

  test("are never clustered, so that their numbers are those of the drawn map", () => {
    expect(pinSources(LISTED)["rowhouse-listed"]).toMatchObject({ data: { features: [{}, {}] } });
    expect(pinSources(LISTED)["rowhouse-listed"]).not.toHaveProperty("cluster");
  });
});

test("the map of all places loads the others by URL, in clusters, and leaves out those of the list", () => {
  const everything = { ...LISTED, everythingHref: "/map/pins.json" };
  const single = pinLayers(MAP_INKS.day, everything).find(({ id }) => id === "rowhouse-pins");

  expect(pinSources(everything)["rowhouse-pins"]).toMatchObject({ data: "/map/pins.json", cluster: true });
  expect(JSON.stringify(single)).toContain('["eastern-market","lincoln-park"]');
  expect(pinSources(LISTED)["rowhouse-pins"]).toMatchObject({ data: { features: [] } });
});

test("further results load by URL as dots, without those of the list", () => {
  const dots = { ...LISTED, dotsHref: "/search/pins.json?q=museum" };
  const layer = pinLayers(MAP_INKS.day, dots).find(({ id }) => id === "rowhouse-dots");

  expect(pinSources(dots)["rowhouse-dots"]).toMatchObject({ data: "/search/pins.json?q=museum" });
  expect(pinSources(LISTED)["rowhouse-dots"]).toMatchObject({ data: { features: [] } });
  expect(layer).toMatchObject({
    filter: ["!", ["in", ["get", "slug"], ["literal", ["eastern-market", "lincoln-park"]]]],
  });
});

test("the name of the highlighted pin is toward the middle of the map, so that the edge doesn't cut it off", () => {
  const box = { width: 700 };
  const [pin] = PINS;
  const name = pinLayers(MAP_INKS.day, LISTED).find(({ id }) => id === "rowhouse-chosen-name");

  expect([20, 350, 351, 690].map((x) => sideOfName({ x }, box))).toEqual(["right", "right", "left", "left"]);
  expect(pin && highlightedFeature(pin, { side: "down", nameSide: "left" }).properties).toEqual({
    label: "1",
    name: "Eastern Market",
    href: "/places/eastern-market",
    side: "down",
    nameSide: "left",
  });
  // An anchor is the end of the text at the pin.
  expect(name?.layout).toMatchObject({
    "text-anchor": ["match", ["coalesce", ["get", "nameSide"], "right"], "left", "right", "left"],
  });
});

describe("a walk", () => {
  test("connects the stops in order", () => {
    const [leg] = legFeatures({ pins: PINS, joinsPins: true }).features;

    expect(leg?.geometry.coordinates).toEqual([
      [-76.9966, 38.8867],
      [-76.9903, 38.8899],
    ]);
  });

  test.for([
    ["pins without a walk", { pins: PINS, joinsPins: false }],
    ["a single stop", { pins: PINS.slice(0, 1), joinsPins: true }],
    ["none", { pins: [], joinsPins: true }],
  ] as const)("%s are not connected", ([, given]) => {
    expect(legFeatures(given).features).toEqual([]);
  });
});

describe("walk rings", () => {
  test("are three closed rings at 64 m per minute around the place", () => {
    const rings = ringFeatures({ pins: PINS, showsWalks: true }).features.map(({ properties, geometry }) => {
      const corners = geometry.type === "LineString" ? geometry.coordinates : [];
      const meters = corners.map(([lng, lat]) => distanceMeters(PINS[0]?.point ?? { lat: 0, lng: 0 }, { lat, lng }));
      return { label: properties.label, isClosed: isSamePoint(corners[0], corners.at(-1)), meters };
    });

    expect(rings.map(({ label }) => label)).toEqual(["5 min walk", "10 min walk", "15 min walk"]);
    for (const [index, { isClosed, meters }] of rings.entries()) {
      expect(isClosed).toBe(true);
      expect(Math.min(...meters)).toBeGreaterThan((index + 1) * 320 - 2);
      expect(Math.max(...meters)).toBeLessThan((index + 1) * 320 + 2);
    }
  });

  test("need a place and the option", () => {
    expect(ringFeatures({ pins: [], showsWalks: true }).features).toEqual([]);
    expect(ringFeatures({ pins: PINS, showsWalks: false }).features).toEqual([]);
  });
});

function isSamePoint(a: [number, number] | undefined, b: [number, number] | undefined): boolean {
  return a !== undefined && b !== undefined && Math.abs(a[0] - b[0]) < 1e-9 && Math.abs(a[1] - b[1]) < 1e-9;
}

test("heads of close stops are on different sides, and the last is a dot", () => {
  const at = (x: number, y: number) => ({ x, y });

  expect(headSides([at(100, 100), at(300, 100)])).toEqual(["up", "up"]);
  expect(headSides([at(100, 100), at(100, 100), at(100, 100)])).toEqual(["up", "down", "dot"]);
});

test.for([
  ["without glyph files", { glyphs: undefined, face: undefined }, ["Public Sans SemiBold", "Public Sans"]],
  [
    "with a font",
    { glyphs: "https://tiles.example/{fontstack}/{range}.pbf", face: ["Noto Sans Bold"] },
    ["Noto Sans Bold"],
  ],
  [
    "with a font by expression only",
    { glyphs: "https://tiles.example/", face: ["step", ["zoom"], ["literal", ["A"]]] },
    ["Open Sans Regular", "Arial Unicode MS Regular"],
  ],
] as const)("numbers on an external style %s use a font that it has", ([, { glyphs, face }, expected]) => {
  const layers = [{ id: "names", type: "symbol", source: "streets", layout: { "text-font": face } }];

  expect(labelFonts(JSON.parse(JSON.stringify({ glyphs, layers })))).toEqual(expected);
});
