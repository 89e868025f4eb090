import type { Brief } from "../brief.ts";
import { drawGlyph, glyphOutline } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import { objectInks } from "../inks/natural-inks.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { castTreeShadow } from "../drawing/trees.ts";

/** A laid table from above, in hard light: cloth, plate, knife and fork, a cup cut by the edge. */
export function drawTabletop(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const k = palette.shadeSide;
  const cloth = mixInks(cyclic(palette.walls, random.integer(0, 2)), palette.paper, palette.isNight ? 0.12 : 0.3);
  scene.fill(0, cloth, pen.rect(0, 0, W, H));
  random.pick([drawGingham, drawStripes, drawPlanks, drawRunner])(scene, cloth);
  const x = scene.shape === "wide" ? W * (k > 0 ? 0.4 : 0.6) : W * 0.5;
  const plate = { x, y: H * 0.52, radius: H * (scene.shape === "square" ? 0.36 : 0.37) };
  drawPlate(scene, plate);
  drawCutlery(scene, plate);
  const name = random.pick(shop.glyphs);
  const size = plate.radius * 1.12;
  const box = { x: plate.x - size / 2, y: plate.y - size * 0.53, size };
  const transform = ` transform="translate(${pen.round(box.x + palette.shadowX * 14)} ${pen.round(box.y + palette.shadowY * 13)}) scale(${(size / 100).toFixed(3)})"`;
  scene.shade(14, glyphOutline(name), transform);
  drawGlyph(scene, 16, { name, ...box, inks: objectInks(palette, name), isHalfShaded: true });
  if (scene.shape !== "square") drawCup(scene, { x: W * (k > 0 ? 0.97 : 0.03), y: H * 0.13, radius: H * 0.13 });
  drawNapkinAndBread(scene, plate);
  if (random.chance(0.6))
    castTreeShadow(scene, { x: W * (k > 0 ? 0.24 : 0.76), y: H * 0.3, reach: H * 0.42, depth: 40, forks: 1 });
  else drawPaneLight(scene);
}

function drawGingham(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const step = H * random.pick([0.1, 0.14]);
  let [down, across] = ["", ""];
  for (let x = step * 0.3; x < W; x += 2 * step) down += pen.rect(x, 0, step, H);
  for (let y = step * 0.3; y < H; y += 2 * step) across += pen.rect(0, y, W, step);
  const ink = random.pick([palette.paper, palette.walls[0]]);
  scene.fill(1, ink, down, ' opacity=".38"');
  scene.fill(1.1, ink, across, ' opacity=".38"');
}

function drawStripes(scene: Scene, cloth: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const step = H * random.pick([0.07, 0.11]);
  let stripes = "";
  for (let x = step * 0.4; x < W; x += 2 * step) stripes += pen.rect(x, 0, step, H);
  scene.fill(1, mixInks(cloth, palette.paper, 0.5), stripes);
}

function drawPlanks(scene: Scene, cloth: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const wood = mixInks(cloth, palette.dark, 0.28);
  scene.fill(0.5, wood, pen.rect(0, 0, W, H));
  let [joints, grain] = ["", ""];
  for (let y = H * 0.17; y < H; y += H * 0.17) joints += pen.rect(0, y, W, 2);
  for (let i = 0; i < 26; i += 1)
    grain += pen.rect(random.next() * W, random.next() * H, H * random.between(0.1, 0.34), 1.4);
  scene.fill(1, mixInks(wood, palette.dark, 0.4), joints);
  scene.fill(1, mixInks(wood, palette.dark, 0.16), grain);
}

/** A bare table with one bright strip of cloth across it. */
function drawRunner(scene: Scene, cloth: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const strip = mixInks(palette.walls[random.integer(0, 2)] ?? cloth, palette.paper, 0.55);
  scene.shade(0.8, pen.rect(0, H * 0.24 + 6, W, H * 0.58));
  scene.fill(1, strip, pen.rect(0, H * 0.22, W, H * 0.58));
  scene.fill(1.2, mixInks(strip, palette.dark, 0.35), pen.rect(0, H * 0.25, W, 4) + pen.rect(0, H * 0.76, W, 4));
}

function drawPlate(scene: Scene, { x, y, radius: r }: { x: number; y: number; radius: number }): void {
  const { palette, pen, random } = scene;
  const rim = random.pick([palette.paper, palette.paper, mixInks(palette.walls[2], palette.paper, 0.5)]);
  scene.shade(5, pen.circle(x + palette.shadowX * r * 0.12, y + palette.shadowY * r * 0.13, r));
  scene.fill(6, rim, pen.circle(x, y, r));
  scene.fill(7, mixInks(rim, palette.dark, 0.12), pen.ring(x, y, r * 0.76, r * 0.73));
  if (random.chance(0.5)) scene.fill(7, palette.walls[2], pen.ring(x, y, r * 0.95, r * 0.9));
  const side = palette.shadeSide;
  const hollow = pen.circle(x, y, r * 0.73);
  scene.shade(8, pen.circle(x + side * r * 0.7, y + r * 0.6, r * 0.9), scene.clip(hollow) + ' opacity=".45"');
}

