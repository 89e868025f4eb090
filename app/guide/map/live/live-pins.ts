import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";

import { type Point, pointAtDistance } from "#app/lib/geo.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { BOLD_LABEL_FONTS } from "./live-style.ts";
import { type FeatureCollection, featureCollection, type MapFeature } from "../page/map-features.ts";
import type { MapInks } from "../base/map-inks.ts";
import { PERCENT_PX, pinHeads, type PinSide } from "./pin-heads.ts";
import { WALK_RINGS } from "../base/walk-rings.ts";

/** A pin of the page's list. */
export type LivePin = {
  /** The number of its row, or "". */
  label: string;
  name: string;
  href: string | null;
  point: Point;
  /** The icon of a pin without a number; a dot if absent. */
  category?: CategorySlug;
};

/** The properties of a pin on the live map. Without `side` the head is above the point. */
export type PinProperties = {
  label: string;
  name: string;
  href: string;
  category?: CategorySlug;
  side?: PinSide | "dot";
  /** The side of the name; only for the highlighted pin. */
  nameSide?: NameSide;
};

type NameSide = "left" | "right";

/**
 * The name of the highlighted pin is toward the middle of the map, so that the edge doesn't cut it off. In px on the
 * screen.
 */
export function sideOfName({ x }: { x: number }, { width }: { width: number }): NameSide {
  return x > width / 2 ? "left" : "right";
}

/** The highlighted pin, drawn above all others with its name. */
export function highlightedFeature(
  pin: LivePin,
  { side, nameSide }: { side: PinSide | undefined; nameSide: NameSide },
): MapFeature<PinProperties> {
  const { properties, ...feature } = pinFeature(pin, side);
  return { ...feature, properties: { ...properties, nameSide } };
}

/** Clusters of the places that aren't in the list are this far apart. */
const CLUSTER_PX = 42;

/** Above this zoom pins are as close as doors and don't cluster. */
const CLUSTER_ZOOM_MAX = 17;

export type PinSources = {
  pins: readonly LivePin[];
  /** The URL of all pins; null: the list has all of them. */
  everythingHref: string | null;
  /** The URL of pins that are dots unless they are in the list; null: there are no others. */
  dotsHref: string | null;
  /** Draws straight dotted lines from each pin to the next. */
  joinsPins: boolean;
  /** Draws rings of walking minutes around the first pin. */
  showsWalks: boolean;
};

/**
 * The sources above the base map, with names that no external style has: the list's pins, all others in clusters, the
 * highlighted pin, lines between stops, rings.
 */
export function pinSources(input: PinSources): Record<string, SourceSpecification> {
  return {
    "rowhouse-rings": { type: "geojson", data: ringFeatures(input) },
    "rowhouse-legs": { type: "geojson", data: legFeatures(input) },
    "rowhouse-pins": {
      type: "geojson",
      data: input.everythingHref ?? featureCollection([]),
      cluster: true,
      clusterRadius: CLUSTER_PX,
      clusterMaxZoom: CLUSTER_ZOOM_MAX,
    },
    "rowhouse-listed": { type: "geojson", data: pinFeatures(input.pins) },
    "rowhouse-dots": { type: "geojson", data: input.dotsHref ?? featureCollection([]) },
    "rowhouse-chosen": { type: "geojson", data: featureCollection([]) },
  };
}

/** @param sides The side of each pin's head; above if absent. */
export function pinFeatures(
  pins: readonly LivePin[],
  sides: readonly (PinSide | "dot")[] = [],
): FeatureCollection<PinProperties> {
  return featureCollection(pins.map((pin, index) => pinFeature(pin, sides[index])));
}

export function pinFeature(
  { label, name, href, point, category }: LivePin,
  side?: PinSide | "dot",
): MapFeature<PinProperties> {
  return {
    type: "Feature",
    properties: {
      label,
      name,
      href: href ?? "",
      ...(category === undefined ? {} : { category }),
      ...(side === undefined ? {} : { side }),
    },
    geometry: { type: "Point", coordinates: [point.lng, point.lat] },
  };
}

/** The sides on which heads have space, as on the drawn map; "dot" if none. In px on the screen. */
export function headSides(points: readonly { x: number; y: number }[]): (PinSide | "dot")[] {
  return pinHeads(points.map(({ x, y }) => ({ x: x / PERCENT_PX, y: y / PERCENT_PX }))).map(
    (head) => head?.side ?? "dot",
  );
}

export function legFeatures({ pins, joinsPins }: Pick<PinSources, "pins" | "joinsPins">): FeatureCollection<unknown> {
  if (!joinsPins || pins.length < 2) return featureCollection([]);
  const coordinates = pins.map(({ point }): [number, number] => [point.lng, point.lat]);
  return featureCollection([{ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates } }]);
}

