import { drawLamp, drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import type { Point } from "../drawing/svg-pen.ts";
import { drawBranch } from "../drawing/trees.ts";

/** Two streets meet at a house: `u` runs along a street, `v` up the wall from the eye's height. */
type Corner = {
  x: number;
  horizon: number;
  /** From eye level to the cornice, at the corner. */
  rise: number;
  wallIndex: number;
  at: (side: 1 | -1, u: number, v: number) => Point;
};

/** The pavement's level relative to eye level. */
const GROUND = -0.16;

/** A corner house in two-point perspective: one street in the sun, one in shade, a turret between. */
export function drawCorner(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const x = W * (scene.shape === "square" ? 0.5 : random.pick([0.4, 0.6]));
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.08, bottom: H * 0.85 });
  drawStars(scene, 24, H * 0.5);
  drawSun(scene, W * (k > 0 ? 0.16 : 0.84), H * 0.24, H * 0.13);
  const rise = H * random.between(0.45, 0.52);
  const horizon = H * 0.78;
  const vanishing = { [-1]: -W * 0.5 - H * 0.4, 1: W * 1.5 + H * 0.4 };
  const corner: Corner = {
    x,
    horizon,
    rise,
    wallIndex: random.integer(0, 2),
    at: (side, u, v) => {
      const shrink = 1 / (1 + u);
      return [x + side * Math.abs(vanishing[side] - x) * (1 - shrink), horizon - v * rise * shrink];
    },
  };
  drawGround(scene, corner);
  for (const side of [-1, 1] as const) drawStreetSide(scene, corner, side);
  scene.at(10, () => drawTurret(scene, corner));
  scene.at(20, () => {
    drawLamp(scene, { x: x - k * H * 0.36, ground: H * 0.955, height: H * 0.3, depth: 36 });
    const person = { x: x - k * H * 0.24, ground: H * 0.955, height: H * 0.11 };
    drawPerson(scene, { ...person, facing: k, wearsDress: random.chance(0.5), hasDog: random.chance(0.4) });
  });
  if (scene.shape !== "square" && random.chance(0.6)) drawOverhang(scene, x);
}

function drawGround(scene: Scene, corner: Corner): void {
  const { palette, pen, width: W, height: H } = scene;
  const { at, x, horizon } = corner;
  const left = at(-1, 0.9, GROUND)[1] - 4;
  const right = at(1, 0.9, GROUND)[1] - 4;
  const foot = at(1, 0, GROUND)[1];
  scene.fill(-51, mixInks(palette.skyLow, palette.slate, 0.3), pen.rect(0, horizon - 4, W, H));
  scene.fill(
    -50,
    palette.ground,
    pen.polygon([0, H], [0, left], at(-1, 0.35, GROUND), [x, foot], at(1, 0.35, GROUND), [W, right], [W, H]),
  );
  scene.fill(-49, palette.road, pen.polygon([0, H * 0.97], [x, H * 1.02], [W, H * 0.97], [W, H + 2], [0, H + 2]));
  if (palette.isNight) return;
  const [edge, edgeY] = palette.shadeSide > 0 ? [W, right] : [0, left];
  const reach = x + palette.shadeSide * H * 0.28;
  scene.shade(-20, pen.polygon([x, foot + 2], [edge, edgeY], [edge, H * 0.96], [reach, H * 0.99]));
}

function drawStreetSide(scene: Scene, corner: Corner, side: 1 | -1): void {
  const { palette, random } = scene;
  const isLit = side < 0 === palette.shadeSide > 0;
  const edges = [0, 0.26, 0.52, 0.82, 1.2];
  const heights = [1, 0.94, 1.02, 0.9];
  const wallOffsets = [0, 1, 0, 2];
  // Far houses first, so that each near house covers the side of the one behind.
  for (const i of [3, 2, 1, 0]) {
    const wall = cyclic(palette.walls, corner.wallIndex + cyclic(wallOffsets, i));
    const top = cyclic(heights, i) * (side < 0 ? 1 : 0.97) * (i === 0 ? 1 : random.between(0.86, 1.02));
    scene.at((3 - i) * 0.1, () =>
      drawFace(scene, corner, {
        side,
        isLit,
        wall,
        top,
        from: cyclic(edges, i),
        to: cyclic(edges, i + 1),
        isCorner: i === 0,
        hasDoor: i < 3,
      }),
    );
  }
}

