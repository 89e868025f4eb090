import { drawBicycle } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import type { OutsideKind, Shop } from "./shop-kinds.ts";

/** A stretch of pavement in front of the window. */
type Stretch = { x: number; width: number; ground: number };

export function drawOutside(scene: Scene, shop: Shop, stretch: Stretch): void {
  scene.at(60, () => OUTSIDES[shop.outside](scene, stretch, shop));
}

const OUTSIDES: Record<OutsideKind, (scene: Scene, stretch: Stretch, shop: Shop) => void> = {
  bench: putBench,
  bicycle: putBicycle,
  crates: putCrates,
  flowers: putFlowers,
  ladder: putLadder,
  nothing: () => {},
  plants: putPlants,
  stools: putStools,
  tables: putTables,
  van: putVan,
};

function putTables(scene: Scene, { x, width, ground: g }: Stretch): void {
  const { palette, pen } = scene;
  const { rect } = pen;
  for (const across of [0.3, 0.8]) {
    const middle = x + width * across;
    const chair = (k: number) =>
      rect(middle + k * 21 - 1, g - 30, 2, 30) +
      rect(middle + k * 17 - 5, g - 14, 10, 2) +
      rect(middle + k * 12.5 - 1, g - 14, 1.6, 14);
    scene.shade(-1, pen.ellipse(middle + palette.shadowX * 14, g + 3, 16, 3));
    scene.fill(
      0,
      palette.dark,
      rect(middle - 1.2, g - 22, 2.4, 22) + rect(middle - 7, g - 1.5, 14, 2) + chair(-1) + chair(1),
    );
    scene.fill(1, palette.trim, rect(middle - 12, g - 24, 24, 3));
    scene.fill(1, palette.accent, rect(middle - 2, g - 30, 4, 6));
  }
}

function putCrates(scene: Scene, { x, width, ground: g }: Stretch, shop: Shop): void {
  const { palette, pen } = scene;
  const w = width * 0.25;
  const inks = [palette.accent, palette.leaf, palette.walls[0]];
  for (const i of [0, 1, 2]) {
    const left = x + width * (0.06 + 0.3 * i);
    const right = left + w;
    const shift = palette.shadowX * 16;
    scene.fill(
      0,
      mixInks(palette.walls[1], palette.dark, 0.3),
      pen.polygon([left, g - 20], [right, g - 20], [right - 2, g], [left + 2, g]),
    );
    scene.fill(1, palette.dark, pen.rect(left + 1, g - 13, w - 2, 1.4) + pen.rect(left + 1.5, g - 6.5, w - 3, 1.4));
    scene.shade(-1, pen.polygon([left, g], [right, g], [right + shift, g + 6], [left + shift, g + 6]));
    let goods = "";
    for (let j = 0; j < 5; j += 1)
      goods +=
        shop.glyphs[0] === "book" || shop.glyphs[0] === "vinyl"
          ? pen.rect(left + 3 + (j * (w - 6)) / 5, g - 30 + (j % 3) * 2, (w - 8) / 5, 12)
          : pen.circle(left + 5 + (j * (w - 10)) / 4, g - 21 - (j % 2) * 2, w * 0.11);
    scene.fill(-0.5, cyclic(inks, i), goods);
  }
}

function putFlowers(scene: Scene, { x, width, ground: g }: Stretch): void {
  const { palette, pen, random } = scene;
  const inks = [palette.accent, palette.blossom, palette.paper];
  for (let i = 0; i < 5; i += 1) {
    const pot = x + width * (0.05 + 0.19 * i);
    let [leaves, flowers] = ["", ""];
    for (let j = 0; j < 6; j += 1) {
      const angle = -2.6 + j * 0.42;
      leaves += pen.leaf(pot, g - 16, random.between(16, 28), angle, 0.3);
      flowers += pen.circle(pot + Math.cos(angle) * 23, g - 16 + Math.sin(angle) * 24, 3.6);
    }
    const shift = palette.shadowX * 20;
    scene.fill(0, palette.leaf, leaves);
    scene.fill(1, cyclic(inks, i), flowers);
    scene.fill(2, palette.slate, pen.polygon([pot - 9, g - 18], [pot + 9, g - 18], [pot + 7, g], [pot - 7, g]));
    scene.shade(-1, pen.polygon([pot - 7, g], [pot + 7, g], [pot + 7 + shift, g + 6], [pot - 7 + shift, g + 6]));
  }
}

