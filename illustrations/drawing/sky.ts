import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { seededRandom } from "./seeded-random.ts";

/** Sky over the whole picture, or down to a horizon, brighter toward the bottom. */
export function drawSky(scene: Scene, horizon?: number): void {
  const { palette, pen, width, height } = scene;
  if (horizon === undefined) {
    scene.fill(-100, palette.sky, pen.rect(0, 0, width, height));
    return;
  }
  const id = scene.newId("k");
  const low = mixInks(palette.sky, palette.skyLow, 0.75);
  scene.define(
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset=".15" stop-color="${palette.sky}"/>` +
      `<stop offset="1" stop-color="${low}"/></linearGradient>`,
  );
  scene.fill(-100, `url(#${id})`, pen.rect(0, 0, width, horizon));
}

/**
 * Grain: dots that get denser toward the bottom, like a sprayed gradient. All uses share one tile of dots, stretched by
 * the pattern's transform, so that repeated uses compress well.
 */
export function drawGrain(
  scene: Scene,
  input: { ink: string; top: number; bottom: number; depth?: number; isUpward?: boolean; shape?: string },
): void {
  const { pen, width } = scene;
  const { ink, top, bottom } = input;
  const id = scene.newId("t");
  const scale = ((bottom - top) / TILE_HEIGHT).toFixed(2);
  const transform =
    input.isUpward === true
      ? `translate(0 ${pen.round(bottom)}) scale(${scale} -${scale})`
      : `translate(0 ${pen.round(top)}) scale(${scale})`;
  scene.define(
    `<pattern id="${id}" width="66" height="${TILE_HEIGHT}" patternUnits="userSpaceOnUse" ` +
      `patternTransform="${transform}"><path d="${STIPPLE}" fill="${ink}"/></pattern>`,
  );
  scene.fill(input.depth ?? -99, `url(#${id})`, input.shape ?? pen.rect(0, top, width, bottom - top));
}

/** A disc by day, a crescent by night. */
export function drawSun(scene: Scene, x: number, y: number, radius: number, ink?: string): void {
  const { palette, pen } = scene;
  if (palette.isNight) {
    const at = (dx: number, dy: number) => `${pen.round(x + dx * radius)} ${pen.round(y + dy * radius)}`;
    // The intersections of a disc of radius .6 and one of .52, offset by .24 and -.12.
    const [lower, upper] = [at(0.501, 0.329), at(0.037, -0.599)];
    const [outer, inner] = [radius * 0.6, radius * 0.52];
    const crescent = pen.path`M${lower}A${outer} ${outer} 0 1 1 ${upper}A${inner} ${inner} 0 1 0 ${lower}z`;
    scene.fill(-98, palette.paper, crescent);
    return;
  }
  scene.fill(-98, ink ?? sunInk(scene), pen.circle(x, y, radius));
}

/** A full disc at any time, for the sun or moon behind a monument or at the end of a street. */
export function drawDisc(scene: Scene, x: number, y: number, radius: number): void {
  scene.fill(-98, scene.palette.isNight ? scene.palette.paper : sunInk(scene), scene.pen.circle(x, y, radius));
}

export function sunInk(scene: Scene): string {
  const { isDusk, accent, paper, skyLow } = scene.palette;
  return isDusk ? mixInks(accent, paper, 0.25) : skyLow;
}

/** At night only. */
export function drawStars(scene: Scene, count: number, bottom: number): void {
  const { palette, pen, random, width } = scene;
  if (!palette.isNight) return;
  let stars = "";
  for (let i = 0; i < count; i += 1)
    stars += pen.circle(random.next() * width, random.next() * bottom, random.between(0.5, 1.2));
  scene.fill(-99, palette.paper, stars);
}

/** Pavement, curb and road. @returns where the curb is. */
export function drawPavement(scene: Scene, top: number, pavementShare: number): number {
  const { palette, pen, width, height } = scene;
  const curb = top + (height - top) * pavementShare;
  scene.fill(-50, palette.ground, pen.rect(0, top, width, height - top));
  scene.fill(-49, palette.road, pen.rect(0, curb, width, height - curb));
  scene.fill(-49, mixInks(palette.ground, palette.paper, 0.5), pen.rect(0, curb - 3, width, 3));
  return curb;
}

/** Five birds in a loose V. */
export function drawBirds(scene: Scene, x: number, y: number): void {
  const { palette, pen, random, height } = scene;
  if (palette.isNight) return;
  const q = height * 0.016;
  let birds = "";
  for (let i = 0; i < 5; i += 1) {
    const left = x + i * height * 0.055 + random.between(-3, 3) - q;
    const top = y + Math.abs(i - 2) * height * 0.022 - q * 0.5;
    birds +=
      pen.path`M${left} ${top}q${q * 0.6} 0 ${q} ${q * 0.6}q${q * 0.4} ${-q * 0.6} ${q} ${-q * 0.6}` +
      pen.path`q${-q * 0.7} ${q * 0.3} ${-q} ${q * 1.1}q${-q * 0.3} ${-q * 0.8} ${-q} ${-q * 1.1}z`;
  }
  scene.fill(-50, palette.dark, birds);
}

/** Snowflakes of two sizes over everything, few enough not to look like noise. */
export function drawSnowfall(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let flakes = "";
  const count = Math.round((W * H) / FLAKE_AREA);
  for (let i = 0; i < count; i += 1)
    flakes += pen.circle(random.next() * W, random.next() * H, H * (i % 3 === 0 ? 0.0075 : 0.005));
  scene.fill(SNOWFALL_DEPTH, mixInks("#ffffff", palette.paper, 0.2), flakes);
}

/** Square units per snowflake. */
const FLAKE_AREA = 3_400;

/** In front of people and branches. */
const SNOWFALL_DEPTH = 500;

const TILE_WIDTH = 66;
const TILE_HEIGHT = 200;
const STIPPLE_DOTS = 220;
const STIPPLE = stipple();

function stipple(): string {
  const random = seededRandom("tile");
  let d = "M0 0";
  let [lastX, lastY] = [0, 0];
  for (let i = 0; i < STIPPLE_DOTS; i += 1) {
    const x = Math.round(random.next() * TILE_WIDTH);
    const y = Math.round(TILE_HEIGHT * Math.sqrt(random.next()));
    // Dots larger than 1.2 units would look like snow.
    d += `m${x - lastX} ${y - lastY}h${random.chance(0.3) ? "1.2v1.2h-1.2z" : ".7v.7h-.7z"}`;
    [lastX, lastY] = [x, y];
  }
  return d;
}
