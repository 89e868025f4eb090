import { drawDoor, drawStoop } from "./doors.ts";
import { drawBrickMarks, drawCornice, type House } from "./house-parts.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawWindow } from "./windows.ts";

/** Wardman: two storeys, a full-width porch, a mansard roof with one wide dormer. */
export function drawWardmanHouse(scene: Scene, house: House): number {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h } = house;
  const top = g - h * 2.05;
  scene.fill(0, wall, pen.rect(x, top, w, g - top));
  drawBrickMarks(scene, house, top + 12, top + h * 0.8);
  const rise = h * 0.55;
  scene.fill(0, palette.slate, pen.polygon([x, top], [x + 4, top - rise], [x + w - 4, top - rise], [x + w, top]));
  drawWideDormer(scene, x + w / 2, w * 0.3, top, rise);
  drawCornice(scene, { x, width: w, overhang: 4, y: top + 2, depth: 7, hasBrackets: false });
  const windowWidth = w * 0.17;
  for (const across of [0.17, 0.5, 0.83])
    drawWindow(scene, {
      x: x + w * across - windowWidth / 2,
      y: top + h * 0.26,
      width: windowWidth,
      height: h * 0.52,
      panes: "four",
      frame: 1.6,
    });
  drawPorch(scene, house);
  return top - rise * 1.12;
}

function drawWideDormer(scene: Scene, middle: number, width: number, top: number, rise: number): void {
  const { palette, pen } = scene;
  const [left, right] = [middle - width / 2, middle + width / 2];
  const eave = top - rise * 0.62;
  const gable = pen.polygon([left - 5, eave], [middle, top - rise * 1.12], [right + 5, eave]);
  scene.fill(1, palette.trim, gable + pen.rect(left, eave - 1, width, top - 1 - eave));
  for (const x of [left + 4, middle + 2])
    drawWindow(scene, {
      x,
      y: top - rise * 0.55,
      width: width / 2 - 6,
      height: rise * 0.45,
      frame: 0,
      hasNoSill: true,
    });
  const [edge, k] = palette.shadeSide > 0 ? [right, 10] : [left, -10];
  scene.shade(5, pen.polygon([edge, eave], [edge + k, top - rise * 0.4], [edge + k, top], [edge, top]));
}

function drawPorch(scene: Scene, { x, width: w, ground: g, wall, storeyHeight: h, doorInk }: House): void {
  const { palette, pen } = scene;
  const eave = g - h * 1.02;
  const floor = g - h * 0.2;
  const under = eave + 8;
  scene.fill(
    9,
    palette.trim,
    pen.polygon([x - 1, eave], [x + w + 1, eave], [x + w - 3, eave - h * 0.16], [x + 3, eave - h * 0.16]),
  );
  scene.fill(10, palette.trim, pen.rect(x - 2, eave, w + 4, 8));
  scene.shade(5, pen.rect(x, under, w, floor - under));
  for (const across of [0.12, 0.37])
    drawWindow(scene, { x: x + w * across, y: under + 10, width: w * 0.2, height: h * 0.5 });
  const doorWidth = w * 0.17;
  drawDoor(scene, {
    x: x + w * 0.73 - doorWidth / 2,
    y: floor - h * 0.56,
    width: doorWidth,
    height: h * 0.56,
    ink: doorInk,
  });
  const columns = [0.035, 0.34, 0.64, 0.965].map((across) => pen.rect(x + w * across - 3.2, under, 6.4, floor - under));
  scene.fill(11, palette.trim, columns.join(""));
  scene.fill(10, mixInks(wall, palette.dark, 0.2), pen.rect(x, floor + 3, w, g - floor - 3));
  let balusters = "";
  for (let i = 0; i < (w * 0.6) / 4.5; i += 1) balusters += pen.rect(x + 4 + i * 4.5, floor - 17, 1.5, 15);
  const rails = pen.rect(x, floor - 19, w * 0.63, 2.6) + pen.rect(x, floor - 3, w * 0.63, 2) + pen.rect(x, floor, w, 3);
  scene.fill(10, palette.trim, balusters + rails);
  drawStoop(scene, { x: x + w * 0.66, y: floor, width: w * 0.29, ground: g, hasNoRail: true });
}

