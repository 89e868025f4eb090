import type { Brief } from "../brief.ts";
import { drawBicycle, drawLamp, drawPerson } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { drawShopSign, inkOnSign } from "../shops/hanging-signs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawAwning } from "../shops/shop-awnings.ts";
import { drawDisplay } from "../shops/shop-display.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import type { Shop } from "../shops/shop-kinds.ts";
import { drawOutside } from "../shops/shop-outside.ts";
import { castTreeShadow, drawTree } from "../drawing/trees.ts";
import { drawWindow } from "../houses/windows.ts";

type Front = {
  shop: Shop;
  /** The shopfront's box: x, width, the top of the window and the pavement. */
  x: number;
  width: number;
  top: number;
  ground: number;
  isFlipped: boolean;
  wallIndex: number;
  frameInk: string;
  accent: string;
  hasLight: boolean;
  /** Door at one end, or between two windows. */
  plan: "side" | "middle";
  sign: "hanging" | "roundel" | "board";
};

type Opening = { x: number; width: number };

/** A shop's ground floor fills the picture, aligned to one side. */
export function drawFront(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const wallIndex = random.integer(0, 2);
  const frameInk = cyclic(palette.walls, wallIndex + 1 + random.integer(0, 1));
  const cardWidth = W * random.pick([0.6, 0.64, 0.74]);
  const isFlipped = random.chance(0.5);
  const margin = W * random.between(0.05, 0.1);
  const isPharmacy = shop.glyphs.includes("cross");
  const front: Front = {
    shop,
    ...frontBox(scene, { cardWidth, margin, isFlipped }),
    top: H * (scene.shape === "square" ? 0.26 : random.pick([0.28, 0.3, 0.33])),
    ground: H * 0.885,
    isFlipped,
    wallIndex,
    frameInk,
    accent: isPharmacy ? palette.leaf : palette.accent,
    hasLight: palette.isLit || random.chance(0.25),
    plan: shop.display === "bicycles" || shop.awning === "canopy" ? "side" : random.pick(["side", "side", "middle"]),
    sign: scene.shape === "square" ? "hanging" : random.pick(["hanging", "hanging", "roundel", "board"]),
  };
  scene.fill(-20, cyclic(palette.walls, wallIndex), pen.rect(0, 0, W, H));
  drawNeighborWalls(scene, front);
  drawUpperWindows(scene, front);
  drawShopfront(scene, front);
  drawPavementBefore(scene, front);
  if (front.sign === "hanging") drawSignBeside(scene, front);
  else if (front.sign === "roundel") drawRoundel(scene, front);
  else drawPavementBoard(scene, front);
  const before = scene.shape === "square" ? { x: front.x, width: front.width * 0.8 } : windowBox(front);
  const curb = front.ground + (H - front.ground) * 0.36;
  drawOutside(scene, shop, { x: before.x, width: before.width * 0.9, ground: curb });
  if (scene.shape !== "square") drawPasserby(scene, front);
  if (!palette.isNight) drawShadeOver(scene);
  if (scene.shape === "wide") drawStreetFurniture(scene, front);
}

function frontBox(
  scene: Scene,
  input: { cardWidth: number; margin: number; isFlipped: boolean },
): { x: number; width: number } {
  const { width: W, height: H } = scene;
  if (scene.shape === "square") return { x: W * 0.07, width: W * 0.86 };
  if (scene.shape === "wide") return { x: input.isFlipped ? W * 0.84 - H : W * 0.16, width: H };
  return { x: input.isFlipped ? W - input.cardWidth - input.margin : input.margin, width: input.cardWidth };
}

/** The window's extent, used for awnings and for the light on the pavement. */
function windowBox({ x, width, isFlipped, plan }: Front): Opening {
  if (plan === "middle") return { x: x + width * 0.05, width: width * 0.9 };
  return { x: x + width * (isFlipped ? 0.3 : 0.05), width: width * 0.65 };
}

function windowsOf(front: Front): readonly Opening[] {
  const { x, width, plan } = front;
  if (plan === "side") return [windowBox(front)];
  return [
    { x: x + width * 0.05, width: width * 0.32 },
    { x: x + width * 0.63, width: width * 0.32 },
  ];
}

function drawNeighborWalls(scene: Scene, { x, width, isFlipped, wallIndex }: Front): void {
  const { palette, pen, width: W, height: H } = scene;
  if (scene.shape === "square") return;
  const ink = cyclic(palette.walls, wallIndex + 2);
  if (scene.shape === "wide") {
    const [left, right] = isFlipped ? [x - H * 0.34, x + width + H * 0.14] : [x - H * 0.14, x + width + H * 0.34];
    scene.fill(-19, ink, pen.rect(0, 0, left, H) + pen.rect(right, 0, W, H));
  } else if (isFlipped) scene.fill(-19, ink, pen.rect(-2, 0, Math.max(0, x - W * 0.12) + 2, H));
  else scene.fill(-19, ink, pen.rect(x + width + W * 0.12, 0, W, H));
}

