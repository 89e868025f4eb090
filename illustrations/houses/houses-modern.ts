import { drawDoor } from "./doors.ts";
import type { House } from "./house-parts.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawWindow } from "./windows.ts";

/** Art Deco: piers, a stepped parapet, chevrons in the accent color, a dark base. */
export function drawDecoHouse(scene: Scene, house: House): number {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const top = g - h * storeys;
  const base = g - h * 0.92;
  scene.fill(
    0,
    wall,
    pen.rect(x, top, w, g - top) +
      pen.rect(x + w * 0.3, top - 14, w * 0.4, 15) +
      pen.rect(x + w * 0.4, top - 26, w * 0.2, 13),
  );
  let [piers, pierShades] = ["", ""];
  for (const i of [0, 1, 2, 3]) {
    const left = x + (w * i) / 3 - (i === 0 ? 0 : i === 3 ? 7 : 3.5);
    const up = i === 1 || i === 2 ? 14 : 0;
    piers += pen.rect(left, top - up, 7, base - top + up);
    pierShades += pen.rect(palette.shadeSide > 0 ? left + 7 : left - 5, top, 5, base - top);
  }
  scene.fill(7, palette.trim, piers);
  scene.shade(8, pierShades);
  let chevrons = "";
  for (let storey = 0; storey < storeys - 1; storey += 1) {
    const y = top + h * 0.2 + storey * h * 0.9;
    for (const i of [0, 1, 2]) {
      const left = x + (w * i) / 3;
      drawWindow(scene, {
        x: left + 9,
        y,
        width: w / 3 - 18,
        height: h * 0.58,
        frame: 0,
        hasNoSill: true,
        panes: "four",
      });
      chevrons += pen.polygon([left + 7, y + h * 0.62], [left + w / 3 - 7, y + h * 0.62], [left + w / 6, y + h * 0.84]);
    }
  }
  scene.fill(4, palette.accent, chevrons);
  drawDecoBase(scene, house, base);
  return top - 26;
}

function drawDecoBase(scene: Scene, { x, width: w, ground: g, storeyHeight: h }: House, base: number): void {
  const { palette, pen } = scene;
  scene.fill(1, palette.dark, pen.rect(x, base, w, g - base));
  scene.fill(9, palette.accent, pen.rect(x - 3, base - 3, w + 6, 8));
  scene.fill(10, palette.trim, pen.rect(x - 3, base - 1, w + 6, 1.6) + pen.rect(x - 3, base + 2, w + 6, 1.4));
  scene.shade(8, pen.rect(x, base + 5, w, 10 * palette.shadowY));
  const doorInk = mixInks(palette.accent, palette.paper, 0.1);
  drawDoor(scene, {
    x: x + w * 0.37,
    y: g - h * 0.62,
    width: w * 0.26,
    height: h * 0.62,
    ink: doorInk,
    isDouble: true,
  });
  for (const across of [0.07, 0.71])
    drawWindow(scene, {
      x: x + w * across,
      y: g - h * 0.62,
      width: w * 0.22,
      height: h * 0.4,
      hasNoSill: true,
      panes: "none",
    });
}

/** A glass house between old ones, with one projecting brick box. */
export function drawModernHouse(scene: Scene, house: House): number {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const top = g - h * (storeys + 0.25);
  const shop = g - h * 0.75;
  const frameInk = palette.isNight
    ? mixInks(palette.slate, palette.dark, 0.3)
    : mixInks(palette.slate, palette.paper, 0.1);
  scene.fill(0, frameInk, pen.rect(x, top, w, g - top));
  const rowHeight = (shop - top) / (storeys + 1);
  drawGlassGrid(scene, { x, y: top, width: w, rowHeight, rows: storeys + 1 });
  const left = house.isFlipped === true ? x - 5 : x + w * 0.42;
  const [boxTop, boxFoot] = [top + rowHeight * 0.9, top + rowHeight * 2.8];
  const right = left + w * 0.62;
  scene.fill(9, wall, pen.rect(left, boxTop, w * 0.62, boxFoot - boxTop));
  const k = 14 * palette.shadeSide;
  scene.shade(8, pen.polygon([left, boxFoot], [right, boxFoot], [right + k, boxFoot + 14], [left + k, boxFoot + 14]));
  const glass = pen.rect(left + w * 0.08, boxTop + rowHeight * 0.3, w * 0.46, rowHeight * 1.25);
  scene.fill(10, palette.isLit ? palette.glow : palette.glass, glass);
  scene.fill(10.5, wall, pen.rect(left + w * 0.3, boxTop + rowHeight * 0.3, 2, rowHeight * 1.25));
  scene.fill(7, palette.dark, pen.rect(x, shop, w, g - shop));
  scene.fill(
    9,
    palette.isLit ? palette.glow : palette.reflection,
    pen.rect(x + w * 0.1, g - h * 0.62, w * 0.5, h * 0.62),
  );
  const door = { x: x + w * 0.7, y: g - h * 0.5, width: w * 0.17, height: h * 0.5 };
  scene.at(8, () => drawDoor(scene, { ...door, ink: palette.accent }));
  return top;
}

function drawGlassGrid(
  scene: Scene,
  grid: { x: number; y: number; width: number; rowHeight: number; rows: number },
): void {
  const { palette, pen, random } = scene;
  const paneWidth = grid.width / 3 - 6;
  const paneHeight = grid.rowHeight - 6;
  const paleGlass = mixInks(palette.reflection, palette.paper, 0.3);
  const sky = mixInks(palette.sky, palette.paper, 0.3);
  for (let column = 0; column < 3; column += 1)
    for (let row = 0; row < grid.rows; row += 1) {
      const x = grid.x + (column * grid.width) / 3 + 3;
      const y = grid.y + 6 + row * grid.rowHeight;
      const isLit = random.chance(palette.isNight ? 0.5 : palette.isDusk ? 0.35 : 0);
      const glass = (column + row) % 3 === 0 ? paleGlass : palette.reflection;
      scene.fill(3, isLit ? palette.glow : glass, pen.rect(x, y, paneWidth, paneHeight));
      if (!isLit) scene.fill(4, sky, pen.polygon([x, y], [x + paneWidth * 0.5, y], [x, y + paneHeight * 0.7]));
    }
}
