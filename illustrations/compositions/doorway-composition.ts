import type { Brief } from "../brief.ts";
import { drawDoor } from "../houses/doors.ts";
import { drawBicycle } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawGrain } from "../drawing/sky.ts";
import { castTreeShadow } from "../drawing/trees.ts";
import { drawWindow } from "../houses/windows.ts";

type Doorway = { x: number; y: number; width: number; floor: number; ground: number; wall: string; doorInk: string };

const STEPS = 4;

/** One front door, its steps, a lantern, and a shadow over it all. */
export function drawDoorway(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wallIndex = random.integer(0, 2);
  const wall = cyclic(palette.walls, wallIndex);
  const doorInk = random.pick([
    palette.accent,
    cyclic(palette.walls, wallIndex + 1),
    cyclic(palette.walls, wallIndex + 2),
    palette.dark,
  ]);
  const width = H * 0.27;
  const middle = W / 2 + k * W * (scene.shape === "square" ? 0.04 : 0.13);
  const ground = H * 0.93;
  const doorway = { x: middle - width / 2, y: H * 0.33, width, floor: ground - H * 0.15, ground, wall, doorInk };
  scene.fill(-10, wall, pen.rect(0, 0, W, H));
  let bricks = "";
  for (let i = 0; i < 26; i += 1)
    bricks += pen.rect(
      Math.round((random.next() * W) / 16) * 16,
      Math.round((random.next() * H * 0.8) / 8) * 8,
      12,
      2.4,
    );
  scene.fill(-9, mixInks(wall, palette.dark, 0.15), bricks);
  if (random.chance(0.6)) drawPedimentedDoor(scene, doorway);
  else drawArchedDoor(scene, doorway);
  drawWindowsBeside(scene, middle);
  drawSteps(scene, doorway);
  if (brief.subject === "embassy") drawFlag(scene, doorway);
  else drawLantern(scene, doorway);
  drawCompany(scene, doorway);
  if (palette.isNight) drawGrain(scene, { ink: palette.dark, top: 0, bottom: H * 0.5, depth: 40, isUpward: true });
  else castTreeShadow(scene, { x: W * (k > 0 ? 0.2 : 0.8), y: H * 0.42, reach: H * 0.42, depth: 40 });
}

/** A flag without a nation, on a slanted pole over the steps. */
function drawFlag(scene: Scene, { x, width }: Doorway): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const foot = { x: k > 0 ? x - width * 0.5 : x + width * 1.5, y: H * 0.42 };
  const tip = { x: foot.x - k * H * 0.3, y: H * 0.1 };
  const along = (share: number) => [foot.x + (tip.x - foot.x) * share, foot.y + (tip.y - foot.y) * share] as const;
  const cloth = (from: number, to: number) => {
    const [[x1, y1], [x2, y2]] = [along(from), along(to)];
    return pen.path`M${x1} ${y1}L${x2} ${y2}q${-k * H * 0.01} ${H * 0.14} ${k * H * 0.015} ${H * 0.29}L${x1 - k * H * 0.01} ${y1 + H * 0.29}Q${x1 - k * H * 0.012} ${y1 + H * 0.16} ${x1} ${y1}z`;
  };
  const shift = ` transform="translate(${pen.round(palette.shadowX * H * 0.07)} ${pen.round(palette.shadowY * H * 0.07)})"`;
  scene.shade(30, cloth(0.28, 0.96), shift);
  const pole = pen.bar(foot.x, foot.y, tip.x, tip.y, 4) + pen.circle(tip.x, tip.y, 5);
  scene.fill(34, palette.isNight ? palette.trim : palette.dark, pole);
  for (const [i, ink] of [palette.walls[2], palette.paper, palette.accent].entries())
    scene.fill(32, ink, cloth(0.28 + i * 0.227, 0.28 + (i + 1) * 0.227));
}