/** Richardsonian Romanesque: a stone base with one large arch, an arcade under the gable. */
export function drawRichardsonHouse(scene: Scene, house: House): number {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const top = g - h * storeys;
  const base = g - h * 1.08;
  const stone = mixInks(palette.trim, wall, 0.5);
  scene.fill(0, wall, pen.rect(x, top, w, g - top));
  drawBrickMarks(scene, house, top + 20, g - h * 1.2);
  scene.fill(1, stone, pen.rect(x, base, w, g - base));
  let courses = "";
  for (let y = base + h * 0.18; y < g - 6; y += h * 0.2) courses += pen.rect(x, y, w, 1.2);
  scene.fill(1.5, mixInks(stone, palette.dark, 0.25), courses);
  drawGreatArch(scene, house, base, stone);
  const side = house.isFlipped === true ? x + w * 0.06 : x + w * 0.58;
  for (const across of [0, 0.52])
    drawWindow(scene, {
      x: side + w * 0.36 * across,
      y: base + h * 0.26,
      width: w * 0.144,
      height: h * 0.46,
      frame: 2,
    });
  scene.fill(9, palette.trim, pen.rect(x, base - 4, w, 5));
  scene.shade(5, pen.rect(x, base + 1, w, 4 * palette.shadowY));
  for (let storey = 0; storey < storeys - 1; storey += 1) {
    const count = storey === 0 ? 4 : 3;
    const width = (w / (count + 1.2)) * 0.78;
    for (let i = 0; i < count; i += 1)
      drawWindow(scene, {
        x: x + ((w * (i + 0.5)) / count) * 0.92 + w * 0.04 - width / 2,
        y: top + h * 0.34 + storey * h * 0.88,
        width,
        height: h * 0.5,
        head: storey === 0 ? "round" : "flat",
        frame: 1.8,
      });
  }
  return drawGable(scene, house, top);
}

function drawGreatArch(scene: Scene, house: House, base: number, stone: string): void {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, storeyHeight: h } = house;
  const width = w * 0.44;
  const left = house.isFlipped === true ? x + w * 0.5 : x + w * 0.07;
  const head = base + h * 0.1 + 6;
  scene.fill(2, palette.trim, pen.arch(left - 8, head - 8, width + 16, g - head + 8));
  scene.fill(3, palette.dark, pen.arch(left, head, width, g - head));
  const [middle, springing, radius] = [left + width / 2, head + width / 2, width / 2];
  let joints = "";
  for (let i = 1; i < 9; i += 1) {
    const [cos, sin] = [Math.cos((Math.PI * i) / 9), Math.sin((Math.PI * i) / 9)];
    const outer = radius + 9;
    joints += pen.bar(
      middle - cos * radius,
      springing - sin * radius,
      middle - cos * outer,
      springing - sin * outer,
      1.2,
    );
  }
  scene.fill(3, stone, joints);
  const door = width * 0.5;
  drawDoor(scene, { x: middle - door / 2, y: g - h * 0.66, width: door, height: h * 0.52, ink: house.doorInk });
  drawStoop(scene, { x: left + 4, y: g - h * 0.14, width: width - 8, ground: g, hasNoRail: true });
}

function drawGable(scene: Scene, { x, width: w, wall, storeyHeight: h }: House, top: number): number {
  const { palette, pen } = scene;
  const peak = top - h * 0.5;
  const middle = x + w * 0.5;
  scene.fill(0, wall, pen.polygon([x + w * 0.2, top + 1], [middle, peak], [x + w * 0.8, top + 1]));
  const copings = pen.bar(x + w * 0.18, top, middle, peak - 2, 4) + pen.bar(middle, peak - 2, x + w * 0.82, top, 4);
  scene.fill(9, palette.trim, copings + pen.rect(x, top - 3, w * 0.2, 5) + pen.rect(x + w * 0.8, top - 3, w * 0.2, 5));
  const window = { x: middle - 5, y: top - h * 0.275, width: 10, height: h * 0.225 };
  drawWindow(scene, { ...window, head: "round", frame: 1.4, hasNoSill: true });
  return peak - 4;
}