type Face = {
  side: 1 | -1;
  isLit: boolean;
  wall: string;
  top: number;
  from: number;
  to: number;
  isCorner: boolean;
  hasDoor: boolean;
};

function drawFace(scene: Scene, { at }: Corner, face: Face): void {
  const { palette, pen, random } = scene;
  const { side, isLit, wall, top, from, to } = face;
  const width = to - from;
  const panel = (u1: number, u2: number, v1: number, v2: number) =>
    pen.polygon(at(side, u1, v1), at(side, u1, v2), at(side, u2, v2), at(side, u2, v1));
  const wallInk = isLit
    ? mixInks(wall, palette.paper, palette.isNight ? 0.05 : 0.2)
    : mixInks(wall, palette.dark, palette.isNight ? 0.35 : 0.46);
  const trim = isLit ? palette.trim : mixInks(palette.trim, palette.dark, 0.42);
  const litChance = palette.isNight ? 0.55 : palette.isDusk && !isLit ? 0.5 : 0;
  scene.fill(0, wallInk, panel(from, to, GROUND, top));
  let [glass, glow, sills] = ["", "", ""];
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 3; column += 1) {
      const u1 = from + (width * (column + 0.3)) / 3;
      const u2 = from + (width * (column + 0.74)) / 3;
      if (row === 0 && column === 1 && face.hasDoor) {
        scene.fill(1, mixInks(palette.accent, palette.dark, isLit ? 0 : 0.4), panel(u1, u2, GROUND + 0.05, 0.18));
        continue;
      }
      const v = 0.05 + row * top * 0.31;
      const head = v + top * 0.19;
      if (random.chance(litChance)) glow += panel(u1, u2, v, head);
      else glass += panel(u1, u2, v, head);
      sills += panel(u1 - 0.008, u2 + 0.008, v - 0.02, v) + panel(u1 - 0.006, u2 + 0.006, head, head + top * 0.025);
    }
  scene.fill(1, palette.glass, glass);
  scene.fill(1, palette.glow, glow);
  scene.fill(2, trim, sills);
  scene.fill(3, trim, panel(from, to, top - 0.045, top + 0.012));
  if (isLit) scene.shade(2.5, panel(from, to, top - 0.085, top - 0.045));
  if (!face.isCorner && random.chance(0.6)) {
    const roof = pen.polygon(
      at(side, from + 0.02, top),
      at(side, to - 0.02, top),
      at(side, from + width / 2, top + 0.3),
    );
    scene.fill(-0.5, isLit ? palette.slate : mixInks(palette.slate, palette.dark, 0.5), roof);
  } else scene.fill(-0.5, mixInks(wall, palette.dark, 0.45), panel(to - 0.05, to - 0.015, top, top + 0.16));
}

