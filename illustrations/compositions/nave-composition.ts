import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";

type Nave = { x: number; y: number; stone: string; isPointed: boolean; rays: readonly string[] };

/** Inside a large church: a row of arches, a rose window at the end, its colors on the floor. */
export function drawNave(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const nave: Nave = {
    x: W * (scene.shape === "square" ? 0.5 : random.pick([0.44, 0.5, 0.56])),
    y: H * 0.6,
    stone: mixInks(cyclic(palette.walls, random.integer(0, 2)), palette.paper, palette.isNight ? 0.1 : 0.5),
    isPointed: random.chance(0.65),
    rays: random.shuffle([palette.accent, palette.walls[2], palette.walls[0], palette.walls[1]]),
  };
  const deep = mixInks(mixInks(nave.stone, palette.walls[0], 0.45), palette.dark, palette.isNight ? 0.66 : 0.5);
  scene.fill(-50, mixInks(nave.stone, palette.dark, palette.isNight ? 0.6 : 0.3), pen.rect(0, 0, W, H));
  const arches = 5;
  for (let i = arches; i >= 0; i -= 1) drawArch(scene, nave, i, deep);
  drawRose(scene, nave);
  drawFloor(scene, nave, deep);
  drawPews(scene, nave);
  drawPerson(scene, {
    x: nave.x + k * H * 0.02,
    ground: nave.y + H * 0.2,
    height: H * 0.15,
    depth: 40,
    facing: k,
    wearsDress: random.chance(0.5),
    hasNoShadow: true,
  });
}

/** Size of each arch relative to the one in front of it. */
const STEP = 0.66;

function drawArch(scene: Scene, nave: Nave, index: number, deep: string): void {
  const { palette, pen, height: H } = scene;
  const size = H * 1.02 * STEP ** index;
  const k = palette.shadeSide;
  const tone = mixInks(nave.stone, deep, Math.max(0, 0.85 - index * 0.19));
  const [half, spring] = [size * 0.56, nave.y - size * 0.42];
  const foot = nave.y + size * 0.46;
  const thickness = size * 0.13;
  const shape = (w: number) =>
    nave.isPointed
      ? pen.path`M${nave.x - w} ${foot}V${spring}Q${nave.x - w} ${spring - w * 0.86} ${nave.x} ${spring - w * 1.24}Q${nave.x + w} ${spring - w * 0.86} ${nave.x + w} ${spring}V${foot}z`
      : pen.path`M${nave.x - w} ${foot}V${spring}A${w} ${w} 0 0 1 ${nave.x + w} ${spring}V${foot}z`;
  const depth = 10 - index;
  scene.fill(-depth, tone, shape(half + thickness));
  scene.shade(
    -depth + 0.2,
    pen.rect(k > 0 ? nave.x + half * 0.2 : nave.x - half * 0.2 - size, 0, size, H),
    scene.clip(shape(half + thickness)),
  );
  scene.fill(-depth + 0.3, mixInks(tone, palette.dark, 0.3), shape(half));
  const column = (side: 1 | -1) =>
    pen.rect(nave.x + side * (half + thickness * 0.5) - thickness * 0.34, spring, thickness * 0.2, foot - spring) +
    pen.rect(
      nave.x + side * (half + thickness * 0.5) - thickness * 0.6,
      spring - thickness * 0.1,
      thickness * 1.2,
      thickness * 0.22,
    );
  scene.fill(-depth + 0.25, mixInks(tone, palette.paper, 0.25), column(1) + column(-1));
}

function drawRose(scene: Scene, nave: Nave): void {
  const { palette, pen, height: H } = scene;
  const radius = H * 0.115;
  const [x, y] = [nave.x, nave.y - H * 0.19];
  scene.fill(-1, mixInks(nave.stone, palette.paper, 0.35), pen.circle(x, y, radius * 1.14));
  scene.fill(-0.9, palette.isNight ? palette.sky : palette.skyLow, pen.circle(x, y, radius));
  const petals = nave.rays.map(() => "");
  for (let i = 0; i < 12; i += 1) {
    const angle = (i * Math.PI) / 6;
    petals[i % 4] =
      (petals[i % 4] ?? "") +
      pen.leaf(x + Math.cos(angle) * radius * 0.28, y + Math.sin(angle) * radius * 0.28, radius * 0.68, angle, 0.42);
  }
  for (const [i, ink] of nave.rays.entries())
    scene.fill(-0.8, palette.isNight ? mixInks(ink, palette.glow, 0.4) : ink, petals[i] ?? "");
  scene.fill(-0.7, palette.glow, pen.circle(x, y, radius * 0.22));
  const [w, top] = [H * 0.035, y + radius * 1.3];
  for (const [i, across] of [-1.6, 0, 1.6].entries()) {
    scene.fill(
      -1,
      mixInks(nave.stone, palette.paper, 0.35),
      pen.arch(x + across * w - w * 0.62, top, w * 1.24, H * 0.15),
    );
    scene.fill(
      -0.9,
      palette.isNight ? mixInks(cyclic(nave.rays, i), palette.glow, 0.3) : cyclic(nave.rays, i),
      pen.arch(x + across * w - w * 0.42, top + w * 0.2, w * 0.84, H * 0.14),
    );
  }
}

/** The rose window's colors, stretched over the stone floor. */
function drawFloor(scene: Scene, nave: Nave, deep: string): void {
  const { palette, pen, width: W, height: H } = scene;
  const y = nave.y + H * 0.1;
  const floor = mixInks(nave.stone, deep, palette.isNight ? 0.8 : 0.35);
  scene.fill(
    1,
    floor,
    pen.polygon([nave.x - H * 0.1, y], [nave.x + H * 0.1, y], [nave.x + W * 0.75, H], [nave.x - W * 0.75, H]),
  );
  const k = palette.shadeSide;
  if (palette.isNight) return;
  for (const [i, ink] of nave.rays.entries()) {
    const [from, to] = [-0.5 + i * 0.26, -0.5 + i * 0.26 + 0.2];
    scene.fill(
      2,
      ink,
      pen.polygon(
        [nave.x + H * 0.1 * from, y + H * 0.06],
        [nave.x + H * 0.1 * to, y + H * 0.06],
        [nave.x + k * H * 0.12 + H * 0.52 * to, H],
        [nave.x + k * H * 0.12 + H * 0.52 * from, H],
      ),
      ' opacity=".55"',
    );
  }
}

function drawPews(scene: Scene, nave: Nave): void {
  const { palette, pen, width: W, height: H } = scene;
  const wood = mixInks(palette.dark, palette.walls[1], 0.2);
  let [backs, tops] = ["", ""];
  for (let i = 0; i < 6; i += 1) {
    const scale = 0.62 ** (5 - i);
    const y = nave.y + H * 0.12 + H * 0.3 * scale;
    const inner = H * 0.06 + H * 0.34 * scale;
    const height = H * 0.16 * scale;
    for (const side of [-1, 1] as const) {
      const from = nave.x + side * inner;
      const to = nave.x + side * (inner + W * scale + H * 0.2);
      backs += pen.polygon([from, y - height], [from, y], [to, y], [to, y - height]);
      tops += pen.rect(Math.min(from, to), y - height, Math.abs(to - from), Math.max(1.4, height * 0.12));
    }
  }
  scene.fill(20, wood, backs);
  scene.fill(21, mixInks(wood, palette.paper, 0.3), tops);
}
