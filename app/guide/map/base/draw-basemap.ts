import { z } from "zod";

import { METRO_LINES, type MetroLine } from "#app/guide/places/place.ts";
import { MAP_UNITS } from "./frame.ts";
import { MAP_INKS, type MapTheme, METRO_BANDS } from "./map-inks.ts";

/** x and y of the first point, then the offset to each next one. */
const FlatPath = z.array(z.number()).min(4);
const Polygon = z.array(FlatPath);

/** The District in map units; `seeds/catalogue/basemap.json`. */
export const Basemap = z.object({
  frame: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }),
  boundary: Polygon,
  water: z.array(Polygon),
  parks: z.array(Polygon),
  roads: z.object({ freeway: z.array(FlatPath), arterial: z.array(FlatPath) }),
  metro: z.array(z.object({ line: z.enum(METRO_LINES), path: FlatPath })),
  stations: z.array(z.object({ slug: z.string(), x: z.number(), y: z.number() })),
});
export type Basemap = z.infer<typeof Basemap>;

/**
 * Draws the map under every locator map, without text, because pages show it at any scale. Roads grow with the scale;
 * lines and stations keep their width on the screen.
 */
export function drawBasemap(basemap: Basemap, theme: MapTheme): string {
  const inks = MAP_INKS[theme];
  const { boundary, parks, water, roads, metro, stations } = basemap;
  const arterials = roads.arterial.map(openPath).join("");
  const freeways = roads.freeway.map(openPath).join("");
  const dots = stations.map(({ x, y }) => `M${x} ${y}h0`).join("");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_UNITS} ${MAP_UNITS}">`,
    "<title>Map of Washington, DC. Contains data from Open Data DC (CC BY 4.0), modified.</title>",
    // A box that isn't square shows the area around the drawing.
    `<path fill="${inks.beyond}" d="M-20000-20000H30000V30000H-20000z"/>`,
    area(boundary, inks.land),
    area(parks.flat(), inks.park),
    area(water.flat(), inks.water),
    '<g fill="none" stroke-linejoin="round" stroke-linecap="round">',
    `<path stroke="${inks.roadEdge}" stroke-width="15" d="${arterials}"/>`,
    `<path stroke="${inks.roadEdge}" stroke-width="22" d="${freeways}"/>`,
    `<path stroke="${inks.road}" stroke-width="10" d="${arterials}"/>`,
    `<path stroke="${inks.road}" stroke-width="16" d="${freeways}"/>`,
    `<path stroke="${inks.border}" vector-effect="non-scaling-stroke" stroke-dasharray="6 4" d="${boundary.map(closedPath).join("")}"/>`,
    ...METRO_BANDS.map(({ line, width }) => metroLine(metro, { line, width, ink: inks.metro[line] })),
    // A path of no length with round ends is a dot of constant size.
    dot(dots, inks.ink, 9),
    dot(dots, inks.paper, 6),
    dot(dots, inks.ink, 2.5),
    "</g></svg>",
  ].join("");
}

function area(rings: readonly number[][], ink: string): string {
  return `<path fill="${ink}" fill-rule="evenodd" d="${rings.map(closedPath).join("")}"/>`;
}

function metroLine(metro: Basemap["metro"], band: { line: MetroLine; width: number; ink: string }): string {
  const path = metro.filter(({ line }) => line === band.line).map((part) => openPath(part.path));
  return `<path stroke="${band.ink}" stroke-width="${band.width}" vector-effect="non-scaling-stroke" d="${path.join("")}"/>`;
}

function dot(d: string, ink: string, width: number): string {
  return `<path stroke="${ink}" stroke-width="${width}" vector-effect="non-scaling-stroke" d="${d}"/>`;
}

function openPath([x = 0, y = 0, ...steps]: readonly number[]): string {
  // A minus sign separates two numbers like a space.
  return `M${x} ${y}l${steps.join(" ").replaceAll(" -", "-")}`;
}

function closedPath(path: readonly number[]): string {
  return `${openPath(path)}z`;
}
