import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { groundStyle } from "./live-style.ts";
import { MAP_INKS, type MapTheme } from "./map-inks.ts";

const FILES = { ground: "/ground.json", areas: "/areas.json", waterFont: "/water.woff2" };

/** What the ground and the side streets weigh together, compressed. */
const GROUND_GZIP_BYTES_MAX = 250_000;

test("the ground is drawn from the land up: parks, water, streets, neighborhoods, Metro, labels, stations", () => {
  const ids = groundStyle("day", FILES, null).layers.map(({ id }) => id);
  const order = ["district", "park", "water", "street", "arterial", "area-line", "metro-red", "street-name", "station"];

  expect(order.map((id) => ids.indexOf(id))).toEqual(order.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b));
  expect(order.filter((id) => !ids.includes(id))).toEqual([]);
});

test("every layer draws from a source that the style has, and no two share a name", () => {
  const { layers, sources } = groundStyle("day", FILES, null);
  const used = layers.flatMap((layer) => ("source" in layer ? [layer.source] : []));

  expect(used.filter((id) => !(id in sources))).toEqual([]);
  expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
});

test.for<MapTheme>(["day", "night"])("by %s only that theme's inks are used", (theme) => {
  const known = JSON.stringify(MAP_INKS[theme]);
  const used = JSON.stringify(groundStyle(theme, FILES, "georgetown").layers).match(/#[0-9a-f]{3,6}\b/g) ?? [];

  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((ink) => !known.includes(`"${ink}"`))).toEqual([]);
});

test("a page's own neighborhood is the one that is filled", () => {
  const filters = groundStyle("day", FILES, "georgetown").layers.flatMap((layer) =>
    layer.id.startsWith("area-chosen") && "filter" in layer ? [JSON.stringify(layer.filter)] : [],
  );

  expect(filters).toHaveLength(2);
  expect(filters.every((filter) => filter.includes('"georgetown"'))).toBe(true);
});

test("nothing is asked of any other host", () => {
  expect(JSON.stringify(groundStyle("day", FILES, null))).not.toMatch(/https?:/);
});

test("ground and side streets are small, and each line of the files is one thing of a known kind", () => {
  const texts = ["ground", "streets"].map((name) => readFileSync(`seeds/catalogue/map/${name}.json`, "utf8"));
  const kinds = new Set([...(texts[0] ?? "").matchAll(/"kind":"([a-z-]+)"/g)].map(([, kind]) => kind));
  const drawn = JSON.stringify(groundStyle("day", FILES, null).layers);

  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(GROUND_GZIP_BYTES_MAX);
  expect(kinds.size).toBe(8);
  expect([...kinds].filter((kind) => !drawn.includes(`"${kind}"`))).toEqual([]);
});
