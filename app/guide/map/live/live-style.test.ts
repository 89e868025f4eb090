import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { baseMapStyle } from "./live-style.ts";
import { MAP_INKS, type MapTheme } from "../base/map-inks.ts";

const FILES = { ground: "/ground.json", areas: "/areas.json", waterFont: "/water.woff2" };

/** The compressed size of the base map and the side streets together. */
const GROUND_GZIP_BYTES_MAX = 250_000;

test("the base map is drawn from the land up: parks, water, streets, neighborhoods, Metro, labels, stations", () => {
  const ids = baseMapStyle("day", FILES, null).layers.map(({ id }) => id);
  const order = ["district", "park", "water", "street", "arterial", "area-line", "metro-red", "street-name", "station"];

  expect(order.map((id) => ids.indexOf(id))).toEqual(order.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b));
  expect(order.filter((id) => !ids.includes(id))).toEqual([]);
});

test("every layer uses an existing source, and ids are unique", () => {
  const { layers, sources } = baseMapStyle("day", FILES, null);
  const used = layers.flatMap((layer) => ("source" in layer ? [layer.source] : []));

  expect(used.filter((id) => !(id in sources))).toEqual([]);
  expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
});

test.for<MapTheme>(["day", "night"])("the %s theme uses only its own colors", (theme) => {
  const known = JSON.stringify(MAP_INKS[theme]);
  const used = JSON.stringify(baseMapStyle(theme, FILES, "georgetown").layers).match(/#[0-9a-f]{3,6}\b/g) ?? [];

  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((ink) => !known.includes(`"${ink}"`))).toEqual([]);
});

test("only the page's neighborhood is filled", () => {
  const filters = baseMapStyle("day", FILES, "georgetown").layers.flatMap((layer) =>
    layer.id.startsWith("area-chosen") && "filter" in layer ? [JSON.stringify(layer.filter)] : [],
  );

  expect(filters).toHaveLength(2);
  expect(filters.every((filter) => filter.includes('"georgetown"'))).toBe(true);
});

test("the style requests nothing from other hosts", () => {
  expect(JSON.stringify(baseMapStyle("day", FILES, null))).not.toMatch(/https?:/);
});

test("the base map files are small, and every feature has a known kind", () => {
  const texts = ["ground", "streets"].map((name) => readFileSync(`seeds/catalogue/map/${name}.json`, "utf8"));
  const kinds = new Set([...(texts[0] ?? "").matchAll(/"kind":"([a-z-]+)"/g)].map(([, kind]) => kind));
  const drawn = JSON.stringify(baseMapStyle("day", FILES, null).layers);

  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(GROUND_GZIP_BYTES_MAX);
  expect(kinds.size).toBe(8);
  expect([...kinds].filter((kind) => !drawn.includes(`"${kind}"`))).toEqual([]);
});