/** One corner every six degrees looks round on a screen. */
const RING_CORNERS = 60;

export function ringFeatures({
  pins: [first],
  showsWalks,
}: Pick<PinSources, "pins" | "showsWalks">): FeatureCollection<{ label: string }> {
  if (!showsWalks || first === undefined) return featureCollection([]);
  return featureCollection(
    WALK_RINGS.map(({ minutes, meters }) => {
      const coordinates = Array.from({ length: RING_CORNERS + 1 }, (_, corner): [number, number] => {
        const at = pointAtDistance(first.point, { meters, bearing: (corner / RING_CORNERS) * 360 });
        return [at.lng, at.lat];
      });
      return {
        type: "Feature",
        properties: { label: `${minutes} min walk` },
        geometry: { type: "LineString", coordinates },
      };
    }),
  );
}

/**
 * The layers above the base map, the highlighted pin last.
 *
 * @param faces The fonts: the page's own, unless an external style has glyph files.
 */
export function pinLayers(
  inks: MapInks,
  { pins }: PinSources,
  faces: readonly string[] = BOLD_LABEL_FONTS,
): LayerSpecification[] {
  return [
    ...walkLayers(inks),
    dotLayer(inks, pins),
    ...clusterLayers(inks),
    singleLayer(pins),
    listedLayer(inks),
    ...chosenLayers(inks),
  ].map((layer) =>
    layer.type === "symbol" ? { ...layer, layout: { ...layer.layout, "text-font": [...faces] } } : layer,
  );
}

/** The first font that an external style names and has glyphs for, or our own font without glyph files. */
export function labelFonts({ glyphs, layers }: Pick<StyleSpecification, "glyphs" | "layers">): readonly string[] {
  if (glyphs === undefined) return BOLD_LABEL_FONTS;
  const named = layers.flatMap((layer) => (layer.type === "symbol" ? [layer.layout?.["text-font"]] : []));
  return named.find(isFontList) ?? DEFAULT_FONTS;
}

/** The default fonts of a style. Source: MapLibre style specification, text-font. */
const DEFAULT_FONTS = ["Open Sans Regular", "Arial Unicode MS Regular"];

function isFontList(faces: unknown): faces is string[] {
  return Array.isArray(faces) && faces.length > 0 && faces.every((face) => typeof face === "string");
}

function walkLayers(inks: MapInks): LayerSpecification[] {
  return [
    {
      id: "rowhouse-rings",
      type: "line",
      source: "rowhouse-rings",
      paint: { "line-color": inks.river, "line-width": 1.5, "line-dasharray": [4, 3] },
    },
    {
      id: "rowhouse-ring-labels",
      type: "symbol",
      source: "rowhouse-rings",
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 220,
        "text-field": ["get", "label"],
        "text-font": BOLD_LABEL_FONTS,
        "text-size": 11,
        "text-keep-upright": true,
      },
      paint: { "text-color": inks.river, "text-halo-color": inks.land, "text-halo-width": 2 },
    },
    {
      id: "rowhouse-legs",
      type: "line",
      source: "rowhouse-legs",
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": inks.ink, "line-width": 2, "line-dasharray": [0.01, 3] },
    },
  ];
}

/** Below the pins of the list, and as large as one of them without space for its head. */
function dotLayer(inks: MapInks, pins: readonly LivePin[]): LayerSpecification {
  return {
    id: "rowhouse-dots",
    type: "circle",
    source: "rowhouse-dots",
    filter: isUnlisted(pins),
    paint: {
      "circle-radius": 5,
      "circle-color": inks.ink,
      "circle-stroke-color": inks.paper,
      "circle-stroke-width": 1.5,
    },
  };
}

function clusterLayers(inks: MapInks): LayerSpecification[] {
  return [
    {
      id: "rowhouse-clusters",
      type: "circle",
      source: "rowhouse-pins",
      filter: ["has", "point_count"],
      paint: {
        "circle-radius": ["step", ["get", "point_count"], 14, 100, 17, 1000, 21],
        "circle-color": inks.paper,
        "circle-stroke-color": inks.ink,
        "circle-stroke-width": 1.5,
      },
    },
    {
      id: "rowhouse-cluster-counts",
      type: "symbol",
      source: "rowhouse-pins",
      filter: ["has", "point_count"],
      layout: {
        "text-field": ["to-string", ["get", "point_count"]],
        "text-font": BOLD_LABEL_FONTS,
        "text-size": 12.5,
        "text-allow-overlap": true,
        // Names of the base map give way to no cluster, or a map of the whole city would have none.
        "text-ignore-placement": true,
      },
      paint: { "text-color": inks.ink },
    },
  ];
}

