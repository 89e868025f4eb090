import type { Brief } from "../brief.ts";
import { catOutline } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import { objectInks } from "../inks/natural-inks.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";

type Cell = { x: number; y: number; size: number; height: number; back: string };

/** A cabinet of pigeonholes with the shop's goods in a grid, one in the accent color, and a cat. */
export function drawCabinet(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const wallIndex = random.integer(0, 2);
  const wood = mixInks(cyclic(palette.walls, wallIndex), palette.dark, palette.isNight ? 0.35 : 0.12);
  const backs = [
    mixInks(wood, palette.dark, 0.5),
    mixInks(cyclic(palette.walls, wallIndex + 1), palette.paper, palette.isNight ? 0.1 : 0.4),
    mixInks(palette.trim, wood, 0.2),
  ];
  const rows = random.pick(scene.shape === "square" ? [2] : [2, 3]);
  const cellHeight = (H * 0.94) / rows;
  const columns = Math.max(2, Math.round(W / (cellHeight * 1.02)));
  const cellWidth = W / columns;
  scene.fill(0, wood, pen.rect(0, 0, W, H));
  const order = random.shuffle(Array.from({ length: rows * columns }, (_, i) => i));
  const shift = random.integer(0, 2);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      const rank = order.indexOf(index);
      const back = cyclic(backs, (row + column + shift) % 2 === 0 ? 0 : 1 + ((row + shift) % 2));
      const cell = { x: cellWidth * column, y: H * 0.03 + cellHeight * row, size: cellWidth, height: cellHeight, back };
      drawCell(scene, cell);
      fillCell(scene, cell, { rank, glyph: cyclic(shop.glyphs, rank), total: rows * columns });
    }
  drawLight(scene);
  if (scene.shape === "wide" && random.chance(0.6)) drawLadder(scene);
}

function drawCell(scene: Scene, { x, y, size, height, back }: Cell): void {
  const { palette, pen } = scene;
  const edge = height * 0.045;
  const [left, top, w, h] = [x + edge, y + edge, size - 2 * edge, height - 2 * edge];
  scene.fill(1, back, pen.rect(left, top, w, h));
  scene.shade(2, pen.rect(left, top, w, h * 0.12 * palette.shadowY + 3) + scene.towardsSun(left, top, w, h, 0.09));
  scene.fill(3, mixInks(back, palette.paper, 0.22), pen.rect(left, top + h - h * 0.05, w, h * 0.05));
}

/** Half of the pigeonholes show the shop's goods, the rest things found on any shelf. */
function fillCell(
  scene: Scene,
  cell: Cell,
  { rank, glyph, total }: { rank: number; glyph: Parameters<typeof objectInks>[1]; total: number },
): void {
  const { palette, pen, random } = scene;
  const x = cell.x + cell.size / 2;
  const foot = cell.y + cell.height * 0.91;
  const isTrade = rank < Math.ceil(total * 0.56);
  if (isTrade) {
    const size = Math.min(cell.size, cell.height) * 0.66;
    const isAccent = rank === 0;
    const own = objectInks(palette, glyph);
    const quiet = isPale(cell, palette.paper) ? palette.dark : palette.trim;
    const inks = isAccent
      ? own
      : {
          main: quiet,
          light: mixInks(quiet, cell.back, 0.62),
          dark: mixInks(quiet, cell.back, 0.62),
          accent: mixInks(quiet, cell.back, 0.4),
        };
    const at = { name: glyph, x: x - size / 2, y: foot - size, size };
    scene.shade(4, pen.ellipse(x + palette.shadowX * size * 0.16, foot, size * 0.46, size * 0.05));
    drawGlyph(scene, 6, { ...at, inks, isHalfShaded: isAccent });
    return;
  }
  const unit = Math.min(cell.size, cell.height) / 100;
  if (rank === total - 1 && random.chance(0.6)) {
    scene.fill(6, palette.dark, catOutline(scene, x, foot, unit * 9));
    return;
  }
  random.pick([putBooks, putJars, putPlant, putBoxes])(scene, { x, foot, unit, back: cell.back });
}

/** Light backs need dark objects. */
const isPale = (cell: Cell, paper: string) =>
  Number.parseInt(cell.back.slice(1, 3), 16) > Number.parseInt(paper.slice(1, 3), 16) * 0.68;