function putBicycle(scene: Scene, { x, width, ground: g }: Stretch): void {
  const left = x + width * 0.2;
  const shift = scene.palette.shadowX * 20;
  drawBicycle(scene, { x: left, ground: g, length: 46, depth: 0 });
  scene.shade(
    -1,
    scene.pen.polygon([left - 12, g], [left + 58, g], [left + 58 + shift, g + 5], [left - 12 + shift, g + 5]),
  );
}

function putBench(scene: Scene, { x, width: w, ground: g }: Stretch): void {
  const { rect } = scene.pen;
  const seat = rect(x + w * 0.2, g - 16, w * 0.4, 3) + rect(x + w * 0.2, g - 26, w * 0.4, 3);
  scene.fill(0, scene.palette.dark, seat + rect(x + w * 0.24, g - 26, 2, 26) + rect(x + w * 0.55, g - 26, 2, 26));
  scene.shade(-1, scene.pen.ellipse(x + w * 0.4 + scene.palette.shadowX * 14, g + 3, w * 0.2, 3));
}

function putStools(scene: Scene, { x, width, ground: g }: Stretch): void {
  const { palette, pen } = scene;
  for (const across of [0.2, 0.45, 0.7]) {
    const middle = x + width * across;
    scene.shade(-1, pen.ellipse(middle + palette.shadowX * 10, g + 2, 9, 2));
    scene.fill(0, palette.dark, pen.rect(middle - 1, g - 20, 2, 20) + pen.rect(middle - 6, g - 2, 12, 2));
    scene.fill(1, palette.accent, pen.rect(middle - 8, g - 24, 16, 5));
  }
}

function putPlants(scene: Scene, { x, width, ground: g }: Stretch): void {
  const { palette, pen } = scene;
  for (const across of [0.04, 0.94]) {
    const pot = x + width * across;
    const leaves = Array.from({ length: 7 }, (_, j) => pen.leaf(pot, g - 20, 30, -2.5 + j * 0.31, 0.3));
    scene.fill(0, palette.leaf, leaves.join(""));
    scene.fill(1, palette.trim, pen.polygon([pot - 9, g - 22], [pot + 9, g - 22], [pot + 7, g], [pot - 7, g]));
    scene.shade(2, scene.awayFromSun(pot - 8, g - 22, 16, 22, 0.4));
  }
}

function putLadder(scene: Scene, { x, width, ground: g }: Stretch): void {
  const { bar } = scene.pen;
  const left = x + width * 0.86;
  let ladder = bar(left, g, left + 20, g - 92, 3) + bar(left + 18, g, left + 34, g - 92, 3);
  for (let i = 1; i < 7; i += 1) {
    const y = g - (92 * i) / 7;
    ladder += bar(left + (20 * i) / 7, y, left + 18 + (16 * i) / 7, y, 2.4);
  }
  scene.fill(0, scene.palette.accent, ladder);
}

function putVan(scene: Scene, { x, width, ground: g }: Stretch, shop: Shop): void {
  const { palette, pen } = scene;
  const left = x + width * 0.18;
  const w = width * 0.62;
  const h = w * 0.44;
  const shift = palette.shadowX * 26;
  scene.shade(-1, pen.polygon([left, g], [left + w, g], [left + w + shift, g + 9], [left + shift, g + 9]));
  const nose = left + w * 0.97;
  scene.fill(
    0,
    palette.paper,
    pen.path`M${left} ${g - 6}v${-h}q0-6 6-6h${w * 0.62}q5 0 8 4l${w * 0.18} ${h * 0.45}q6 2 6 9v${h * 0.48}z`,
  );
  const [roof, sill] = [g - h, g - h * 0.56];
  scene.fill(
    1,
    palette.glass,
    pen.polygon([left + w * 0.68, roof], [left + w * 0.72, roof], [left + w * 0.86, sill], [left + w * 0.68, sill]),
  );
  scene.shade(1, pen.rect(left, g - h * 0.42, nose - left, h * 0.32));
  const wheels = (radius: number) =>
    pen.circle(left + w * 0.2, g - 5, radius) + pen.circle(left + w * 0.78, g - 5, radius);
  scene.fill(2, palette.dark, wheels(w * 0.08));
  scene.fill(3, palette.paper, wheels(w * 0.03));
  const inks = { main: palette.accent, light: palette.paper, dark: palette.dark, accent: palette.walls[2] };
  drawGlyph(scene, 2, { name: shop.glyphs[0], x: left + w * 0.2, y: g - h, size: h * 0.72, inks });
}
