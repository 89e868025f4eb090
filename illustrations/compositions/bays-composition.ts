import { catOutline } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { castTreeShadow } from "../drawing/trees.ts";
import { drawWindow } from "../houses/windows.ts";

type Bay = { x: number; width: number; splay: number; period: number; wall: string };

/** Projecting bays from edge to edge, without sky or ground. Light and shade carry the picture. */
export function drawBays(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const firstWall = random.integer(0, 2);
  const period = H * (scene.shape === "square" ? 0.62 : random.between(0.5, 0.58));
  const left = -period * random.between(0.1, 0.8);
  const storeyHeight = H * random.between(0.42, 0.5);
  const top = -storeyHeight * random.between(0.1, 0.35);
  const inhabited = {
    column: random.integer(1, Math.max(1, Math.floor(W / period) - 1)),
    // The upper row is often cut by the edge of the picture.
    storey: random.integer(0, 1) + (top + storeyHeight * 0.6 < H * 0.2 ? 1 : 0),
  };
  for (let column = 0; column < Math.ceil(W / period) + 2; column += 1) {
    const width = period * 0.62;
    const wall = cyclic(palette.walls, firstWall + cyclic([0, 0, 1, 0, 2], column));
    const bay = { x: left + column * period, width, splay: width * 0.24, period, wall };
    drawFacets(scene, bay);
    for (let storey = 0; storey < 3; storey += 1) {
      const isInhabited = column === inhabited.column && storey === Math.min(2, inhabited.storey);
      drawBayStorey(scene, bay, { y: top + storey * storeyHeight, height: storeyHeight, isInhabited });
    }
  }
  if (!palette.isNight) drawShadeAcross(scene);
}

function drawFacets(scene: Scene, { x, width, splay, period, wall }: Bay): void {
  const { palette, pen, height: H } = scene;
  const isSunLeft = palette.shadeSide > 0;
  const light = mixInks(wall, palette.paper, palette.isNight ? 0.1 : 0.42);
  const dark = mixInks(wall, palette.dark, 0.5);
  scene.fill(0, wall, pen.rect(x - 1, 0, period + 2, H));
  scene.fill(1, isSunLeft ? light : dark, pen.rect(x, 0, splay, H));
  scene.fill(1, frontInk(scene, wall), pen.rect(x + splay - 0.5, 0, width - 2 * splay + 1, H));
  scene.fill(1, isSunLeft ? dark : light, pen.rect(x + width - splay, 0, splay + 0.5, H));
  const reach = (period - width) * Math.min(1.2, Math.abs(palette.shadowX) * 0.95 + 0.1);
  scene.shade(2, pen.rect(isSunLeft ? x + width : x - reach, 0, reach, H));
}

function frontInk(scene: Scene, wall: string): string {
  return mixInks(wall, scene.palette.paper, scene.palette.isNight ? 0.04 : 0.14);
}

function drawBayStorey(scene: Scene, bay: Bay, storey: { y: number; height: number; isInhabited: boolean }): void {
  const { palette, pen, random } = scene;
  const { x, width, splay, period, wall } = bay;
  const { y, height: storeyHeight } = storey;
  const h = storeyHeight * 0.6;
  const front = width - 2 * splay;
  const left = { x: x + splay + front * 0.08, y, width: front * 0.37, height: h, frame: 2 };
  drawWindow(scene, storey.isInhabited ? { ...left, isLit: true } : left);
  drawWindow(scene, { ...left, x: x + splay + front * 0.55 });
  const [near, far] = [splay * 0.28, splay * 0.74];
  const leftPane = pen.polygon([x + near, y - 2], [x + far, y], [x + far, y + h], [x + near, y + h + 2]);
  const r = x + width;
  const rightPane = pen.polygon([r - far, y], [r - near, y - 2], [r - near, y + h + 2], [r - far, y + h]);
  scene.fill(3, palette.isNight && random.chance(0.4) ? palette.glow : palette.glass, leftPane);
  scene.fill(3, palette.glass, rightPane);
  const between = period - width;
  drawWindow(scene, { x: r + between * 0.28, y, width: between * 0.44, height: h, frame: 2, head: "segment" });
  drawBelt(scene, bay, y + h, storeyHeight);
  const panelY = y + h + storeyHeight * 0.15;
  const [panelX, panelWidth, panelHeight] = [x + splay + front * 0.1, front * 0.8, storeyHeight * 0.16];
  const middle = panelX + panelWidth * 0.5;
  scene.fill(4, mixInks(wall, palette.dark, 0.22), pen.rect(panelX, panelY, panelWidth, panelHeight));
  scene.fill(
    5,
    frontInk(scene, wall),
    pen.polygon(
      [middle, panelY + 3],
      [panelX + panelWidth - 4, panelY + panelHeight / 2],
      [middle, panelY + panelHeight - 3],
      [panelX + 4, panelY + panelHeight / 2],
    ),
  );
  if (storey.isInhabited) drawInhabitant(scene, left.x + left.width / 2, y + h, front * 0.05);
}

/** The belt course under the windows follows the bay's shape. */
function drawBelt(scene: Scene, { x, width, splay }: Bay, y: number, storeyHeight: number): void {
  const { palette, pen } = scene;
  const at = (share: number) => y + storeyHeight * share;
  const [left, right] = [x + splay, x + width - splay];
  scene.fill(
    7,
    palette.trim,
    pen.polygon(
      [x - 2, at(0.06)],
      [left, at(0.075)],
      [right, at(0.075)],
      [x + width + 2, at(0.06)],
      [x + width + 2, at(0.085)],
      [right, at(0.105)],
      [left, at(0.105)],
      [x - 2, at(0.085)],
    ),
  );
  scene.shade(8, pen.rect(left, at(0.105), right - left, 4 * palette.shadowY + 1));
}

/** Puts a cat or a plant into a lit window, as the second point of interest. */
function drawInhabitant(scene: Scene, x: number, sill: number, unit: number): void {
  const { palette, pen, random } = scene;
  if (random.chance(0.6)) {
    scene.fill(60, palette.dark, catOutline(scene, x, sill, unit * 0.95));
    return;
  }
  scene.fill(60, palette.accent, pen.rect(x - unit * 2, sill - unit * 2.6, unit * 4, unit * 2.6));
  const leaves = [-2.6, -2.1, -1.57, -1.05, -0.5].map((angle, i) =>
    pen.leaf(x, sill - unit * 2.4, unit * 5 * (i % 2 === 1 ? 1 : 0.8), angle, 0.3),
  );
  scene.fill(60, palette.leaf, leaves.join(""));
}

function drawShadeAcross(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const isSunLeft = palette.shadeSide > 0;
  if (random.chance(0.6)) {
    castTreeShadow(scene, { x: W * (isSunLeft ? 0.3 : 0.7), y: H * 0.5, reach: H * 0.5, depth: 40 });
    return;
  }
  const [high, low] = isSunLeft ? [0, W] : [W, 0];
  scene.shade(40, pen.polygon([high, H * 0.35], [low, H * 1.02], [low, H + 2], [high, H + 2]));
}