/** Windows cut by the upper edge, to show that there is a house above. */
function drawUpperWindows(scene: Scene, { x, width, sign }: Front): void {
  const { random, width: W, height: H } = scene;
  const window = { y: -H * 0.16, width: H * 0.15, height: H * 0.3, frame: 3.5, bar: 2, panes: "four" } as const;
  const count = Math.max(2, Math.round(width / (H * 0.34)));
  for (let i = 0; i < count; i += 1) {
    const hasFlowerBox = random.chance(0.3);
    const middle = x + (width * (i + 0.5)) / count;
    if (sign === "roundel" && Math.abs(middle - x - width / 2) < H * 0.2) continue;
    drawWindow(scene, { ...window, x: middle - window.width / 2, hasFlowerBox });
  }
  if (scene.shape !== "wide") return;
  for (const left of [x - H * 0.52, x - H * 0.92, x - H * 1.32, x + width + H * 0.56, x + width + H * 0.98])
    if (left > -60 && left < W) drawWindow(scene, { ...window, x: left, y: -H * 0.14 });
}

function drawShopfront(scene: Scene, front: Front): void {
  const { palette, pen, height: H } = scene;
  const { shop, x, width, top, ground, frameInk, accent, isFlipped } = front;
  const lintel = top - H * 0.1;
  scene.fill(1, frameInk, pen.rect(x, lintel, width, ground - lintel));
  const corniceInk = mixInks(frameInk, palette.paper, palette.isNight ? 0.15 : 0.35);
  const cornice = pen.polygon(
    [x - 6, lintel],
    [x + width + 6, lintel],
    [x + width + 2, top - H * 0.075],
    [x - 2, top - H * 0.075],
  );
  scene.fill(9, corniceInk, cornice);
  scene.fill(
    9,
    mixInks(frameInk, palette.dark, 0.25),
    pen.rect(x + width * 0.03, top - H * 0.055, width * 0.94, H * 0.05),
  );
  scene.shade(5, pen.rect(x, top - H * 0.075, width, 5 * palette.shadowY + 2));
  for (const opening of windowsOf(front)) drawShopWindow(scene, front, opening);
  drawShopDoor(scene, front);
  const awningInk = accent === frameInk ? palette.dark : accent;
  const box = windowBox(front);
  const span =
    shop.awning === "marquee" ? { x: x + width * 0.03, width: width * 0.94 } : { x: box.x - 4, width: box.width + 8 };
  drawAwning(scene, shop.awning, { ...span, y: top + H * 0.03 - 2, drop: H * 0.12, ink: awningInk });
  if (shop.glyphs[0] === "barber") {
    const poleX = front.plan === "middle" ? x - H * 0.05 : isFlipped ? x + width * 0.25 + 2 : x + width * 0.64;
    const inks = { main: palette.accent, light: palette.paper, accent: palette.dark, dark: palette.dark };
    drawGlyph(scene, 40, { name: "barber", x: poleX, y: top + H * 0.09, size: H * 0.3, inks });
  }
}

function drawShopWindow(scene: Scene, front: Front, { x, width: w }: Opening): void {
  const { palette, pen, height: H } = scene;
  const { shop, top, ground, frameInk, hasLight } = front;
  const y = top + H * 0.03;
  const h = ground - H * 0.1 - y;
  scene.at(2, () => drawDisplay(scene, shop, { x, y, width: w, height: h }, hasLight));
  let mullions =
    pen.rect(x - 3, y - 3, w + 6, 3) +
    pen.rect(x - 3, y, 3, h) +
    pen.rect(x + w, y, 3, h) +
    pen.rect(x - 3, y + h, w + 6, 4);
  if (shop.display !== "bicycles" && front.plan === "side") mullions += pen.rect(x + w / 2 - 1.2, y, 2.4, h);
  scene.fill(7.5, mixInks(frameInk, palette.dark, 0.45), mullions);
  scene.shade(7.4, pen.rect(x, y, w, 8 * palette.shadowY) + scene.towardsSun(x, y, w, h, 6 / w));
  if (!palette.isLit) {
    const streak = pen.polygon([x + w * 0.06, y], [x + w * 0.16, y], [x, y + h * 0.5], [x, y + h * 0.28]);
    const gleam = pen.polygon([x + w * 0.62, y], [x + w * 0.8, y], [x + w * 0.5, y + h], [x + w * 0.32, y + h]);
    scene.fill(7.3, palette.paper, streak + gleam, ' opacity=".13"');
  }
  const panel = ground - H * 0.1 + 10;
  const panels = pen.rect(x + 4, panel, w * 0.46, H * 0.1 - 18) + pen.rect(x + w * 0.53, panel, w * 0.46, H * 0.1 - 18);
  scene.fill(8, mixInks(frameInk, palette.dark, 0.22), panels);
}

