import { METRO_INKS } from "#illustrations/houses/street-plan.ts";
import type { MetroLine } from "#app/guide/places/place.ts";

export type MapTheme = "day" | "night";

/**
 * The colors of a map: the tokens of ui/tokens.css as sRGB, because neither pictures nor WebGL can read them from the
 * page.
 */
export type MapInks = {
  beyond: string;
  land: string;
  park: string;
  water: string;
  street: string;
  road: string;
  roadEdge: string;
  border: string;
  paper: string;
  ink: string;
  label: string;
  waterLabel: string;
  brick: string;
  brickFill: string;
  brickWash: string;
  onBrick: string;
  river: string;
  metro: Record<MetroLine, string>;
};

export const MAP_INKS: Record<MapTheme, MapInks> = {
  day: {
    beyond: "#ede9e1",
    land: "#f6f3ee",
    park: "#d2e7ce",
    water: "#afd1dd",
    street: "#ffffff",
    road: "#fff",
    roadEdge: "#dad5cd",
    border: "#88827a",
    paper: "#fbf9f5",
    ink: "#151c29",
    label: "#4f463c",
    waterLabel: "#0d556c",
    brick: "#943b27",
    brickFill: "#943b27",
    brickWash: "#fbe8e2",
    onBrick: "#fcfaf6",
    river: "#166073",
    metro: METRO_INKS.day,
  },
  night: {
    beyond: "#1f2532",
    land: "#181e2b",
    park: "#183127",
    water: "#143a4e",
    street: "#2b323f",
    road: "#3b414e",
    roadEdge: "#0c111d",
    border: "#6e7581",
    paper: "#111724",
    ink: "#f0ece5",
    label: "#babec6",
    waterLabel: "#8dc1d3",
    brick: "#ea9b7c",
    brickFill: "#ad4e38",
    brickWash: "#3f231b",
    onBrick: "#fefcf7",
    river: "#77c6d4",
    metro: METRO_INKS.night,
  },
};

/**
 * Metro lines that share a track are drawn on top of each other, lower ones wider so that their edges show. In this
 * order, in px on the screen.
 */
export const METRO_BANDS: readonly { line: MetroLine; width: number }[] = [
  { line: "silver", width: 5.5 },
  { line: "orange", width: 4 },
  { line: "blue", width: 2 },
  { line: "green", width: 4 },
  { line: "yellow", width: 2 },
  { line: "red", width: 3 },
];