const SIDE: ExpressionSpecification = ["coalesce", ["get", "side"], "up"];

type BySide<Value> = Record<PinSide | "dot", Value>;

function bySide({ up, right, left, down, dot }: BySide<string>): ExpressionSpecification {
  return ["match", SIDE, "right", right, "left", left, "down", down, "dot", dot, up];
}

function offsetBySide(input: BySide<[x: number, y: number]>): ExpressionSpecification {
  const { up, right, left, down, dot } = input;
  const at = (offset: [number, number]): ExpressionSpecification => ["literal", offset];
  return ["match", SIDE, "right", at(right), "left", at(left), "down", at(down), "dot", at(dot), at(up)];
}

const PIN_LAYOUT: SymbolLayerSpecification["layout"] = {
  "icon-anchor": bySide({ up: "bottom", right: "left", left: "right", down: "top", dot: "center" }),
  // Half of the outline extends beyond the point.
  "icon-offset": offsetBySide({ up: [0, 1.5], right: [-1.5, 0], left: [1.5, 0], down: [0, -1.5], dot: [0, 0] }),
  "icon-allow-overlap": true,
  "icon-ignore-placement": true,
  "text-ignore-placement": true,
  "text-font": BOLD_LABEL_FONTS,
  "text-size": 12.5,
  "text-offset": offsetBySide({ up: [0, -1.58], right: [1.56, 0], left: [-1.56, 0], down: [0, 1.54], dot: [0, 0] }),
  "text-allow-overlap": true,
};

/** Of a described place's pin. */
const LISTED_SIZE = 0.7;

/** The category icons of places that aren't in the list. */
function singleLayer(pins: readonly LivePin[]): LayerSpecification {
  return {
    id: "rowhouse-pins",
    type: "symbol",
    source: "rowhouse-pins",
    filter: ["all", ["!", ["has", "point_count"]], isUnlisted(pins)],
    layout: {
      ...PIN_LAYOUT,
      "icon-image": ["concat", "rowhouse-pin-", ["get", "category"]],
      "icon-size": ["case", ["has", "isListed"], LISTED_SIZE, 1],
      "symbol-sort-key": ["case", ["has", "isListed"], 2, 1],
    },
  };
}

/** The list's pins with their numbers, as on the drawn map: a dot where there is no space, or for the only pin of a page. */
function listedLayer(inks: MapInks): LayerSpecification {
  return {
    id: "rowhouse-listed",
    type: "symbol",
    source: "rowhouse-listed",
    layout: {
      ...PIN_LAYOUT,
      "icon-image": [
        "case",
        ["==", ["get", "side"], "dot"],
        "rowhouse-dot",
        ["!=", ["get", "label"], ""],
        ["concat", "rowhouse-pin-", SIDE],
        ["has", "category"],
        ["concat", "rowhouse-pin-", ["get", "category"]],
        "rowhouse-pin-dot",
      ],
      "text-field": ["case", ["==", ["get", "side"], "dot"], "", ["get", "label"]],
    },
    paint: { "text-color": inks.paper },
  };
}

const NAME_SIDE: ExpressionSpecification = ["coalesce", ["get", "nameSide"], "right"];

function chosenLayers(inks: MapInks): LayerSpecification[] {
  return [
    {
      id: "rowhouse-chosen",
      type: "symbol",
      source: "rowhouse-chosen",
      layout: {
        ...PIN_LAYOUT,
        "icon-image": [
          "case",
          ["!=", ["get", "label"], ""],
          ["concat", "rowhouse-pin-chosen-", SIDE],
          "rowhouse-pin-chosen-dot",
        ],
        "text-field": ["get", "label"],
      },
      paint: { "text-color": inks.onBrick },
    },
    {
      id: "rowhouse-chosen-name",
      type: "symbol",
      source: "rowhouse-chosen",
      layout: {
        "text-field": ["get", "name"],
        "text-font": BOLD_LABEL_FONTS,
        "text-size": 13,
        // The side of the text next to the pin.
        "text-anchor": ["match", NAME_SIDE, "left", "right", "left"],
        "text-offset": ["match", NAME_SIDE, "left", ["literal", [-1.3, -1.5]], ["literal", [1.3, -1.5]]],
        "text-justify": "auto",
        "text-allow-overlap": true,
        "text-max-width": 14,
      },
      paint: { "text-color": inks.ink, "text-halo-color": inks.land, "text-halo-width": 2.5 },
    },
  ];
}

/** Listed places have a pin of their own. */
function isUnlisted(pins: readonly LivePin[]): ExpressionSpecification {
  return ["!", ["in", ["get", "slug"], ["literal", pins.map(slugOf)]]];
}

function slugOf({ href }: LivePin): string {
  return (href ?? "").replace(/^\/places\//, "");
}