function drawShopDoor(scene: Scene, { x: frontX, width, top, ground, isFlipped, plan, frameInk, accent }: Front): void {
  const { palette, pen, height: H } = scene;
  const w = width * 0.2;
  const x = frontX + width * (plan === "middle" ? 0.4 : isFlipped ? 0.05 : 0.75);
  const y = top + H * 0.03;
  const h = ground - y;
  const glass = palette.isLit ? palette.glow : palette.glass;
  scene.fill(2, mixInks(frameInk, palette.dark, 0.5), pen.rect(x - 4, y - 3, w + 8, h + 3));
  scene.fill(3, glass, pen.rect(x, y, w, h * 0.2));
  scene.fill(3, mixInks(accent, palette.dark, 0.15), pen.rect(x, y + h * 0.23, w, h * 0.77));
  scene.fill(4, glass, pen.rect(x + w * 0.18, y + h * 0.3, w * 0.64, h * 0.42));
  scene.fill(5, palette.glow, pen.rect(x + w * (palette.shadeSide > 0 ? 0.86 : 0.08), y + h * 0.58, 3, 12));
  scene.shade(5, pen.rect(x, y, w, 6) + scene.towardsSun(x, y, w, h, 6 / w));
}

function drawPavementBefore(scene: Scene, front: Front): void {
  const { palette, pen, width: W, height: H } = scene;
  const g = front.ground;
  scene.fill(-5, palette.ground, pen.rect(0, g, W, H - g));
  const joints = [0.18, 0.43, 0.71, 0.92].map((across) => {
    const foot = W * (across * 1.3 - 0.15);
    return pen.polygon([W * across, g + 2], [W * across + 1.6, g + 2], [foot + 2, H], [foot, H]);
  });
  scene.fill(-4.9, mixInks(palette.ground, palette.dark, 0.16), pen.rect(0, g, W, 2) + joints.join(""));
  if (!palette.isLit) return;
  const { x, width } = windowBox(front);
  const pool = pen.polygon([x, g], [x + width, g], [x + width * 1.15, H], [x - width * 0.15, H]);
  scene.fill(-4.8, palette.glow, pool, ' opacity=".5"');
}

function drawSignBeside(scene: Scene, { shop, x, width, top, isFlipped, accent }: Front): void {
  const { width: W, height: H } = scene;
  const size = H * (scene.shape === "square" ? 0.13 : 0.105);
  const outward = { square: -width * 0.14, card: W * 0.02, wide: W * 0.02 + H * 0.1 }[scene.shape];
  const wanted = isFlipped ? x - outward : x + width + outward;
  const signX = Math.max(size * 1.3, Math.min(W - size * 1.3, wanted));
  drawShopSign(scene, shop, { x: signX, y: top - H * 0.02, size, ink: accent });
}

/** A painted disc over the cornice, among the upper windows. */
function drawRoundel(scene: Scene, { shop, x, width, top, accent }: Front): void {
  const { palette, pen, height: H } = scene;
  const radius = H * 0.125;
  const [middle, y] = [x + width / 2, top - H * 0.17];
  scene.shade(28, pen.circle(middle + palette.shadowX * 8, y + palette.shadowY * 8, radius));
  scene.fill(29, palette.paper, pen.circle(middle, y, radius));
  scene.fill(30, accent, pen.circle(middle, y, radius * 0.91));
  const size = radius * 1.14;
  const inks = {
    main: inkOnSign(scene, accent),
    light: mixInks(accent, palette.paper, 0.4),
    dark: accent,
    accent: mixInks(accent, palette.dark, 0.4),
  };
  drawGlyph(scene, 31, { name: shop.glyphs[0], x: middle - size / 2, y: y - size * 0.53, size, inks });
}