function drawPedimentedDoor(scene: Scene, { x, y, width: w, floor, wall, doorInk }: Doorway): void {
  const { palette, pen } = scene;
  const k = palette.shadeSide;
  const middle = x + w / 2;
  const eave = y - w * 0.62;
  const [left, right] = [x - w * 0.42, x + w * 1.42];
  scene.fill(1, palette.trim, pen.rect(x - w * 0.3, y - 4, w * 1.6, floor - y + 4));
  const pediment = pen.polygon([left, eave], [middle, y - w * 1.12], [right, eave]);
  scene.fill(1, palette.trim, pediment + pen.rect(x - w * 0.36, eave, w * 1.72, w * 0.62));
  scene.fill(3.2, mixInks(wall, palette.dark, 0.5), pen.dome(middle, y - 2, w * 0.56));
  const pilasterEdge = pen.rect(k > 0 ? x + w * 1.22 : x - w * 0.32, y - 4, w * 0.1, floor - y);
  scene.shade(
    5,
    pen.rect(x - w * 0.02, y + 2, w * 1.04, 5) +
      scene.towardsSun(x - w * 0.06, y, w * 1.12, floor - y, 0.1) +
      pilasterEdge,
  );
  scene.at(0.3, () => drawDoor(scene, { x, y, width: w, height: floor - y, light: "fan", ink: doorInk }));
  const [inner, outer] = k > 0 ? [x + w * 1.3, right] : [x - w * 0.3, left];
  const reach = k * w * 0.34;
  scene.shade(
    9,
    pen.polygon([inner, y], [outer, eave], [outer + reach, y - w * 0.3], [inner + reach, floor], [inner, floor]),
  );
  scene.shade(9, pen.rect(left, eave, right - left, w * 0.07));
}

function drawArchedDoor(scene: Scene, { x, y, width: w, floor, doorInk }: Doorway): void {
  const { palette, pen } = scene;
  scene.fill(1, palette.trim, pen.arch(x - w * 0.16, y - w * 0.62, w * 1.32, floor - y + w * 0.62));
  drawDoor(scene, { x, y, width: w, height: floor - y, light: "round", ink: doorInk, isDouble: true });
  const k = palette.shadeSide;
  const edge = k > 0 ? x + w * 1.16 : x - w * 0.16;
  const end = edge + k * w * 0.24;
  scene.shade(9, pen.polygon([edge, y], [end, y + w * 0.2], [end, floor], [edge, floor]));
}

function drawWindowsBeside(scene: Scene, middle: number): void {
  const { palette, random, width: W, height: H } = scene;
  if (scene.shape === "square") return;
  const k = palette.shadeSide;
  const x = k > 0 ? middle - W * 0.42 : middle + W * 0.42 - H * 0.24;
  const window = { y: H * 0.12, width: H * 0.24, height: H * 0.44, frame: 6, bar: 3, panes: "many" } as const;
  const shutterInk = random.chance(0.6) ? random.pick([palette.dark, palette.leaf, palette.slate]) : null;
  drawWindow(scene, { ...window, x, shutterInk, isLit: palette.isLit });
  if (scene.shape !== "wide") return;
  for (const other of [x - k * H * 0.6, middle + (k > 0 ? H * 0.42 : -H * 0.66)])
    drawWindow(scene, { ...window, x: other, shutterInk: shutterInk ?? palette.dark });
}

function drawSteps(scene: Scene, { x, width: w, floor, ground, wall }: Doorway): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const rise = (ground - floor) / STEPS;
  const upper = w * 0.3;
  const lower = upper + (STEPS - 1) * 9;
  let [treads, risers] = ["", ""];
  for (let i = 0; i < STEPS; i += 1) {
    const out = upper + i * 9;
    treads += pen.rect(x - out, floor + i * rise, w + 2 * out, rise * 0.45);
    risers += pen.rect(x - out, floor + i * rise + rise * 0.45, w + 2 * out, rise * 0.55 + 0.5);
  }
  scene.fill(20, palette.trim, treads);
  scene.fill(20, mixInks(palette.trim, palette.slate, 0.5), risers);
  scene.fill(19, palette.ground, pen.rect(0, ground, W, H - ground));
  scene.fill(18.5, mixInks(palette.trim, wall, 0.55), pen.rect(0, floor + H * 0.02, W, ground - floor));
  scene.fill(18.6, palette.trim, pen.rect(0, floor + H * 0.015, W, 4));
  const edge = k > 0 ? x + w : x;
  const [high, low] = [edge + k * upper, edge + k * lower];
  scene.shade(
    21,
    pen.polygon([high, floor], [low, ground], [low + k * H * 0.2, ground], [high + k * H * 0.16, floor + 4]),
  );
  scene.shade(21, pen.rect(x - lower, ground - rise * 0.55, w + 2 * lower, rise * 0.55));
  drawRail(scene, { top: x - upper + 6, foot: x - lower + 6, floor, ground });
  drawRail(scene, { top: x + w + upper - 6, foot: x + w + lower - 6, floor, ground });
}

