import { mixInks } from "./ink.ts";
import type { Palette } from "./palettes.ts";

export type Light = "day" | "night";
export type Season = "spring" | "summer" | "autumn" | "winter";

/**
 * Inks for drawings on the page's background, without sky: day for the light theme, night for the dark one. Far objects
 * fade into `sky`, so it must be close to the page's background.
 */
export function paperPalette(light: Light): Palette {
  return light === "day" ? DAY : NIGHT;
}

/** Wall inks of the street: six bricks, then painted ones. */
const STREET_WALLS = {
  brick: "#a34a33",
  rust: "#b8613f",
  oxblood: "#7f3428",
  clay: "#c07350",
  umber: "#8d4b3a",
  rose: "#ab5248",
  cream: "#e6d8ba",
  teal: "#3f7072",
  ochre: "#cf9f46",
  sage: "#97a887",
  slate: "#6a8596",
  plum: "#75536a",
  blush: "#cd9384",
  navy: "#3f4f6d",
} as const;

export type StreetWall = keyof typeof STREET_WALLS;

export function wallInkInLight(light: Light, wall: StreetWall): string {
  return light === "day" ? STREET_WALLS[wall] : mixInks(STREET_WALLS[wall], NIGHT_AIR, 0.46);
}

/** Between the dark theme's background and the glow of a lit street. */
const NIGHT_AIR = "#18233a";

const DAY: Palette = {
  time: "noon",
  season: "summer",
  isNight: false,
  isDusk: false,
  isLit: false,
  sky: "#fbf9f5",
  skyLow: "#d3dfe0",
  walls: [STREET_WALLS.brick, STREET_WALLS.cream, STREET_WALLS.teal],
  trim: "#ebe1cb",
  paper: "#fbf9f5",
  dark: "#202b38",
  accent: "#c2402c",
  leaf: "#5f8159",
  slate: "#4b5664",
  glow: "#f3d48e",
  glass: "#2f3e4d",
  reflection: "#6b8493",
  ground: "#dcd4c6",
  road: "#b9b1a4",
  river: "#4a8ba0",
  blossom: "#e9a9bb",
  stone: "#eee8db",
  shadow: "#a3a9bf",
  shadowX: 0.46,
  shadowY: 0.8,
  shadeSide: 1,
};

const NIGHT: Palette = {
  time: "night",
  season: "summer",
  isNight: true,
  isDusk: false,
  isLit: true,
  sky: "#111724",
  skyLow: "#26385a",
  walls: [wallInkInLight("night", "brick"), wallInkInLight("night", "cream"), wallInkInLight("night", "teal")],
  trim: mixInks("#f4ecdb", "#2b3a58", 0.42),
  paper: "#e9e2d2",
  dark: "#0c121e",
  accent: "#d2543d",
  leaf: "#2f4a4c",
  slate: "#2f3b50",
  glow: "#f6cf7e",
  glass: "#131c2d",
  reflection: "#2a3a56",
  ground: "#2b3448",
  road: "#1b2233",
  river: "#27506a",
  blossom: "#a9748c",
  stone: "#9aa0ac",
  shadow: "#6a6d97",
  shadowX: 0.46,
  shadowY: 0.8,
  shadeSide: 1,
};

/** Leaf inks of a season. Null is a bare tree. */
export function seasonLeaves(season: Season, light: Light): readonly (string | null)[] {
  const leaves = SEASON_LEAVES[season];
  return light === "day" ? leaves : leaves.map((ink) => (ink === null ? null : mixInks(ink, NIGHT_AIR, 0.5)));
}

const SEASON_LEAVES: Record<Season, readonly (string | null)[]> = {
  spring: ["#f1bccb", "#98b573", "#f5d0da", "#84a768"],
  summer: ["#5b7f55", "#6d9160", "#4f7450"],
  autumn: ["#c98f2e", "#b5512d", "#d6a53f", "#c4673a"],
  winter: [null, null, "#3f5f4e", null],
};
