import { drawBicycle } from "../drawing/figures.ts";
import { drawGlyph, type GlyphInks, type GlyphName } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import type { DisplayKind, Shop } from "./shop-kinds.ts";

type Box = { x: number; y: number; width: number; height: number };

/** Goods in the window in three tones: foreground, middle tone and accent. */
type Goods = { front: string; middle: string; accent: string };

type Display = { scene: Scene; box: Box; shop: Shop; inks: GlyphInks; isLit: boolean; goods: Goods };

export function drawDisplay(scene: Scene, shop: Shop, box: Box, isLit: boolean): void {
  const { palette, pen } = scene;
  const room = isLit ? palette.glow : palette.glass;
  const front = isLit ? palette.dark : palette.trim;
  const middle = isLit ? mixInks(palette.glow, palette.accent, 0.5) : mixInks(palette.glass, palette.trim, 0.35);
  const goods: Goods = { front: "", middle: "", accent: "" };
  const inks = { main: front, light: palette.paper, dark: room, accent: palette.accent };
  scene.fill(3, room, pen.rect(box.x, box.y, box.width, box.height));
  DISPLAYS[shop.display]({ scene, box, shop, inks, isLit, goods });
  scene.fill(4, middle, goods.middle);
  scene.fill(4.1, front, goods.front);
  scene.fill(4.2, palette.accent, goods.accent);
}

const DISPLAYS: Record<DisplayKind, (display: Display) => void> = {
  bicycles: showBicycle,
  blinds: showBlinds,
  bottles: showBottles,
  counter: showCounter,
  crates: showCrates,
  desks: showDesks,
  flowers: showFlowers,
  frames: showFrames,
  gym: showWeights,
  jars: showJars,
  loaves: showLoaves,
  mannequins: showMannequins,
  mirrors: showMirrors,
  oven: showOven,
  posters: showPosters,
  records: showRecords,
  spines: showSpines,
  tables: showTables,
  tanks: showTanks,
  tools: showTools,
  washers: showMachines,
};

function place(display: Display, name: GlyphName, x: number, y: number, size: number, main: string): void {
  drawGlyph(display.scene, 5, { name, x, y, size, inks: { ...display.inks, main } });
}

/** Shelves across the window. `stock` puts one item on a shelf and returns its width. */
function fillShelves(
  { scene, box, goods }: Display,
  stock: (x: number, shelf: number, room: number) => { thing: string; width: number },
): void {
  const count = Math.max(1, Math.min(3, Math.round(box.height / SHELF_HEIGHT)));
  for (let i = 1; i <= count; i += 1) {
    const shelf = box.y + (box.height * i) / count - 4;
    goods.front += scene.pen.rect(box.x, shelf, box.width, 2.5);
    for (let x = box.x + 4; x < box.x + box.width - 10;) {
      const { thing, width } = stock(x, shelf, box.height / count - 8);
      const tone = scene.random.next();
      if (tone < 0.42) goods.front += thing;
      else if (tone < 0.72) goods.middle += thing;
      else goods.accent += thing;
      x += width;
    }
  }
}

/** Items on lower shelves would be unrecognizable. */
const SHELF_HEIGHT = 30;

function showSpines(display: Display): void {
  const { pen, random } = display.scene;
  fillShelves(display, (x, shelf, room) => {
    const [thickness, height] = [random.between(4, 8), room * random.between(0.6, 0.95)];
    const gap = random.chance(0.12) ? 8 : 0;
    return { thing: pen.rect(x, shelf - height, thickness - 1, height), width: thickness + gap };
  });
}

function showBottles(display: Display): void {
  const { pen, random } = display.scene;
  fillShelves(display, (x, shelf, room) => {
    const [thickness, height] = [Math.min(9, room * 0.24), room * random.between(0.75, 0.95)];
    const body = pen.rect(x, shelf - height * 0.62, thickness, height * 0.62);
    const neck = pen.rect(x + thickness * 0.33, shelf - height, thickness * 0.34, height * 0.4);
    return { thing: body + neck, width: thickness + random.between(2, 4) };
  });
}