function drawTurret(scene: Scene, corner: Corner): void {
  const { palette, pen, random, height: H } = scene;
  const { x, horizon, rise } = corner;
  const k = palette.shadeSide;
  const wall = cyclic(palette.walls, corner.wallIndex);
  const radius = H * random.between(0.105, 0.165);
  const top = horizon - rise * 1.06;
  const bottom = horizon - GROUND * rise + 2;
  const across = (share: number) => x + k * share * radius;
  const strip = (from: number, to: number, y: number, height: number) => {
    const [left, right] = [across(from), across(to)].toSorted((a, b) => a - b);
    return left === undefined || right === undefined ? "" : pen.rect(left, y, right - left + 0.6, height);
  };
  const edges = [-1, -0.78, -0.28, 0.34, 0.8, 1];
  for (const [i, tone] of [0.5, 0.34, 0.12, -0.2, -0.5].entries()) {
    const ink =
      tone > 0
        ? mixInks(wall, palette.paper, palette.isNight ? tone * 0.3 : tone)
        : mixInks(wall, palette.dark, -tone * (palette.isNight ? 0.8 : 1));
    scene.fill(0, ink, strip(cyclic(edges, i), cyclic(edges, i + 1), top, bottom - top));
  }
  let [glass, glow, belts] = ["", "", ""];
  for (let row = 0; row < 3; row += 1) {
    const y = top + rise * 0.12 + row * rise * 0.34;
    const height = rise * 0.2;
    for (const [from, to] of [
      [-0.22, 0.26],
      [-0.7, -0.4],
      [0.44, 0.68],
    ] as const) {
      if (random.chance(palette.isNight ? 0.7 : palette.isDusk ? 0.4 : 0)) glow += strip(from, to, y, height);
      else glass += strip(from, to, y, height);
    }
    belts += curvedBand(scene, x, radius + 2, y + height + 5, 4);
  }
  scene.fill(1, palette.glass, glass);
  scene.fill(1, palette.glow, glow);
  scene.fill(2, palette.trim, belts);
  drawTurretRoof(scene, { x, top, radius });
}

/** A belt course around a cylinder, seen from below. */
function curvedBand(scene: Scene, x: number, halfWidth: number, y: number, thickness: number): string {
  const [left, right] = [x - halfWidth, x + halfWidth];
  return scene.pen
    .path`M${left} ${y}Q${x} ${y + 6} ${right} ${y}v${thickness}Q${x} ${y + 6 + thickness} ${left} ${y + thickness}z`;
}

function drawTurretRoof(scene: Scene, { x, top, radius }: { x: number; top: number; radius: number }): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const kind = random.pick(["cone", "cone", "bell", "dome"] as const);
  const rise = H * (kind === "dome" ? 0.13 : random.between(0.17, 0.225));
  const peak = top - rise;
  const eave = top + 2;
  const outline = (from: number, to: number) => {
    const [left, right] = [x + k * from * radius * 1.2, x + k * to * radius * 1.2];
    if (kind === "cone") return pen.polygon([left, eave], [x, peak], [right, eave]);
    const [bendX, bendY] = kind === "bell" ? [0.3, top - rise * 0.25] : [1, top - rise * 0.95];
    const [leftBend, rightBend] = [x + (left - x) * bendX, x + (right - x) * bendX];
    return pen.path`M${left} ${eave}Q${leftBend} ${bendY} ${x} ${peak}Q${rightBend} ${bendY} ${right} ${eave}z`;
  };
  scene.fill(3, palette.slate, outline(-1, 1));
  scene.fill(4, mixInks(palette.slate, palette.dark, 0.55), outline(0.17, 1));
  scene.fill(4, mixInks(palette.slate, palette.paper, 0.35), outline(-1, -0.62));
  scene.fill(5, palette.trim, curvedBand(scene, x, radius * 1.22, top, 7));
  scene.shade(4.5, pen.rect(x - radius, top + 6, radius * 2, 9));
  scene.fill(5, palette.dark, pen.rect(x - 1, peak - 14, 2, 15) + pen.circle(x, peak - 8, 2.8));
}

/** A branch on the shaded side that stops short of the turret. */
function drawOverhang(scene: Scene, cornerX: number): void {
  const { palette, width: W, height: H } = scene;
  const isRight = palette.shadeSide > 0;
  const room = (isRight ? W - cornerX : cornerX) - H * 0.3;
  scene.at(60, () =>
    drawBranch(scene, 0, {
      x: isRight ? W + 6 : -6,
      y: -8,
      length: Math.max(H * 0.2, Math.min(H * 0.62, room)),
      direction: isRight ? 2.5 : 0.64,
      leaf: H * 0.05,
      thickness: 5,
      ink: mixInks(palette.leaf, palette.dark, 0.35),
    }),
  );
}
