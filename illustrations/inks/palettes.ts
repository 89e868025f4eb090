import { mixInks } from "./ink.ts";
import { inkSetFor, type InkSet } from "./neighborhood-inks.ts";

export type TimeOfDay = "morning" | "noon" | "dusk" | "night";

/** A picture's season. Most are summer. */
export type PictureSeason = "summer" | "autumn" | "winter";

/** All inks of one picture: six to eight, the rest are mixes of them. */
export type Palette = {
  time: TimeOfDay;
  season: PictureSeason;
  isNight: boolean;
  isDusk: boolean;
  /** Whether lamps are on. */
  isLit: boolean;
  sky: string;
  skyLow: string;
  walls: readonly [string, string, string];
  trim: string;
  paper: string;
  dark: string;
  /** For one door, sign, awning or coat. At most three uses per picture. */
  accent: string;
  leaf: string;
  slate: string;
  glow: string;
  glass: string;
  reflection: string;
  ground: string;
  road: string;
  river: string;
  blossom: string;
  stone: string;
  /** The ink of all shadows, blended with multiply. */
  shadow: string;
  /** Shadow offset, relative to the size of the object that casts it. */
  shadowX: number;
  shadowY: number;
  /** 1 when shadows fall to the right (light from the left), -1 for the opposite. */
  shadeSide: 1 | -1;
};

/**
 * @param neighborhood Slug. Unknown slugs and null get a family by hash.
 * @param isMirrored Puts the sun on the other side.
 */
export function paletteFor(input: {
  neighborhood: string | null;
  time: TimeOfDay;
  isMirrored: boolean;
  season: PictureSeason;
}): Palette {
  const inks = inkSetFor(input.neighborhood);
  const { time } = input;
  const [sky, skyLow] = inks.sky[time];
  const light = LIGHT[time];
  const shadeSide = light.shadowX > 0 === input.isMirrored ? -1 : 1;
  const [brick, stoneWall, cool] = inks.walls;
  const palette = {
    time,
    season: input.season,
    isNight: time === "night",
    isDusk: time === "dusk",
    isLit: time === "night" || time === "dusk",
    sky,
    skyLow,
    walls: [underLight(brick, inks, time), underLight(stoneWall, inks, time), underLight(cool, inks, time)],
    paper: inks.paper,
    dark: inks.dark,
    accent: inks.accent,
    glow: time === "night" ? "#ffd477" : "#ffdf94",
    shadow: light.shadow,
    shadowX: Math.abs(light.shadowX) * shadeSide,
    shadowY: light.shadowY,
    shadeSide,
    ...dayOrNight(inks, time),
  } as const;
  if (input.season === "autumn") return { ...palette, leaf: mixInks(autumnAccent(inks, time), "#a8641f", 0.42) };
  return input.season === "winter" ? underSnow(palette) : palette;
}

/** Snow on roofs and ground. Only firs and box trees stay green. */
function underSnow(palette: Palette): Palette {
  const snow = mixInks(mixInks("#ffffff", palette.paper, 0.3), palette.skyLow, palette.isNight ? 0.45 : 0.12);
  const slush = mixInks(snow, palette.road, palette.isNight ? 0.6 : 0.4);
  return {
    ...palette,
    slate: mixInks(snow, palette.slate, palette.isNight ? 0.2 : 0.08),
    ground: snow,
    road: slush,
    leaf: mixInks(palette.leaf, palette.dark, 0.35),
  };
}

const LIGHT: Record<TimeOfDay, { shadow: string; shadowX: number; shadowY: number }> = {
  morning: { shadow: "#b89fb4", shadowX: 0.75, shadowY: 0.62 },
  noon: { shadow: "#9aa6c0", shadowX: 0.42, shadowY: 0.95 },
  dusk: { shadow: "#8f6a93", shadowX: -1, shadowY: 0.55 },
  night: { shadow: "#56588c", shadowX: 0.5, shadowY: 0.75 },
};

/** Walls are mixed with 44 % night sky. At 52 % they looked muddy. */
function underLight(wall: string, inks: InkSet, time: TimeOfDay): string {
  if (time === "night") return mixInks(wall, inks.sky.night[0], 0.44);
  if (time === "dusk") return mixInks(wall, "#c9586a", 0.14);
  return time === "morning" ? mixInks(wall, "#f3cf9a", 0.08) : wall;
}

function autumnAccent(inks: InkSet, time: TimeOfDay): string {
  return time === "night" ? mixInks(inks.accent, inks.sky.night[0], 0.25) : inks.accent;
}

function dayOrNight(inks: InkSet, time: TimeOfDay) {
  const { paper, dark, leaf, slate, sky } = inks;
  const [high, low] = sky.night;
  const [, stoneWall] = inks.walls;
  if (time === "night")
    return {
      trim: mixInks(paper, low, 0.38),
      leaf: mixInks(leaf, high, 0.55),
      slate: mixInks(slate, high, 0.5),
      glass: mixInks(dark, high, 0.6),
      reflection: mixInks(low, dark, 0.3),
      ground: mixInks(slate, high, 0.62),
      road: mixInks(dark, high, 0.5),
      river: mixInks(low, "#0f2a40", 0.4),
      blossom: "#c78fb0",
      stone: mixInks(paper, high, 0.5),
    };
  if (time === "dusk")
    return {
      trim: mixInks(paper, "#f6b98a", 0.3),
      leaf: mixInks(leaf, "#7a4a5a", 0.25),
      slate,
      glass: dark,
      reflection: mixInks(sky.dusk[0], dark, 0.42),
      ground: mixInks(mixInks(paper, stoneWall, 0.35), "#d0707a", 0.28),
      road: mixInks(slate, "#a85a70", 0.35),
      river: mixInks("#4f7f92", sky.dusk[0], 0.4),
      blossom: "#f7a6a8",
      stone: mixInks(paper, "#f3a07a", 0.28),
    };
  return {
    trim: paper,
    leaf,
    slate,
    glass: dark,
    reflection: mixInks(sky[time][0], dark, 0.42),
    ground: mixInks(paper, stoneWall, 0.22),
    road: mixInks(slate, paper, 0.32),
    river: mixInks("#3f8394", sky[time][0], 0.18),
    blossom: "#f3a9b8",
    stone: mixInks(paper, underLight(stoneWall, inks, time), 0.08),
  };
}