function showJars(display: Display): void {
  const { pen, random } = display.scene;
  fillShelves(display, (x, shelf, room) => {
    const [width, height] = [random.between(9, 16), room * random.between(0.5, 0.85)];
    const isBox = random.chance(0.5);
    const thing = isBox
      ? pen.rect(x, shelf - height, width, height)
      : pen.dome(x + width / 2, shelf, width / 2, height * 0.8);
    return { thing, width: width + 3 };
  });
}

function showLoaves(display: Display): void {
  const { pen, random } = display.scene;
  fillShelves(display, (x, shelf, room) => {
    const isBaguette = random.chance(0.3);
    const width = isBaguette ? 9 : 18;
    const thing = isBaguette
      ? pen.arch(x, shelf - room * 0.85, width, room * 0.85)
      : pen.dome(x + width / 2, shelf, width / 2, Math.min(room * 0.6, 11));
    return { thing, width: width + 3 };
  });
}

function showCounter(display: Display): void {
  const { scene, box, goods, isLit, shop, inks } = display;
  const { x, y, width: w, height: h } = box;
  const floor = y + h;
  goods.front += scene.pen.rect(x, floor - h * 0.26, w, h * 0.26);
  goods.middle += scene.pen.rect(x, floor - h * 0.3, w, h * 0.05);
  for (const across of [0.2, 0.5, 0.8]) hangLamp(display, x + w * across, 0.22, 0.05);
  const size = Math.min(h * 0.42, w * 0.5);
  const main = isLit ? inks.accent : scene.palette.paper;
  place(display, shop.glyphs[0], x + (w - size) / 2, floor - h * 0.3 - size, size, main);
}

function hangLamp({ scene, box, goods }: Display, x: number, drop: number, radius: number): void {
  goods.front += scene.pen.rect(x - 0.7, box.y, 1.4, box.height * (drop - 0.06));
  goods.accent += scene.pen.dome(x, box.y + box.height * drop, box.width * radius, box.height * 0.07);
}

function showOven(display: Display): void {
  const { scene, goods, box } = display;
  const { x, y, width: w, height: h } = box;
  const { pen } = scene;
  goods.middle += pen.arch(x + w * 0.14, y + h * 0.14, w * 0.62, h * 0.86, h * 0.4);
  goods.accent += pen.arch(x + w * 0.28, y + h * 0.36, w * 0.34, h * 0.34, h * 0.2);
  goods.front += pen.rect(x + w * 0.1, y + h * 0.72, w * 0.7, h * 0.06);
  place(display, "pizza", x + w * 0.7, y + h * 0.3, h * 0.36, scene.palette.paper);
}

function showTables(display: Display): void {
  const { scene, goods, box } = display;
  const { x, y, width: w, height: h } = box;
  const { rect, ellipse } = scene.pen;
  const floor = y + h;
  for (const across of [0.28, 0.74]) {
    const middle = x + w * across;
    goods.front +=
      rect(middle - w * 0.12, floor - h * 0.3, w * 0.24, 3) +
      rect(middle - 1.5, floor - h * 0.3, 3, h * 0.3) +
      rect(middle - w * 0.2, floor - h * 0.46, 2.5, h * 0.46) +
      rect(middle - w * 0.2, floor - h * 0.2, w * 0.09, 2.5) +
      rect(middle + w * 0.19, floor - h * 0.46, 2.5, h * 0.46) +
      rect(middle + w * 0.11, floor - h * 0.2, w * 0.09, 2.5);
    hangLamp(display, middle, 0.3, 0.07);
    goods.accent += rect(middle - 1.5, floor - h * 0.38, 3, h * 0.08);
    goods.middle += ellipse(middle + w * 0.05, floor - h * 0.35, 2.6, h * 0.05);
  }
}

