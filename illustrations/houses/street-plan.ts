import { escapeXml } from "../scene.ts";

/** Map units of a plan: a square of 1000 x 1000, x to the east, y to the south. */
export type StreetPlan = {
  /** Degrees, WGS 84. */
  frame: { south: number; west: number; north: number; east: number };
  /** The neighborhood's outline: closed rings. */
  shape: FlatPath[];
  /** The part of the frame within the District, as closed rings. Empty: the whole frame is within the District. */
  district: FlatPath[];
  streets: { inside: FlatPath[]; outside: FlatPath[] };
  roads: { freeway: FlatPath[]; arterial: FlatPath[] };
  /** Polygons, each an outline and its holes. */
  water: FlatPath[][];
  parks: FlatPath[][];
  metro: { line: MetroLine; path: FlatPath }[];
  stations: { slug: string; x: number; y: number }[];
};

/** x and y of the first point, then the step to each next one. */
export type FlatPath = number[];

export type MetroLine = "red" | "orange" | "silver" | "blue" | "yellow" | "green";

/** Width and height of a plan in plan units. */
export const PLAN_UNITS = 1000;

/**
 * Draws a neighborhood's streets: brick inside the boundary, white outside. No labels, because the page has them.
 *
 * @param options.size Width and height in pixels for `<svg>`. Without it, the picture scales to its container.
 */
export function drawStreetPlan(
  plan: StreetPlan,
  options: { theme: "day" | "night"; size?: number; title?: string },
): string {
  const inks = PLAN_INKS[options.theme];
  const size = options.size === undefined ? "" : ` width="${options.size}" height="${options.size}"`;
  const title = options.title === undefined ? "Street plan" : `Street plan of ${escapeXml(options.title)}`;
  const { streets, roads } = plan;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PLAN_UNITS} ${PLAN_UNITS}"${size} role="img">` +
    `<title>${title}</title><style>${LINE_WIDTHS}</style>` +
    `<defs><path id="n" d="${rings(plan.shape)}"/><path id="p" d="${rings(plan.parks.flat())}"/>` +
    `<path id="w" d="${rings(plan.water.flat())}"/><path id="r" d="${lines([...roads.freeway, ...roads.arterial])}"/>` +
    `<clipPath id="c"><use href="#n"/></clipPath></defs>` +
    land(plan, inks) +
    areas(inks) +
    `<g fill="none" stroke-linejoin="round" stroke-linecap="round">` +
    `<path class="s" stroke="${inks.street}" d="${lines(streets.outside)}"/>` +
    `<use href="#r" class="c" stroke="${inks.casing}"/><use href="#r" class="r" stroke="${inks.road}"/></g>` +
    `<g clip-path="url(#c)"><use href="#n" fill="${inks.ground}"/>${areas(inks)}` +
    `<g fill="none" stroke="${inks.brick}" stroke-linejoin="round" stroke-linecap="round">` +
    `<path class="i" d="${lines(streets.inside)}"/><use href="#r" class="r"/></g></g>` +
    `<use href="#n" class="b" fill="none" stroke="${inks.brick}"/>` +
    metro(plan, inks) +
    "</svg>"
  );
}

/** @returns a position in plan units. Outside 0 to 1000 it is off the plan. */
export function streetPlanPoint(plan: StreetPlan, at: { lat: number; lng: number }): { x: number; y: number } {
  const { south, west, north, east } = plan.frame;
  return {
    x: Math.round(((at.lng - west) / (east - west)) * PLAN_UNITS),
    y: Math.round(((north - at.lat) / (north - south)) * PLAN_UNITS),
  };
}

/** Absolute points of a path. */
export function pathPoints(path: FlatPath): [x: number, y: number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < path.length; i += 2) {
    x += path[i] ?? 0;
    y += path[i + 1] ?? 0;
    points.push([x, y]);
  }
  return points;
}

type PlanInks = {
  block: string;
  land: string;
  ground: string;
  brick: string;
  park: string;
  water: string;
  street: string;
  road: string;
  casing: string;
  paper: string;
  ink: string;
  lines: Record<MetroLine, string>;
};

