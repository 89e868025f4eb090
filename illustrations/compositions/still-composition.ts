import type { Brief } from "../brief.ts";
import { catOutline } from "../drawing/figures.ts";
import { drawGlyph, glyphOutline, type GlyphName } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import { objectInks } from "../inks/natural-inks.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { drawDistantHouses } from "../houses/far-houses.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { branchOutline } from "../drawing/trees.ts";

/** A trade's object on the window sill, with the street in haze behind the glass. */
export function drawStill(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const k = palette.shadeSide;
  const sill = H * 0.74;
  const wallIndex = random.integer(0, 2);
  drawSky(scene, sill);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: sill });
  drawStars(scene, 16, H * 0.4);
  drawSun(scene, W * (k > 0 ? 0.25 : 0.75), H * 0.26, H * 0.14);
  drawDistantHouses(scene, sill);
  drawWindowFrame(scene, sill, wallIndex);
  const size = H * 0.56;
  const x = W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.62 : 0.38) - size / 2;
  drawObject(scene, random.pick(shop.glyphs), { x, y: sill + H * 0.1 - size, size });
  if (scene.shape !== "square") drawCompanion(scene, W * (k > 0 ? 0.17 : 0.83), sill);
}

function drawWindowFrame(scene: Scene, sill: number, wallIndex: number): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const ink = cyclic(palette.walls, wallIndex);
  const isWide = scene.shape === "wide";
  const mullion = W * (isWide ? 0.33 : 0.5) * (k > 0 ? 1.3 : 0.7) - H * 0.012;
  let frame = pen.rect(0, 0, W, H * 0.05) + pen.rect(0, 0, H * 0.05, H) + pen.rect(W - H * 0.05, 0, H * 0.05, H);
  frame += pen.rect(mullion, 0, H * 0.024, sill) + pen.rect(0, H * 0.2, W, H * 0.018);
  if (isWide) frame += pen.rect(W * 0.8, 0, H * 0.024, sill);
  scene.fill(0, palette.dark, frame);
  scene.fill(
    1,
    palette.isNight ? mixInks(ink, palette.dark, 0.5) : mixInks(ink, palette.paper, 0.1),
    pen.rect(0, sill, W, H - sill),
  );
  scene.fill(
    1,
    palette.isNight ? mixInks(ink, palette.dark, 0.3) : mixInks(ink, palette.paper, 0.4),
    pen.rect(0, sill, W, H * 0.02),
  );
  if (palette.isNight) return;
  const light = (from: number, to: number) => {
    const slant = k * H * 0.22;
    return pen.polygon(
      [W * from, sill + H * 0.02],
      [W * to, sill + H * 0.02],
      [W * to + slant, H],
      [W * from + slant, H],
    );
  };
  scene.fill(2, mixInks(ink, palette.paper, 0.45), light(0.06, 0.44) + light(0.56, 0.94));
}

function drawObject(scene: Scene, name: GlyphName, at: { x: number; y: number; size: number }): void {
  const { palette, pen } = scene;
  const scale = at.size / 100;
  // The object's outline, skewed along the sill as its shadow.
  const lean = (palette.shadeSide * -0.9).toFixed(2);
  const foot = `translate(${pen.round(at.x)} ${pen.round(at.y + at.size)})`;
  const transform = `${foot} matrix(1 0 ${lean} -.36 0 0) scale(${scale.toFixed(3)}) translate(0 -100)`;
  scene.shade(3, glyphOutline(name), ` transform="${transform}"`);
  const inks = objectInks(palette, name);
  drawGlyph(scene, 10, { name, ...at, inks, isHalfShaded: true });
}

/** Beside it a plant, a pile of books with the cat, or a vase. */
function drawCompanion(scene: Scene, x: number, sill: number): void {
  const { random } = scene;
  const draw = random.pick([drawPlant, drawCatOnBooks, drawVase] as const);
  scene.at(20, () => draw(scene, x, sill));
}

function drawPlant(scene: Scene, x: number, sill: number): void {
  const { palette, pen, random, height: H } = scene;
  const leaves = Array.from({ length: 9 }, (_, i) =>
    pen.leaf(x, sill, H * random.between(0.2, 0.34), -2.75 + i * 0.3, 0.26),
  );
  const [rim, foot] = [sill - H * 0.02, sill + H * 0.12];
  scene.fill(0, mixInks(palette.leaf, palette.dark, 0.2), leaves.join(""));
  scene.fill(
    1,
    palette.trim,
    pen.polygon([x - H * 0.08, rim], [x + H * 0.08, rim], [x + H * 0.06, foot], [x - H * 0.06, foot]),
  );
  scene.shade(2, scene.awayFromSun(x - H * 0.07, rim, H * 0.14, foot - rim, 0.42));
}

function drawCatOnBooks(scene: Scene, x: number, sill: number): void {
  const { palette, pen, random, height: H } = scene;
  let y = sill + H * 0.12;
  for (const ink of [palette.walls[0], palette.trim, palette.dark, palette.walls[2]]) {
    const half = H * random.between(0.13, 0.17);
    const height = H * random.between(0.03, 0.045);
    const left = x - half + H * random.between(-0.02, 0.02);
    y -= height;
    scene.fill(0, ink, pen.rect(left, y, 2 * half, height - 1));
    scene.shade(1, scene.awayFromSun(left, y, 2 * half, height - 1, 0.4));
  }
  scene.fill(2, palette.dark, catOutline(scene, x, y, H * 0.031));
}

function drawVase(scene: Scene, x: number, sill: number): void {
  const { palette, pen, random, height: H } = scene;
  const top = sill - H * 0.16;
  const vase = pen.path`M${x - H * 0.03} ${top}h${H * 0.06}q0 ${H * 0.08} ${H * 0.04} ${H * 0.14}q0 ${H * 0.14} ${-H * 0.07} ${H * 0.14}q${-H * 0.07} 0 ${-H * 0.07} ${-H * 0.14}q${H * 0.04} ${-H * 0.06} ${H * 0.04} ${-H * 0.14}z`;
  const { wood, leaves } = branchOutline(scene, {
    x,
    y: sill - H * 0.15,
    length: H * 0.42,
    direction: -1.57 + palette.shadeSide * 0.25,
    leaf: H * 0.045,
    thickness: 3,
    plumpness: 0.5,
  });
  scene.fill(-1, palette.dark, wood);
  scene.fill(-0.5, random.chance(0.5) ? palette.blossom : palette.leaf, leaves);
  scene.fill(0, palette.walls[2], vase);
  scene.shade(1, pen.ellipse(x + palette.shadeSide * H * 0.03, sill + H * 0.02, H * 0.035, H * 0.1));
}