function showDesks(display: Display): void {
  const { scene, goods, box, shop, inks, isLit } = display;
  const { x, y, width: w, height: h } = box;
  const { rect } = scene.pen;
  const floor = y + h;
  for (const across of [0.05, 0.53]) {
    const left = x + w * across;
    goods.front += rect(left, floor - h * 0.26, w * 0.42, 3) + rect(left + w * 0.03, floor - h * 0.26, 3, h * 0.26);
    goods.front += rect(left + w * 0.36, floor - h * 0.26, 3, h * 0.26);
    goods.middle +=
      rect(left + w * 0.13, floor - h * 0.2, w * 0.12, 3) + rect(left + w * 0.18, floor - h * 0.2, 3, h * 0.2);
    hangLamp(display, left + w * 0.2, 0.26, 0.06);
  }
  const size = Math.min(w * 0.26, h * 0.34);
  place(
    display,
    shop.glyphs[0],
    x + w * 0.12,
    floor - h * 0.26 - size,
    size,
    isLit ? inks.accent : scene.palette.paper,
  );
  goods.accent += rect(x + w * 0.62, floor - h * 0.32, w * 0.1, h * 0.06);
  goods.middle += rect(x + w * 0.6, floor - h * 0.38, w * 0.12, h * 0.06);
}

function showTanks({ scene, goods, box }: Display): void {
  const { x, y, width: w, height: h } = box;
  const { pen } = scene;
  const floor = y + h;
  const q = w * 0.25;
  for (const across of [0.06, 0.38, 0.7]) {
    const left = x + w * across;
    goods.front +=
      pen.path`M${left} ${floor - h * 0.2}V${y + h * 0.3}a${q / 2} ${q / 2} 0 0 1 ${q} 0V${floor - h * 0.2}l${-q * 0.4} ${h * 0.12}h${-q * 0.2}z` +
      pen.rect(left + 2, floor - h * 0.2, 2, h * 0.2) +
      pen.rect(left + q - 4, floor - h * 0.2, 2, h * 0.2);
    goods.accent += pen.circle(left + q / 2, y + h * 0.45, q * 0.16);
    goods.middle += pen.rect(left, floor - h * 0.36, q, 2);
  }
}

function showTools(display: Display): void {
  const { scene, goods, box, shop, inks } = display;
  const { x, y, width: w, height: h } = box;
  const floor = y + h;
  const second = shop.glyphs[1] ?? "wrench";
  const size = Math.min(w * 0.28, h * 0.5);
  for (const [i, name] of [shop.glyphs[0], second, "saw" as const].entries())
    place(display, name, x + w * (0.05 + 0.33 * i), y + h * 0.1, size, i === 1 ? inks.accent : inks.main);
  goods.front += scene.pen.rect(x, floor - h * 0.28, w, 3);
  for (let i = 0; i < 5; i += 1)
    goods.middle += scene.pen.rect(x + w * (0.05 + 0.19 * i), floor - h * 0.2, w * 0.13, h * 0.2);
}

function showMannequins(display: Display): void {
  const { scene, goods, box, inks } = display;
  const { x, y, width: w, height: h } = box;
  const { pen } = scene;
  for (const [i, name] of (["dress", "shirt"] as const).entries()) {
    const size = h * 0.62;
    const left = x + w * (0.27 + 0.46 * i) - size / 2;
    const stand = left + size * (i === 1 ? 0.4 : 0.5);
    place(display, name, left, y + h * 0.14, size * (i === 1 ? 0.8 : 1), i === 1 ? inks.main : inks.accent);
    goods.front +=
      pen.rect(stand - 1.2, y + h * 0.6, 2.4, h * 0.34) + pen.rect(left + size * 0.3, y + h - 5, size * 0.4, 3);
    goods.middle += pen.circle(stand, y + h * 0.09, h * 0.05);
  }
}