/** A sandwich board on the pavement. */
function drawPavementBoard(scene: Scene, { shop, x, width, ground, isFlipped, accent }: Front): void {
  const { palette, pen, width: W, height: H } = scene;
  const wanted = isFlipped ? x + width + H * 0.1 : x - H * 0.1;
  const middle = Math.max(H * 0.14, Math.min(W - H * 0.14, wanted));
  const [foot, top, half] = [ground + (H - ground) * 0.62, ground - H * 0.19, H * 0.1];
  const board = pen.polygon(
    [middle - half, top],
    [middle + half, top],
    [middle + half * 1.08, foot - 6],
    [middle - half * 1.08, foot - 6],
  );
  const reach = palette.shadowX * H * 0.16;
  scene.shade(
    70,
    pen.polygon([middle - half, foot], [middle + half, foot], [middle + half + reach, H], [middle - half + reach, H]),
  );
  scene.fill(71, palette.dark, pen.rect(middle - half, foot - 8, 5, 8) + pen.rect(middle + half - 5, foot - 8, 5, 8));
  scene.fill(72, palette.paper, board);
  scene.fill(73, palette.dark, pen.rect(middle - half * 0.88, top + H * 0.014, half * 1.76, foot - top - H * 0.05));
  const size = half * 1.36;
  const inks = { main: accent, light: palette.paper, dark: palette.dark, accent: palette.paper };
  drawGlyph(scene, 74, { name: shop.glyphs[0], x: middle - size / 2, y: top + H * 0.03, size, inks });
}

function drawPasserby(scene: Scene, { x, width, ground, isFlipped, wallIndex }: Front): void {
  const { palette, random, width: W, height: H } = scene;
  const besideCard = isFlipped ? x * 0.45 : x + width + (W - x - width) * 0.55;
  const besideHero = isFlipped ? x - H * 0.5 : x + width + H * 0.42;
  drawPerson(scene, {
    x: scene.shape === "wide" ? besideHero : besideCard,
    ground: ground + (H - ground) * 0.5,
    height: H * 0.23,
    depth: 74,
    facing: isFlipped ? 1 : -1,
    wearsDress: random.chance(0.5),
    hasDog: random.chance(0.3),
    coat: random.pick([palette.accent, cyclic(palette.walls, wallIndex + 1), palette.dark]),
  });
}

function drawShadeOver(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const isSunLeft = palette.shadeSide > 0;
  if (random.chance(0.5))
    castTreeShadow(scene, { x: W * (isSunLeft ? 0.16 : 0.84), y: H * 0.2, reach: H * 0.3, depth: 45 });
  else {
    const edge = isSunLeft ? W + 2 : -2;
    scene.shade(45, pen.polygon([W * 0.5, -2], [edge, -2], [edge, H * 0.34]));
  }
}

/** One of five small scenes for the free side of a wide picture. */
function drawStreetFurniture(scene: Scene, { x, width, ground, isFlipped }: Front): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const side = isFlipped ? -1 : 1;
  const free = isFlipped ? x : x + width;
  const choice = random.pick(["tree", "lamp", "bicycles", "tree and bench", "mailbox"] as const);
  scene.at(75, () => {
    if (choice === "tree" || choice === "tree and bench")
      drawTree(scene, {
        x: isFlipped ? W * 0.1 : W * 0.9,
        ground: ground + 8,
        height: H * random.between(0.86, 1.04),
        depth: 0,
      });
    if (choice === "lamp")
      drawLamp(scene, { x: free + side * H * 0.36, ground: ground + 10, height: H * 0.56, depth: 5 });
    if (choice === "bicycles")
      for (const i of [0, 1, 2])
        drawBicycle(scene, {
          x: (isFlipped ? W * 0.02 : W * 0.85) + i * 26,
          ground: ground + 10,
          length: 50,
          depth: 5,
          ink: cyclic(palette.walls, i),
        });
    if (choice === "tree and bench") putSeat(scene, free + side * H * 0.3, ground + 10);
    if (choice === "mailbox") {
      const left = free + side * H * 0.34;
      scene.fill(
        5,
        palette.walls[2],
        pen.arch(left, ground - 50, 30, 54, 15) +
          pen.rect(left + 2, ground, 5, 12) +
          pen.rect(left + 23, ground, 5, 12),
      );
      scene.fill(6, palette.dark, pen.rect(left + 5, ground - 32, 20, 4));
      scene.shade(7, scene.awayFromSun(left, ground - 50, 30, 54, 0.4));
    }
  });
}

function putSeat(scene: Scene, x: number, ground: number): void {
  const { palette, pen } = scene;
  const seat =
    pen.rect(x - 40, ground - 22, 80, 5) + pen.rect(x - 40, ground - 38, 80, 4) + pen.rect(x - 34, ground - 38, 4, 38);
  scene.fill(5, palette.dark, seat + pen.rect(x + 30, ground - 38, 4, 38));
}