function drawRail(
  scene: Scene,
  { top, foot, floor, ground }: { top: number; foot: number; floor: number; ground: number },
): void {
  const { palette, pen, height: H } = scene;
  let rail =
    pen.bar(top, floor - H * 0.13, foot, ground - H * 0.15, 3.4) +
    pen.rect(top - 1.7, floor - H * 0.13, 3.4, H * 0.13) +
    pen.rect(foot - 2.4, ground - H * 0.17, 4.8, H * 0.17) +
    pen.circle(foot, ground - H * 0.18, 4.6);
  for (const along of [0.25, 0.5, 0.75])
    rail += pen.rect(top + (foot - top) * along - 0.9, floor + (ground - floor) * along - H * 0.13, 1.8, H * 0.12);
  scene.fill(24, palette.dark, rail);
}

function drawLantern(scene: Scene, { x, y, width: w, wall }: Doorway): void {
  const { palette, pen, height: H } = scene;
  const lampX = palette.shadeSide > 0 ? x + w * 1.62 : x - w * 0.62;
  const lampY = y - w * 0.1;
  if (palette.isLit) scene.fill(11, mixInks(wall, palette.glow, 0.45), pen.circle(lampX, lampY, H * 0.13));
  const cap = pen.polygon([lampX - 7, lampY - 12], [lampX, lampY - 20], [lampX + 7, lampY - 12]);
  scene.fill(12, palette.dark, cap + pen.rect(lampX - 1, lampY - 26, 2, 8) + pen.rect(lampX - 5, lampY + 11, 10, 3));
  const glass = (dx: number, dy: number) =>
    pen.polygon(
      [lampX - 6 + dx, lampY - 12 + dy],
      [lampX + 6 + dx, lampY - 12 + dy],
      [lampX + 4.5 + dx, lampY + 11 + dy],
      [lampX - 4.5 + dx, lampY + 11 + dy],
    );
  scene.fill(13, palette.isLit ? palette.glow : palette.paper, glass(0, 0));
  if (!palette.isNight) scene.shade(11, glass(palette.shadowX * 14, palette.shadowY * 14 + 2));
}

/** A clipped tree in a pot at the steps, or a bicycle against the wall. */
function drawCompany(scene: Scene, { x, width: w, ground }: Doorway): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const lower = w * 0.3 + (STEPS - 1) * 9;
  const beside = k > 0 ? x - lower - H * 0.17 : x + w + lower + H * 0.17;
  const isSquare = scene.shape === "square";
  const isBicycle = random.chance(0.34);
  if (isBicycle && isSquare) return;
  if (isBicycle) {
    drawBicycle(scene, { x: beside - H * 0.2, ground: ground + 2, length: H * 0.34, depth: 30 });
    return;
  }
  const potX = isSquare ? x - w * 0.3 - 2 : beside;
  const crown = pen.circle(potX, ground - H * 0.24, H * 0.075);
  const rim = ground - H * 0.085;
  scene.fill(
    30,
    palette.accent,
    pen.polygon(
      [potX - H * 0.04, rim],
      [potX + H * 0.04, rim],
      [potX + H * 0.03, ground + 2],
      [potX - H * 0.03, ground + 2],
    ),
  );
  scene.fill(29, palette.dark, pen.rect(potX - 2, ground - H * 0.22, 4, H * 0.14));
  scene.fill(30, palette.leaf, crown);
  scene.shade(31, pen.circle(potX + palette.shadowX * H * 0.03, ground - H * 0.22, H * 0.06), scene.clip(crown));
}