function drawCutlery(scene: Scene, { x, y, radius: r }: { x: number; y: number; radius: number }): void {
  const { palette, pen, width: W } = scene;
  const silver = mixInks(palette.paper, palette.slate, palette.isNight ? 0.5 : 0.3);
  const [fork, knife] = [x - r * 1.2, x + r * 1.2];
  if (fork < r * 0.1 || knife > W - r * 0.1) return;
  const w = r * 0.05;
  const tines = [-1.5, -0.5, 0.5, 1.5].map((i) =>
    pen.rect(fork + i * w * 1.15 - w * 0.3, y - r * 0.72, w * 0.6, r * 0.34),
  );
  const forkShape =
    tines.join("") +
    pen.path`M${fork - w * 2.1} ${y - r * 0.42}h${w * 4.2}q0 ${r * 0.2} ${-w * 1.5} ${r * 0.24}h${-w * 1.2}q${-w * 1.5} ${-r * 0.04} ${-w * 1.5} ${-r * 0.24}z` +
    pen.rect(fork - w * 0.6, y - r * 0.2, w * 1.2, r * 0.95);
  const knifeShape =
    pen.path`M${knife - w} ${y + r * 0.05}V${y - r * 0.72}q${w * 3} ${r * 0.16} ${w * 2.4} ${r * 0.77}z` +
    pen.rect(knife - w * 0.8, y + r * 0.05, w * 1.6, r * 0.7);
  const shift = ` transform="translate(${pen.round(palette.shadowX * 7)} ${pen.round(palette.shadowY * 7)})"`;
  scene.shade(5, forkShape + knifeShape, shift);
  scene.fill(9, silver, forkShape + knifeShape);
}

/** Black coffee from above. */
function drawCup(scene: Scene, { x, y, radius: r }: { x: number; y: number; radius: number }): void {
  const { palette, pen } = scene;
  const side = palette.shadeSide;
  scene.shade(5, pen.circle(x + palette.shadowX * r * 0.3, y + palette.shadowY * r * 0.3, r * 1.4));
  scene.fill(6, palette.paper, pen.circle(x, y, r * 1.4));
  scene.shade(7, pen.circle(x + palette.shadowX * r * 0.25, y + palette.shadowY * r * 0.25, r));
  scene.fill(8, palette.accent, pen.circle(x, y, r) + pen.bar(x, y, x - side * r * 1.1, y + r * 0.8, r * 0.26));
  scene.fill(9, mixInks(palette.dark, palette.walls[0], 0.25), pen.circle(x, y, r * 0.82));
  scene.shade(10, pen.circle(x, y, r * 0.82) + pen.circle(x + side * r * 0.2, y + r * 0.2, 1), ' opacity=".3"');
}

function drawNapkinAndBread(scene: Scene, plate: { x: number; y: number; radius: number }): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  if (scene.shape === "square") return;
  const x = plate.x - k * plate.radius * (scene.shape === "wide" ? 2.1 : 1.62);
  const ink = random.pick([palette.walls[2], palette.walls[0]]);
  const half = H * 0.17;
  const [top, foot] = [H * 0.62, H + 8];
  const cloth = pen.polygon([x - half, top + 8], [x + half, top - 12], [x + half + 14, foot], [x - half + 10, foot]);
  scene.shade(4, cloth, ` transform="translate(${pen.round(palette.shadowX * 9)} 7)"`);
  scene.fill(5.5, mixInks(ink, palette.paper, 0.2), cloth);
  scene.shade(
    5.6,
    pen.polygon([x, top - 2], [x + half, top - 12], [x + half + 14, foot], [x + 12, foot]),
    ' opacity=".5"',
  );
  if (scene.shape !== "wide") return;
  const small = { x: W * (k > 0 ? 0.74 : 0.26), y: H * 0.76, r: H * 0.19 };
  scene.shade(5, pen.circle(small.x + palette.shadowX * 9, small.y + palette.shadowY * 9, small.r));
  scene.fill(6, palette.paper, pen.circle(small.x, small.y, small.r));
  scene.fill(
    7,
    mixInks(palette.accent, palette.glow, 0.5),
    pen.ellipse(small.x, small.y, small.r * 0.62, small.r * 0.4),
  );
  scene.shade(8, pen.ellipse(small.x + k * small.r * 0.16, small.y + small.r * 0.12, small.r * 0.46, small.r * 0.28));
}

/** Sunlight through window panes. Everything else is in shade. */
function drawPaneLight(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const from = k > 0 ? W : 0;
  scene.shade(40, pen.polygon([from, H * 0.34], [from, H], [from - k * H * 0.78, H]), ' opacity=".8"');
}
