import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { createView, type View } from "../houses/street-houses.ts";

/** Shelves on both sides, in meters: half the aisle, their height, their length. */
const AISLE_HALF = 1.7;
const SHELVES_TOP = 4.2;
const SHELVES_FROM = 2.2;
const SHELVES_TO = 13;
const BOARDS = 6;

/** An aisle between library shelves: a large window at the end, one reader, lamps overhead. */
export function drawStacks(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const view = createView({
    vanishingX: W * random.pick([0.42, 0.5, 0.58]),
    horizon: H * random.pick([0.58, 0.64]),
    focus: H * 1.05,
    eye: 1.7,
  });
  const wall = mixInks(cyclic(palette.walls, random.integer(0, 2)), palette.dark, palette.isNight ? 0.55 : 0.35);
  scene.fill(0, wall, pen.rect(0, 0, W, H));
  drawFloor(scene, view, wall);
  drawEndWindow(scene, view, wall);
  for (const side of [-1, 1] as const) drawShelves(scene, view, side, wall);
  drawLamps(scene, view);
  const ground = view.at(0, 0, 7)[1];
  drawPerson(scene, {
    x: view.vanishingX + palette.shadeSide * H * 0.04,
    ground,
    height: H * 0.24,
    depth: 40,
    facing: palette.shadeSide,
    wearsDress: random.chance(0.5),
    hasNoShadow: true,
  });
  scene.shade(
    39,
    pen.polygon(
      [view.vanishingX, ground],
      [view.vanishingX + H * 0.06, ground],
      view.at(0.7, 0, 2.5),
      view.at(0.1, 0, 2.5),
    ),
  );
}

function drawFloor(scene: Scene, view: View, wall: string): void {
  const { palette, pen } = scene;
  const wood = mixInks(wall, palette.walls[1], 0.45);
  const strip = (from: number, to: number) =>
    pen.polygon(view.at(from, 0, 1.4), view.at(to, 0, 1.4), view.at(to, 0, 14), view.at(from, 0, 14));
  scene.fill(1, wood, strip(-AISLE_HALF, AISLE_HALF));
  scene.fill(2, mixInks(palette.accent, palette.dark, palette.isNight ? 0.35 : 0.12), strip(-0.85, 0.85));
  scene.fill(3, mixInks(palette.accent, palette.paper, 0.45), strip(-0.78, -0.7) + strip(0.7, 0.78));
}

/** The light source: a barred window with the sky behind, and its reflection on the floor. */
function drawEndWindow(scene: Scene, view: View, wall: string): void {
  const { palette, pen, random } = scene;
  const z = 14;
  const [left, top] = view.at(-AISLE_HALF, 5.6, z);
  const [right, floor] = view.at(AISLE_HALF, 0, z);
  const w = right - left;
  const sill = floor - (floor - top) * 0.16;
  scene.fill(4, mixInks(wall, palette.paper, 0.1), pen.rect(left, top - w * 0.4, w, floor - top + w * 0.4));
  const opening = pen.arch(left + w * 0.1, top - w * 0.2, w * 0.8, sill - top + w * 0.2);
  scene.fill(5, palette.trim, pen.arch(left + w * 0.05, top - w * 0.25, w * 0.9, sill - top + w * 0.25));
  scene.fill(6, palette.isNight ? palette.sky : palette.skyLow, opening);
  const sun = pen.circle(left + w * random.pick([0.36, 0.6]), top + (sill - top) * 0.42, w * 0.24);
  scene.fill(
    7,
    palette.isNight ? palette.paper : mixInks(palette.accent, palette.paper, palette.isDusk ? 0.2 : 0.6),
    sun,
    scene.clip(opening),
  );
  const bars = [0.34, 0.64].map((at) => pen.rect(left + w * at, top - w * 0.2, 2.4, sill - top + w * 0.2));
  scene.fill(8, palette.trim, bars.join("") + pen.rect(left + w * 0.1, top + (sill - top) * 0.34, w * 0.8, 2.4));
  if (!palette.isNight)
    scene.fill(
      9,
      palette.skyLow,
      pen.polygon(view.at(-0.9, 0, 13), view.at(0.9, 0, 13), view.at(1.2, 0, 4.5), view.at(-1.2, 0, 4.5)),
      ' opacity=".3"',
    );
}

