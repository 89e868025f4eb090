import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";

import { MAP_INKS, type MapInks, type MapTheme, METRO_BANDS } from "../base/map-inks.ts";

/** The URLs of the base map files, which the map's worker loads and tiles. */
export type BaseMapFiles = {
  /** The District, parks, water, main roads and the Metro's tracks. */
  ground: string;
  /** Neighborhoods and stations. */
  areas: string;
  /** The font of water names. The others are the page's own fonts. */
  waterFont: string;
};

/** Side streets are visible from this zoom. Their file is loaded shortly before. */
export const STREETS_ZOOM = 12.5;

/** The page's own font in two weights. MapLibre reads the weight from the first name and draws with the second. */
export const LABEL_FONTS = ["Public Sans Medium", "Public Sans"];
export const BOLD_LABEL_FONTS = ["Public Sans SemiBold", "Public Sans"];
const WATER_FACE = ["Water"];

const EMPTY = { type: "FeatureCollection", features: [] } as const;

/**
 * The base map style, in the layer order of the drawn map: land, parks, water, streets, cased roads, neighborhood,
 * Metro, labels, stations.
 *
 * @param area The slug of the page's neighborhood.
 */
export function baseMapStyle(theme: MapTheme, files: BaseMapFiles, area: string | null): StyleSpecification {
  const inks = MAP_INKS[theme];
  return {
    version: 8,
    "font-faces": { Water: files.waterFont },
    sources: {
      ground: { type: "geojson", data: files.ground, tolerance: 0.3 },
      streets: { type: "geojson", data: EMPTY, tolerance: 0.3 },
      areas: { type: "geojson", data: files.areas },
    },
    layers: [
      ...landLayers(inks),
      chosenAreaLayer(inks, area),
      ...streetLayers(inks),
      ...areaLineLayers(inks, area),
      ...metroLayers(inks),
      ...labelLayers(inks),
      ...stationLayers(inks),
    ],
  };
}

function landLayers(inks: MapInks): LayerSpecification[] {
  const fill = (kind: string, color: string): LayerSpecification => ({
    id: kind,
    type: "fill",
    source: "ground",
    filter: ["==", ["get", "kind"], kind],
    paint: { "fill-color": color },
  });
  return [
    { id: "beyond", type: "background", paint: { "background-color": inks.beyond } },
    fill("district", inks.land),
    fill("park", inks.park),
    fill("water", inks.water),
  ];
}

/**
 * Widths grow with the zoom as on the ground, between the thinnest visible line and the widest that still looks like a
 * line.
 */
function width(at12: number, at18: number): ExpressionSpecification {
  return ["interpolate", ["exponential", 1.6], ["zoom"], 10, at12 / 2, 12, at12, 18, at18];
}

function streetLayers(inks: MapInks): LayerSpecification[] {
  const road = (id: string, kind: string, paint: { color: string; width: ExpressionSpecification }) =>
    ({
      id,
      type: "line",
      source: "ground",
      filter: ["==", ["get", "kind"], kind],
      layout: { "line-join": "round", "line-cap": "round" },
      paint: { "line-color": paint.color, "line-width": paint.width },
    }) satisfies LayerSpecification;
  return [
    {
      id: "street",
      type: "line",
      source: "streets",
      minzoom: STREETS_ZOOM,
      layout: { "line-join": "round", "line-cap": "round" },
      paint: { "line-color": inks.street, "line-width": width(0.8, 14) },
    },
    road("arterial-case", "arterial", { color: inks.roadEdge, width: width(3.2, 26) }),
    road("freeway-case", "freeway", { color: inks.roadEdge, width: width(4, 32) }),
    road("arterial", "arterial", { color: inks.road, width: width(1.9, 22) }),
    road("freeway", "freeway", { color: inks.road, width: width(2.6, 28) }),
    {
      id: "district-line",
      type: "line",
      source: "ground",
      filter: ["==", ["get", "kind"], "district"],
      paint: { "line-color": inks.border, "line-width": 1, "line-dasharray": [6, 4] },
    },
  ];
}

/** Below the streets, which keep their color. */
function chosenAreaLayer(inks: MapInks, area: string | null): LayerSpecification {
  return {
    id: "area-chosen",
    type: "fill",
    source: "areas",
    filter: ["==", ["get", "slug"], area ?? ""],
    paint: { "fill-color": inks.brick, "fill-opacity": 0.07 },
  };
}