function showFlowers({ scene, goods, box }: Display): void {
  const { x, y, width: w, height: h } = box;
  const { pen, random } = scene;
  const floor = y + h;
  const rim = floor - h * 0.25;
  for (let i = 0; i < 4; i += 1) {
    const pot = x + w * (0.13 + 0.25 * i);
    goods.front += pen.polygon(
      [pot - w * 0.07, rim],
      [pot + w * 0.07, rim],
      [pot + w * 0.05, floor],
      [pot - w * 0.05, floor],
    );
    for (let stem = 0; stem < 5; stem += 1) {
      const angle = -2.5 + stem * 0.46;
      goods.middle += pen.leaf(pot, rim, h * random.between(0.25, 0.42), angle, 0.28);
      goods.accent += pen.circle(pot + Math.cos(angle) * h * 0.4, rim + Math.sin(angle) * h * 0.42, w * 0.026);
    }
  }
}

function showRecords(display: Display): void {
  const { scene, box, inks, isLit, shop } = display;
  const { x, y, width: w, height: h } = box;
  const { palette } = scene;
  const name = shop.glyphs[0];
  const size = Math.min(w * 0.26, h * 0.4);
  const dark = name === "vinyl" ? (isLit ? palette.dark : mixInks(palette.glass, "#000000", 0.35)) : inks.dark;
  for (const row of [0, 1])
    for (const column of [0, 1, 2]) {
      const main = cyclic([inks.accent, palette.trim, palette.walls[0]], column + row);
      const [left, top] = [x + w * (0.07 + 0.31 * column), y + h * (0.08 + 0.46 * row)];
      drawGlyph(scene, 5, { name, x: left, y: top, size, inks: { ...inks, main, dark, light: palette.trim } });
    }
}

function showBicycle({ scene, goods, box }: Display): void {
  const { x, y, width: w, height: h } = box;
  drawBicycle(scene, { x: x + w * 0.24, ground: y + h - 3, length: w * 0.5, depth: 5 });
  goods.front +=
    scene.pen.rect(x + w * 0.2, y + h * 0.06, 2, h * 0.2) + scene.pen.rect(x + w * 0.7, y + h * 0.06, 2, h * 0.2);
}

function showMirrors({ scene, goods, box }: Display): void {
  const { x, y, width: w, height: h } = box;
  const { rect, ellipse } = scene.pen;
  const floor = y + h;
  for (const across of [0.18, 0.5, 0.82]) {
    const middle = x + w * across;
    goods.middle += ellipse(middle, y + h * 0.3, w * 0.1, h * 0.2);
    goods.front +=
      rect(middle - w * 0.09, floor - h * 0.36, w * 0.18, h * 0.1) +
      rect(middle + w * 0.06, floor - h * 0.58, w * 0.04, h * 0.3) +
      rect(middle - 1.5, floor - h * 0.28, 3, h * 0.24) +
      rect(middle - w * 0.06, floor - 4, w * 0.12, 3);
    goods.accent += rect(middle - w * 0.06, y + h * 0.54, w * 0.12, 2.5);
  }
}

function showBlinds(display: Display): void {
  const { scene, goods, box, shop, inks } = display;
  const { x, y, width: w, height: h } = box;
  for (let top = y; top < y + h * 0.5; top += 7) goods.middle += scene.pen.rect(x, top, w, 4);
  const size = h * 0.4;
  place(display, shop.glyphs[0], x + (w - size) / 2, y + h * 0.95 - size, size, inks.accent);
}

function showWeights(display: Display): void {
  const { scene, goods, box, inks } = display;
  const { x, y, width: w, height: h } = box;
  const { rect, ellipse } = scene.pen;
  const floor = y + h;
  goods.front +=
    rect(x, floor - h * 0.16, w, 3) +
    rect(x + w * 0.1, y + h * 0.25, w * 0.8, 3) +
    ellipse(x + w * 0.2, y + h * 0.26, w * 0.045, h * 0.14) +
    ellipse(x + w * 0.8, y + h * 0.26, w * 0.045, h * 0.14) +
    rect(x + w * 0.32, y + h * 0.22, 3, h * 0.78) +
    rect(x + w * 0.66, y + h * 0.22, 3, h * 0.78);
  for (let i = 0; i < 3; i += 1)
    place(
      display,
      "kettlebell",
      x + w * (0.12 + 0.29 * i),
      floor - h * 0.42,
      h * 0.26,
      i === 1 ? inks.accent : inks.main,
    );
}

