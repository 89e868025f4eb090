import type { Brief } from "../brief.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { bracketInk, inkOnSign, signOutline, type SignShape } from "../shops/hanging-signs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import type { Shop } from "../shops/shop-kinds.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawBranch } from "../drawing/trees.ts";
import { drawWindow } from "../houses/windows.ts";

/** The hanging sign, very large, on the corner of a house. Recognizable at 64 pixels. */
export function drawSign(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const k = palette.shadeSide;
  const wallIndex = random.integer(0, 2);
  if (random.chance(0.4)) {
    drawOnFlatWall(scene, shop, wallIndex);
    return;
  }
  // Sky on the lit side, the wall on the shaded side.
  const share = scene.shape === "square" ? 0.7 : 0.54;
  const wall = k > 0 ? { left: W * (1 - share), right: W + 2 } : { left: 0, right: W * share };
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: H });
  drawStars(scene, 18, H * 0.6);
  drawSun(scene, W * (k > 0 ? 0.17 : 0.83), H * 0.3, H * 0.16);
  drawFarRoofs(scene, k > 0 ? 0 : wall.right, mixInks(palette.skyLow, cyclic(palette.walls, wallIndex + 1), 0.5));
  drawWall(scene, wall, cyclic(palette.walls, wallIndex));
  drawBoard(scene, shop, wall);
  if (random.chance(0.75))
    drawBranch(scene, -3.5, {
      x: k > 0 ? -8 : W + 8,
      y: H * 0.02,
      length: H * 0.62,
      direction: k > 0 ? 0.55 : 2.6,
      leaf: H * 0.055,
      thickness: 5,
    });
}

/** The sign without sky: a wall from edge to edge, a diagonal shadow, and the sign's long shadow. */
function drawOnFlatWall(scene: Scene, shop: Shop, wallIndex: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const ink = cyclic(palette.walls, wallIndex);
  scene.fill(-20, ink, pen.rect(0, 0, W, H));
  let bricks = "";
  for (let i = 0; i < 46; i += 1)
    bricks += pen.rect(W * random.between(0, 0.96), Math.round((random.next() * H) / 9) * 9, 13, 2.6);
  scene.fill(-19, mixInks(ink, palette.dark, 0.17), bricks);
  const w = H * 0.24;
  const isSquare = scene.shape === "square";
  const window = {
    y: -H * 0.08,
    width: w,
    height: H * 0.42,
    frame: 6,
    bar: 3,
    panes: "four",
    hasFlowerBox: random.chance(0.6),
  } as const;
  const first = k > 0 ? W - w * 1.5 : w * 0.5;
  for (const step of isSquare ? [] : [0, 1, 2, 3]) {
    const x = first - k * step * H * 0.86;
    if (step !== 1 && x > -w && x < W) drawWindow(scene, { ...window, x });
  }
  const second = cyclic(palette.walls, wallIndex + 1);
  scene.fill(-12, second, pen.rect(0, H * 0.87, W, H));
  scene.fill(-11, palette.trim, pen.rect(0, H * 0.85, W, H * 0.035));
  scene.shade(-10, pen.rect(0, H * 0.885, W, H * 0.035));
  const far = k > 0 ? W : 0;
  if (!palette.isNight)
    scene.shade(
      -9,
      pen.polygon([far, H * 0.34], [far, H], [far - k * W * 0.62, H]) +
        pen.polygon([far, H * 0.34], [far, H * 0.2], [far - k * H * 0.12, H * 0.2], [far - k * H * 0.12, H * 0.5]),
    );
  const edge = isSquare ? W * 0.5 + k * H * 0.36 : W * 0.5 + k * H * 0.3;
  const wall = { left: k > 0 ? edge : -2, right: k > 0 ? W + 2 : edge };
  const shade = { left: -2, right: W + 2 };
  drawBoard(scene, shop, wall, shade);
}

