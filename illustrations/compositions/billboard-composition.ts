import type { Brief } from "../brief.ts";
import { drawGlyph, glyphOutline } from "../drawing/glyphs.ts";
import { inkOnSign, signOutline, type SignShape } from "../shops/hanging-signs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { drawBirds, drawDisc, drawSky, drawStars, drawGrain } from "../drawing/sky.ts";

type Board = { x: number; y: number; size: number; roof: number };

/** A sign without letters on its scaffold above the roofs, the sun or moon behind it. */
export function drawBillboard(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const board: Board = {
    x: W * (scene.shape === "square" ? 0.5 : k > 0 ? random.pick([0.58, 0.64]) : random.pick([0.36, 0.42])),
    y: H * 0.4,
    size: H * (scene.shape === "square" ? 0.29 : 0.27),
    roof: H * random.pick([0.8, 0.84]),
  };
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.1, bottom: H });
  drawStars(scene, 22, H * 0.6);
  drawDisc(scene, board.x - k * H * random.between(0.24, 0.34), H * random.between(0.44, 0.56), H * 0.27);
  drawRoofsBelow(scene, board);
  drawScaffold(scene, board);
  drawSignBoard(scene, board, brief);
  drawBirds(scene, W * (k > 0 ? 0.1 : 0.72), H * random.between(0.12, 0.2));
}

function drawRoofsBelow(scene: Scene, { x, roof }: Board): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let far = "";
  for (let at = -H * random.next() * 0.2, i = 0; at < W; i += 1) {
    const width = H * random.between(0.16, 0.26);
    const top = H * random.between(0.66, 0.76);
    far += pen.rect(at, top, width + 1, H - top);
    if (i % 3 === 1) far += pen.polygon([at, top], [at + width / 2, top - H * 0.13], [at + width, top]);
    else if (i % 3 === 0) far += pen.rect(at + width * 0.7, top - H * 0.06, H * 0.035, H * 0.07);
    at += width;
  }
  scene.fill(-60, mixInks(palette.skyLow, palette.slate, palette.isNight ? 0.3 : 0.4), far);
  const wall = cyclic(palette.walls, random.integer(0, 2));
  const [left, right] = [x - H * 0.5, x + H * 0.5];
  scene.fill(-10, wall, pen.rect(left, roof, right - left, H - roof));
  scene.fill(-9, palette.trim, pen.rect(left - 8, roof - H * 0.02, right - left + 16, H * 0.035));
  let brackets = "";
  for (let at = left + 4; at < right; at += H * 0.06) brackets += pen.rect(at, roof + H * 0.015, H * 0.02, H * 0.035);
  scene.fill(-8, palette.trim, brackets);
  scene.shade(-8.5, pen.rect(left, roof + H * 0.015, right - left, H * 0.05 * palette.shadowY + 3));
  scene.shade(-7, scene.awayFromSun(left, roof, right - left, H, 0.24));
  let windows = "";
  for (let at = left + H * 0.08; at < right - H * 0.06; at += H * 0.155)
    windows += pen.rect(at, roof + H * 0.085, H * 0.075, H * 0.2);
  scene.fill(-8, palette.isLit ? palette.glow : palette.glass, windows);
  const vent = palette.shadeSide > 0 ? right - H * 0.14 : left + H * 0.06;
  scene.fill(-11, mixInks(palette.slate, palette.dark, 0.4), pen.rect(vent, roof - H * 0.09, H * 0.08, H * 0.1));
}

function drawScaffold(scene: Scene, { x, y, size, roof }: Board): void {
  const { palette, pen } = scene;
  const half = size * 0.82;
  const top = y + size * 0.5;
  let struts = pen.rect(x - half - 8, roof - 7, 2 * half + 16, 4);
  for (const across of [-1, -0.34, 0.34, 1]) struts += pen.rect(x + half * across - 2, top, 4, roof - top);
  for (const [from, to] of [
    [-1, -0.34],
    [0.34, -0.34],
    [0.34, 1],
  ] as const)
    struts += pen.bar(x + half * from, roof - 4, x + half * to, top + size * 0.5, 3);
  scene.fill(0, palette.isNight ? mixInks(palette.dark, palette.paper, 0.3) : palette.dark, struts);
}

function drawSignBoard(scene: Scene, { x, y, size: s }: Board, brief: Brief): void {
  const { palette, pen, random } = scene;
  const shape: SignShape = random.pick(["disc", "arch", "square", "shield"]);
  const isDark = palette.isLit && random.chance(0.7);
  const ink = isDark ? mixInks(palette.dark, cyclic(palette.walls, random.integer(0, 2)), 0.25) : palette.accent;
  if (palette.isLit) scene.fill(1, palette.glow, pen.circle(x, y, s * 1.5), ' opacity=".16"');
  scene.fill(3, mixInks(ink, palette.dark, 0.55), signOutline(scene, shape, x + palette.shadeSide * 6, y + 4, s));
  scene.fill(4, palette.paper, signOutline(scene, shape, x, y, s));
  scene.fill(5, ink, signOutline(scene, shape, x, y, s * 0.93));
  drawBulbs(scene, shape, { x, y, size: s });
  const name = random.pick(shopForSubject(brief.subject).glyphs);
  const box = { x: x - s * 0.54, y: y - s * 0.58, size: s * 1.08 };
  const main = isDark ? palette.accent : inkOnSign(scene, ink);
  const transform = ` transform="translate(${pen.round(box.x + palette.shadowX * 7)} ${pen.round(box.y + palette.shadowY * 8)}) scale(${(box.size / 100).toFixed(3)})"`;
  if (!palette.isNight) scene.shade(9, glyphOutline(name), transform);
  drawGlyph(scene, 10, {
    name,
    ...box,
    inks: { main, light: isDark ? palette.glow : mixInks(ink, palette.paper, 0.45), dark: ink, accent: palette.glow },
  });
}

/** Bulbs around the edge, lit or unlit. */
function drawBulbs(scene: Scene, shape: SignShape, { x, y, size: s }: { x: number; y: number; size: number }): void {
  const { palette, pen } = scene;
  let bulbs = "";
  if (shape === "disc")
    for (let i = 0; i < 24; i += 1)
      bulbs += pen.circle(
        x + Math.cos((i * Math.PI) / 12) * s * 0.84,
        y + Math.sin((i * Math.PI) / 12) * s * 0.84,
        2.5,
      );
  else if (shape === "square")
    for (let i = 0; i <= 10; i += 1) {
      const along = (i / 5 - 1) * s * 0.8;
      for (const side of [-0.8, 0.8])
        bulbs += pen.circle(x + along, y + side * s, 2.5) + pen.circle(x + side * s, y + along, 2.5);
    }
  scene.fill(6, palette.isLit ? palette.glow : palette.paper, bulbs);
}