function drawShelves(scene: Scene, view: View, side: 1 | -1, wall: string): void {
  const { palette, pen, random } = scene;
  const x = side * AISLE_HALF;
  const isShaded = side === palette.shadeSide;
  const back = mixInks(wall, palette.dark, isShaded ? 0.45 : 0.25);
  const wood = mixInks(palette.walls[1], palette.dark, isShaded ? 0.5 : 0.32);
  const quad = (low: number, high: number, from: number, to: number) =>
    pen.polygon(view.at(x, low, from), view.at(x, high, from), view.at(x, high, to), view.at(x, low, to));
  scene.fill(10, back, quad(0, SHELVES_TOP, 1.3, SHELVES_TO));
  const inks = [palette.walls[0], palette.walls[1], palette.walls[2], palette.trim, palette.accent].map((ink, i) =>
    mixInks(ink, palette.dark, (isShaded ? 0.3 : 0.05) + (i === 4 ? 0.1 : 0)),
  );
  const books = inks.map(() => "");
  const board = SHELVES_TOP / BOARDS;
  for (let shelf = 0; shelf < BOARDS; shelf += 1)
    for (let z = SHELVES_FROM - 0.7; z < SHELVES_TO - 0.6;) {
      // Far books are drawn in longer runs, because single ones would blur to gray.
      const run = z < 3.4 ? random.between(0.12, 0.26) : z < 6 ? random.between(0.3, 0.7) : random.between(0.8, 1.6);
      const high = shelf * board + 0.06 + board * random.between(0.58, 0.84);
      const ink = random.pick([0, 0, 1, 2, 2, 3, 4]);
      if (!random.chance(0.1))
        books[ink] = (books[ink] ?? "") + quad(shelf * board + 0.06, high, z, Math.min(z + run, SHELVES_TO));
      z += run + (z < 3.4 ? 0.015 : 0.03);
    }
  for (const [i, ink] of inks.entries()) scene.fill(11, ink, books[i] ?? "");
  let boards = "";
  for (let shelf = 0; shelf <= BOARDS; shelf += 1)
    boards += quad(shelf * board - 0.02, shelf * board + 0.05, 1.3, SHELVES_TO);
  for (const z of [2.9, 4.6, 7, 10, SHELVES_TO]) boards += quad(0, SHELVES_TOP + 0.25, z, z + 0.12);
  scene.fill(12, wood, boards + quad(SHELVES_TOP, SHELVES_TOP + 0.3, 1.3, SHELVES_TO));
  if (isShaded) scene.shade(13, quad(0, SHELVES_TOP + 0.3, 1.3, SHELVES_TO), ' opacity=".6"');
  else if (!palette.isNight)
    scene.shade(13, pen.polygon(view.at(x, 0, 1.3), view.at(x, 2.6, 1.3), view.at(x, 0, 7.5)), ' opacity=".8"');
}

function drawLamps(scene: Scene, view: View): void {
  const { palette, pen, height: H } = scene;
  let [cords, globes] = ["", ""];
  for (const z of [3.6, 5.4, 8, 12]) {
    const [x, y] = view.at(0, 4.4, z);
    const radius = (H * 0.26) / z;
    if (y < radius * 1.2) continue;
    cords += pen.rect(x - 0.8, 0, 1.6, y);
    globes += pen.circle(x, y, radius);
    if (palette.isLit) scene.fill(29, palette.glow, pen.circle(x, y, radius * 2.3), ' opacity=".22"');
  }
  scene.fill(30, palette.dark, cords);
  scene.fill(31, palette.isLit ? palette.glow : palette.paper, globes);
}