function drawFarRoofs(scene: Scene, left: number, ink: string): void {
  const { pen, random, width: W, height: H } = scene;
  const width = W * 0.12;
  let roofs = "";
  for (let i = 0; i < 5; i += 1) {
    const x = left + width * i - 10;
    const top = H - H * random.between(0.16, 0.34);
    roofs += pen.rect(x, top, width + 1, H - top);
    if (i % 2 === 1) roofs += pen.polygon([x, top], [x + width / 2, top - H * 0.12], [x + width, top]);
  }
  scene.fill(-60, ink, roofs);
}

type Wall = { left: number; right: number };

function drawWall(scene: Scene, { left, right }: Wall, ink: string): void {
  const { palette, pen, random, height: H, width: W } = scene;
  const k = palette.shadeSide;
  const width = right - left;
  scene.fill(-10, ink, pen.rect(left, 0, width, H));
  scene.fill(-9, mixInks(ink, palette.dark, 0.5), pen.rect(k > 0 ? left : right - 7, 0, 7, H));
  let bricks = "";
  for (let i = 0; i < 20; i += 1)
    bricks += pen.rect(left + width * random.between(0.08, 0.9), Math.round((random.next() * H) / 9) * 9, 13, 2.6);
  scene.fill(-9, mixInks(ink, palette.dark, 0.15), bricks);
  scene.fill(-5, palette.trim, pen.rect(left - (k > 0 ? 10 : 0), 0, width + 10, H * 0.035));
  scene.shade(-4, pen.rect(left, H * 0.035, width, 14 * palette.shadowY));
  const w = H * 0.22;
  const window = { x: k > 0 ? W - w * 1.35 : w * 0.35, y: H * 0.2, width: w, height: H * 0.5 };
  drawWindow(scene, { ...window, frame: 6, bar: 3, panes: "four", hasFlowerBox: true });
}

function drawBoard(scene: Scene, shop: Shop, wall: Wall, shadedWall = wall): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const isSquare = scene.shape === "square";
  const s = H * (isSquare ? 0.27 : 0.25);
  const edge = k > 0 ? wall.left : wall.right;
  const x = shadedWall !== wall ? W * 0.5 : isSquare ? W * (k > 0 ? 0.46 : 0.54) : edge + k * W * 0.005;
  const y = H * 0.5;
  const shape: SignShape = random.pick(["disc", "shield", "arch"]);
  const outline = (dx: number, dy: number, size: number) => signOutline(scene, shape, x + dx, y + dy, size);
  const bracketY = y - s * 1.34;
  const fall = palette.shadowY * s * 0.5;
  const bracketShade = pen.rect(k > 0 ? edge + 20 : x - s * 0.3, bracketY + fall, s * 1.6, 5);
  const onWall = scene.clip(pen.rect(shadedWall.left, 0, shadedWall.right - shadedWall.left, H));
  scene.shade(0, outline(palette.shadowX * s * 0.62 + k * s * 0.1, fall, s) + bracketShade, onWall);

  const tip = x - k * s * 1.15;
  const [left, right] = [Math.min(tip, edge + k * 12, x - s * 0.9), Math.max(tip, edge + k * 12, x + s * 0.9)];
  const bracket = pen.rect(left, bracketY, right - left, 5) + pen.circle(tip, bracketY + 2.5, 6);
  const chains = pen.rect(x - s * 0.55, bracketY, 3, s * 0.6) + pen.rect(x + s * 0.55, bracketY, 3, s * 0.6);
  const anchor = pen.rect(k > 0 ? edge : edge - 7, bracketY - s * 0.16, 7, s * 0.38);
  scene.fill(5, bracketInk(scene), bracket + chains + anchor);

  const board = palette.accent;
  scene.fill(6, palette.paper, outline(0, 0, s));
  scene.fill(7, board, outline(0, 0, s * 0.93));
  if (shape === "disc") scene.fill(8, mixInks(board, palette.paper, 0.14), outline(0, 0, s * 0.84));
  drawGlyph(scene, 10, {
    name: random.pick(shop.glyphs),
    x: x - s * 0.56,
    y: y - s * 0.62,
    size: s * 1.12,
    isHalfShaded: true,
    inks: {
      main: inkOnSign(scene, board),
      light: mixInks(board, palette.paper, 0.45),
      dark: mixInks(board, palette.dark, 0.45),
      accent: mixInks(palette.dark, board, 0.2),
    },
  });
}