type Spot = { x: number; foot: number; unit: number; back: string };

function putBooks(scene: Scene, { x, foot, unit: u }: Spot): void {
  const { palette, pen, random } = scene;
  const inks = random.shuffle([palette.walls[0], palette.walls[1], palette.walls[2], palette.trim, palette.dark]);
  for (let i = 0; i < 6; i += 1) {
    const h = u * random.between(40, 62);
    scene.fill(6, cyclic(inks, i), pen.rect(x - u * 34 + i * u * 10, foot - h, u * 9, h));
  }
  scene.fill(
    6,
    cyclic(inks, 1),
    pen.polygon([x + u * 28, foot], [x + u * 37, foot], [x + u * 50, foot - u * 46], [x + u * 41, foot - u * 49]),
  );
}

function putJars(scene: Scene, { x, foot, unit: u, back }: Spot): void {
  const { palette, pen } = scene;
  for (const [i, h] of [46, 62, 38].entries()) {
    const left = x - u * 38 + i * u * 27;
    scene.fill(6, mixInks(back, palette.paper, 0.5), pen.rect(left, foot - u * h, u * 22, u * h));
    scene.fill(
      7,
      cyclic([palette.walls[0], palette.leaf, palette.walls[2]], i),
      pen.rect(left, foot - u * h * 0.62, u * 22, u * h * 0.62),
    );
    scene.fill(7, palette.dark, pen.rect(left + u * 2, foot - u * (h + 7), u * 18, u * 8));
    scene.shade(8, scene.awayFromSun(left, foot - u * h, u * 22, u * h, 0.35));
  }
}

function putPlant(scene: Scene, { x, foot, unit: u }: Spot): void {
  const { palette, pen, random } = scene;
  const leaves = Array.from({ length: 8 }, (_, i) =>
    pen.leaf(x, foot - u * 26, u * random.between(36, 52), -2.9 + i * 0.38, 0.3),
  );
  scene.fill(6, mixInks(palette.leaf, palette.dark, 0.15), leaves.join(""));
  scene.fill(
    7,
    palette.trim,
    pen.polygon([x - u * 20, foot - u * 30], [x + u * 20, foot - u * 30], [x + u * 15, foot], [x - u * 15, foot]),
  );
  scene.shade(8, scene.awayFromSun(x - u * 18, foot - u * 30, u * 36, u * 30, 0.42));
}

function putBoxes(scene: Scene, { x, foot, unit: u }: Spot): void {
  const { palette, pen } = scene;
  for (const [i, [dx, dy, w, h]] of (
    [
      [-36, 0, 40, 28],
      [6, 0, 32, 40],
      [-30, 28, 30, 22],
    ] as const
  ).entries()) {
    const [left, top] = [x + u * dx, foot - u * (dy + h)];
    scene.fill(6, cyclic([palette.walls[1], palette.walls[2], palette.trim], i), pen.rect(left, top, u * w, u * h));
    scene.fill(7, palette.dark, pen.rect(left + u * (w / 2 - 5), top + u * 8, u * 10, u * 5));
    scene.shade(8, scene.awayFromSun(left, top, u * w, u * h, 0.38));
  }
}

/** Shades the corner that the window's light doesn't reach. */
function drawLight(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const far = k > 0 ? W : 0;
  scene.shade(30, pen.polygon([far, H * 0.12], [far, H], [far - k * Math.min(W, H * 1.5) * 0.66, H]));
}

function drawLadder(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const [x, lean] = [W * (palette.shadeSide > 0 ? 0.3 : 0.62), H * 0.16];
  const rail = (dx: number) => pen.bar(x + dx, H + 4, x + dx + lean, -4, 7);
  let ladder = rail(0) + rail(H * 0.16);
  for (let i = 1; i < 8; i += 1) {
    const y = H - (H * i) / 8;
    const left = x + (lean * (H - y)) / H;
    ladder += pen.rect(left, y, H * 0.16, 5);
  }
  scene.shade(39, ladder, ` transform="translate(${pen.round(palette.shadowX * 16)} 6)"`);
  scene.fill(40, mixInks(palette.walls[1], palette.dark, 0.3), ladder);
}