function areaLineLayers(inks: MapInks, area: string | null): LayerSpecification[] {
  return [
    {
      id: "area-line",
      type: "line",
      source: "areas",
      filter: ["==", ["get", "kind"], "area"],
      minzoom: 12,
      paint: { "line-color": inks.border, "line-width": 0.75, "line-opacity": 0.5, "line-dasharray": [3, 3] },
    },
    {
      id: "area-chosen-line",
      type: "line",
      source: "areas",
      filter: ["==", ["get", "slug"], area ?? ""],
      paint: { "line-color": inks.brick, "line-width": 1.75, "line-dasharray": [4, 2.5] },
    },
  ];
}

function metroLayers(inks: MapInks): LayerSpecification[] {
  return METRO_BANDS.map(({ line, width: px }) => ({
    id: `metro-${line}`,
    type: "line",
    source: "ground",
    filter: ["all", ["==", ["get", "kind"], "metro"], ["==", ["get", "line"], line]],
    layout: { "line-join": "round", "line-cap": "round" },
    paint: {
      "line-color": inks.metro[line],
      "line-width": ["interpolate", ["linear"], ["zoom"], 10, px * 0.6, 13, px, 18, px * 1.5],
    },
  }));
}

function labelLayers(inks: MapInks): LayerSpecification[] {
  return [
    streetNameLayer(inks, { id: "street-name", source: "streets", minzoom: 13.75, size: 10.5 }),
    streetNameLayer(inks, { id: "arterial-name", source: "ground", minzoom: 12.75, size: 11 }),
    {
      id: "park-name",
      type: "symbol",
      source: "ground",
      filter: ["all", ["==", ["get", "kind"], "park-name"], rankFilter()],
      layout: {
        "text-field": ["get", "name"],
        "text-font": LABEL_FONTS,
        "text-size": 11,
        "text-max-width": 7,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: haloPaint(inks.label, inks.park),
    },
    {
      id: "water-name",
      type: "symbol",
      source: "ground",
      filter: ["all", ["==", ["get", "kind"], "water-name"], rankFilter()],
      layout: {
        "text-field": ["get", "name"],
        "text-font": WATER_FACE,
        "text-size": 14.5,
        "text-max-width": 5,
        // From a distance a river is named once, not at every bend.
        "text-padding": ["interpolate", ["linear"], ["zoom"], 11, 110, 14, 40],
        "symbol-sort-key": ["get", "rank"],
      },
      paint: haloPaint(inks.waterLabel, inks.water),
    },
    {
      id: "area-name",
      type: "symbol",
      source: "areas",
      minzoom: 10,
      filter: ["==", ["get", "kind"], "area-name"],
      layout: {
        "text-field": ["get", "name"],
        "text-font": BOLD_LABEL_FONTS,
        "text-size": ["interpolate", ["linear"], ["zoom"], 11.5, 11, 15, 13],
        "text-max-width": 7,
        "text-padding": 6,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: haloPaint(inks.label, inks.land),
    },
  ];
}

function stationLayers(inks: MapInks): LayerSpecification[] {
  return [
    {
      id: "station",
      type: "circle",
      source: "areas",
      filter: ["==", ["get", "kind"], "station"],
      paint: {
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 10, 2, 13, 4, 16, 6],
        "circle-color": inks.paper,
        "circle-stroke-color": inks.ink,
        "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 10, 1, 13, 1.75, 16, 2.5],
      },
    },
    {
      id: "station-name",
      type: "symbol",
      source: "areas",
      minzoom: 11.75,
      filter: ["==", ["get", "kind"], "station"],
      layout: {
        "text-field": ["get", "name"],
        "text-font": BOLD_LABEL_FONTS,
        "text-size": 11.5,
        "text-variable-anchor": ["left", "right"],
        "text-radial-offset": 0.8,
        "text-max-width": 20,
      },
      paint: haloPaint(inks.ink, inks.land),
    },
  ];
}

function streetNameLayer(
  inks: MapInks,
  { id, source, minzoom, size }: { id: string; source: string; minzoom: number; size: number },
): LayerSpecification {
  return {
    id,
    type: "symbol",
    source,
    minzoom,
    filter:
      source === "ground"
        ? ["all", ["in", ["get", "kind"], ["literal", ["arterial", "freeway"]]], ["has", "name"]]
        : ["has", "name"],
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": 260,
      "text-field": ["get", "name"],
      "text-font": LABEL_FONTS,
      "text-size": size,
      "text-padding": 4,
      "text-max-angle": 30,
    },
    paint: haloPaint(inks.label, inks.road),
  };
}

/** Larger parks and rivers are named at lower zooms. */
function rankFilter(): ExpressionSpecification {
  return [">=", ["zoom"], ["match", ["get", "rank"], 0, 11, 1, 13, 14.25]];
}

function haloPaint(ink: string, background: string) {
  return { "text-color": ink, "text-halo-color": background, "text-halo-width": 1.4 } as const;
}