/** The Metro line colors, as `--line-*` in ui/tokens.css. */
export const METRO_INKS = {
  day: { red: "#bf0d3e", orange: "#ed8b00", silver: "#919d9d", blue: "#009cde", yellow: "#f2c200", green: "#00a33b" },
  night: { red: "#e8416b", orange: "#ed8b00", silver: "#a9b4b4", blue: "#009cde", yellow: "#ffd100", green: "#00b140" },
} as const;

// The tokens of the page's map: map-block, map-land, brick-wash, brick, map-park, map-water, map-street, map-road,
// map-case, paper, ink and the Metro's line colors, light and dark.
const PLAN_INKS: Record<"day" | "night", PlanInks> = {
  day: {
    block: "#ede9e1",
    land: "#f6f3ee",
    ground: "#fbe8e2",
    brick: "#943b27",
    park: "#d2e7ce",
    water: "#afd1dd",
    street: "#ffffff",
    road: "#ffffff",
    casing: "#dad5cd",
    paper: "#fbf9f5",
    ink: "#151c29",
    lines: METRO_INKS.day,
  },
  night: {
    block: "#1f2532",
    land: "#181e2b",
    ground: "#3f231b",
    brick: "#ea9b7c",
    park: "#183127",
    water: "#143a4e",
    street: "#2b323f",
    road: "#3b414e",
    casing: "#0c111d",
    paper: "#111724",
    ink: "#f0ece5",
    lines: METRO_INKS.night,
  },
};

/** In plan units. Small pictures need wider lines, or streets would be thinner than half a pixel. */
const LINE_WIDTHS =
  ".s{stroke-width:4.5}.i{stroke-width:4.2}.r{stroke-width:8}.c{stroke-width:11}.m{stroke-width:7}" +
  ".b{stroke-width:2.6;stroke-dasharray:9 6}" +
  "@media(max-width:360px){.i{stroke-width:5}.c{stroke-width:12}.m{stroke-width:8}" +
  ".b{stroke-width:5;stroke-dasharray:16 10}}";

function land({ district }: StreetPlan, inks: PlanInks): string {
  const square = `M0 0h${PLAN_UNITS}v${PLAN_UNITS}H0z`;
  if (district.length === 0) return `<path fill="${inks.land}" d="${square}"/>`;
  return `<path fill="${inks.block}" d="${square}"/><path fill="${inks.land}" d="${rings(district)}"/>`;
}

function areas(inks: PlanInks): string {
  return `<use href="#p" fill="${inks.park}"/><use href="#w" fill="${inks.water}"/>`;
}

/** Offsets of lines that share tracks, so that they are drawn side by side. */
const LINE_SHIFTS: Record<MetroLine, readonly [x: number, y: number]> = {
  red: [0, 0],
  green: [-3.5, -1],
  yellow: [3.5, 1],
  orange: [-2, -7],
  silver: [0, 0],
  blue: [2, 7],
};

function metro(plan: StreetPlan, inks: PlanInks): string {
  const tracks = plan.metro.map(({ line, path }) => {
    const [x, y] = LINE_SHIFTS[line];
    const [startX = 0, startY = 0, ...steps] = path;
    return `<path class="m" stroke="${inks.lines[line]}" d="${lines([[startX + x, startY + y, ...steps]])}"/>`;
  });
  const discs = (radius: number) => plan.stations.map(({ x, y }) => discData(x, y, radius)).join("");
  const stations =
    plan.stations.length === 0
      ? ""
      : `<path fill="${inks.paper}" stroke="${inks.ink}" stroke-width="4" d="${discs(12)}"/>` +
        `<path fill="${inks.ink}" d="${discs(5)}"/>`;
  return `<g fill="none" stroke-linejoin="round">${tracks.join("")}</g>${stations}`;
}

function discData(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1-${2 * r} 0z`;
}

function rings(paths: readonly FlatPath[]): string {
  return paths.map((path) => `${lines([path])}z`).join("");
}

function lines(paths: readonly FlatPath[]): string {
  return paths
    .map(
      ([x, y, ...steps]) => `M${x} ${y}l${steps.map((step, i) => (step < 0 || i === 0 ? step : ` ${step}`)).join("")}`,
    )
    .join("");
}