/** Washing machines, or a car on its lift. */
function showMachines(display: Display): void {
  const { scene, goods, box, shop, inks } = display;
  const { x, y, width: w, height: h } = box;
  if (shop.glyphs[0] === "car") {
    goods.front += scene.pen.rect(x, y + h * 0.12, w, 3) + scene.pen.rect(x, y + h * 0.26, w, 3);
    const carInks = { ...inks, main: inks.accent, dark: scene.palette.dark };
    drawGlyph(scene, 5, { name: "car", x: x + w * 0.2, y: y + h * 0.38, size: h * 0.62, inks: carInks });
    return;
  }
  const machineInks = { ...inks, light: mixInks(inks.dark, inks.main, 0.75), dark: scene.palette.dark };
  const size = Math.min(w * 0.28, h * 0.42);
  for (let i = 0; i < 3; i += 1)
    for (const row of [0, 1])
      drawGlyph(scene, 5, {
        name: "washer",
        x: x + w * (0.04 + 0.325 * i),
        y: y + h * (0.06 + 0.47 * row),
        size,
        inks: machineInks,
      });
}

function showFrames(display: Display): void {
  const { scene, goods, box, inks, shop } = display;
  const { x, y, width: w, height: h } = box;
  const { palette, pen } = scene;
  const isGallery = shop.glyphs[0] === "frame" || shop.glyphs[0] === "camera" || shop.glyphs[0] === "paint";
  const light = [palette.walls[0], palette.sky, palette.walls[1]];
  for (const [i, scale] of [1, 0.7, 0.85].entries()) {
    const size = Math.min(w * 0.28, h * 0.56) * scale;
    const [left, top] = [x + w * (0.05 + 0.34 * i), y + h * 0.2];
    const frameInks = { ...inks, light: cyclic(light, i) };
    if (isGallery) drawGlyph(scene, 5, { name: "frame", x: left, y: top, size, inks: frameInks });
    else place(display, cyclic(shop.glyphs, i), left, top, size, i === 1 ? inks.accent : inks.main);
  }
  const floor = y + h;
  goods.front += pen.rect(x + w * 0.25, floor - h * 0.14, w * 0.5, 4);
  goods.front +=
    pen.rect(x + w * 0.3, floor - h * 0.12, 3, h * 0.12) + pen.rect(x + w * 0.68, floor - h * 0.12, 3, h * 0.12);
}

function showPosters(display: Display): void {
  const { scene, box, shop } = display;
  const { x, y, width: w, height: h } = box;
  const { palette, pen } = scene;
  const papers = [palette.accent, palette.walls[1], palette.trim];
  const objects = [palette.paper, palette.dark, palette.dark];
  for (let i = 0; i < 3; i += 1) {
    const left = x + w * (0.06 + 0.32 * i);
    scene.fill(4, cyclic(papers, i), pen.rect(left, y + h * 0.12, w * 0.25, h * 0.62));
    const inks = { main: cyclic(objects, i), light: palette.paper, dark: palette.dark, accent: palette.accent };
    drawGlyph(scene, 5, { name: cyclic(shop.glyphs, i), x: left + w * 0.045, y: y + h * 0.22, size: w * 0.16, inks });
  }
}

function showCrates(display: Display): void {
  const { scene, goods, box, shop, inks } = display;
  const { x, y, width: w, height: h } = box;
  const floor = y + h;
  for (let i = 0; i < 3; i += 1) {
    const left = x + w * (0.04 + 0.33 * i);
    goods.front += scene.pen.rect(left, floor - h * 0.22, w * 0.27, h * 0.22);
    goods.middle += scene.pen.rect(x + w * 0.1, y + h * (0.14 + 0.12 * i), w * 0.8, 2);
    const main = i === 1 ? scene.palette.paper : inks.accent;
    place(display, cyclic(shop.glyphs, i), left + w * 0.03, floor - h * 0.22 - w * 0.17, w * 0.2, main);
  }
}
