import { drawDoor, drawStoop } from "./doors.ts";
import { darkFacet, drawBrickMarks, lightFacet, type House } from "./house-parts.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawWindow } from "./windows.ts";

/** A canted bay over all storeys beside the door. */
export function drawBayHouse(scene: Scene, house: House): number {
  const body = drawVictorianBody(scene, house, 0.56);
  const { palette, pen } = scene;
  const { ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const { left, width, cornice } = body;
  const splay = width * 0.2;
  const top = cornice - h * 0.04;
  const nearSun = palette.shadeSide > 0 ? left : left + width - splay;
  const farSide = palette.shadeSide > 0 ? left + width - splay : left;
  scene.fill(1, lightFacet(scene, wall), pen.rect(nearSun, top, splay, g - top));
  scene.fill(
    1,
    wall,
    pen.rect(left + splay - 0.5, top, width - 2 * splay + 1, g - top) + pen.rect(farSide, top, splay, g - top),
  );
  scene.shade(2, pen.rect(farSide, top, splay, g - top));
  scene.shade(1.5, shadeBeside(scene, house, body, top, 0.2));

  const front = width - 2 * splay;
  for (let storey = 0; storey < storeys; storey += 1) {
    const y = cornice + h * 0.2 + storey * h * 0.95;
    const height = h * 0.56;
    const head = storey === 0 ? (house.windowHead ?? "flat") : "flat";
    for (const across of [0.06, 0.56])
      drawWindow(scene, { x: left + splay + front * across, y, width: front * 0.38, height, head, frame: 1.4 });
    const sideGlass = pen.rect(left + splay * 0.3, y, splay * 0.45, height);
    scene.fill(3, palette.glass, sideGlass + pen.rect(left + width - splay * 0.75, y, splay * 0.45, height));
    scene.fill(7, palette.trim, pen.rect(left - 1, y + height + 2, width + 2, 2.6));
    if (storey < storeys - 1)
      scene.fill(4, darkFacet(scene, wall), pen.rect(left + splay + 4, y + height + 9, front - 8, h * 0.12));
  }
  scene.fill(6, mixInks(palette.trim, wall, 0.45), pen.rect(left - 1, g - h * 0.16, width + 2, 3));
  if (house.hasFlatBay === true) return drawBayCornice(scene, left, width, top);
  return drawBayRoof(scene, { left, width, top, rise: h * 0.62 });
}

function drawBayCornice(scene: Scene, left: number, width: number, top: number): number {
  const { palette, pen } = scene;
  const right = left + width;
  scene.fill(
    9,
    palette.trim,
    pen.polygon([left - 5, top - 9], [right + 5, top - 9], [right + 1, top + 3], [left - 1, top + 3]),
  );
  scene.shade(5, pen.rect(left, top + 3, width, 7 * palette.shadowY));
  return top - 9;
}

function drawBayRoof(scene: Scene, roof: { left: number; width: number; top: number; rise: number }): number {
  const { palette, pen } = scene;
  const { left, width, top, rise } = roof;
  const [middle, peak] = [left + width / 2, top - rise];
  const k = palette.shadeSide;
  scene.fill(9, palette.slate, pen.polygon([left - 4, top], [middle, peak], [left + width + 4, top]));
  scene.shade(10, pen.polygon([middle, peak], [middle + k * (width / 2 + 4), top], [middle + k * width * 0.06, top]));
  scene.fill(11, palette.trim, pen.rect(left - 5, top - 2, width + 10, 5));
  scene.fill(11, palette.dark, pen.rect(middle - 0.8, peak - 9, 1.6, 10));
  return peak - 9;
}

/** A round or octagonal tower with a cone instead of the bay. */
export function drawTowerHouse(scene: Scene, house: House): number {
  const body = drawVictorianBody(scene, house, 0.52);
  const { palette, pen } = scene;
  const { ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const { left, width, cornice } = body;
  const isRound = house.kind === "turret";
  const top = cornice - h * 0.3;
  drawTowerFacets(scene, { wall, left, width, top, height: g - top, isRound });
  scene.shade(1.5, shadeBeside(scene, house, body, top, 0.24));
  const openings = isRound
    ? ([
        [0.4, 0.22],
        [0.16, 0.15],
        [0.75, 0.12],
      ] as const)
    : ([
        [0.35, 0.3],
        [0.07, 0.1],
        [0.83, 0.1],
      ] as const);
  for (let storey = 0; storey < storeys; storey += 1) {
    const y = cornice + h * 0.12 + storey * h * 0.96;
    const height = h * 0.56;
    for (const [i, [across, share]] of openings.entries())
      drawWindow(scene, {
        x: left + width * across,
        y,
        width: width * share,
        height,
        head: storey === 0 ? "round" : "flat",
        frame: i > 0 ? 0.8 : 1.4,
        bar: 1,
        hasNoSill: true,
      });
    scene.fill(7, palette.trim, pen.rect(left - 1, y + height + 2, width + 2, 2.6));
    if (storey < storeys - 1)
      scene.fill(4, darkFacet(scene, wall), pen.rect(left + width * 0.36, y + height + 10, width * 0.32, h * 0.1));
  }
  return drawCone(scene, { left, width, top, rise: h * (isRound ? 1.15 : 0.95), isRound });
}

function drawTowerFacets(
  scene: Scene,
  tower: { wall: string; left: number; width: number; top: number; height: number; isRound: boolean },
): void {
  const { palette, pen } = scene;
  const { wall, left, width, top, height } = tower;
  const light = lightFacet(scene, wall);
  const edges = tower.isRound ? [0, 0.1, 0.36, 0.68, 0.92, 1] : [0, 0.24, 0.76, 1];
  const lightEdge = tower.isRound ? 0.36 : 0.24;
  const darkEdge = tower.isRound ? 0.68 : 0.76;
  for (const [i, from] of edges.slice(0, -1).entries()) {
    const to = edges[i + 1] ?? 1;
    // Ordered from the sun's side: lit facets first, shaded ones last.
    const [near, far] = palette.shadeSide > 0 ? [from, to] : [1 - to, 1 - from];
    const facet = pen.rect(left + width * near, top, width * (far - near) + 0.5, height);
    scene.fill(1, to <= lightEdge ? light : wall, facet);
    if (from >= darkEdge) scene.shade(2, pen.rect(left + width * near, top, width * (far - near), height));
  }
}

function drawCone(
  scene: Scene,
  cone: { left: number; width: number; top: number; rise: number; isRound: boolean },
): number {
  const { palette, pen } = scene;
  const { left, width, top, rise } = cone;
  const [middle, peak] = [left + width / 2, top - rise];
  const k = palette.shadeSide;
  const eave = width / 2 + 5;
  scene.fill(9, palette.slate, pen.polygon([middle - eave, top], [middle, peak], [middle + eave, top]));
  scene.shade(10, pen.polygon([middle, peak], [middle + k * eave, top], [middle + k * width * 0.1, top]));
  if (cone.isRound) {
    const gleam = pen.polygon([middle, peak], [middle - k * eave, top], [middle - k * width * 0.4, top]);
    scene.fill(10, mixInks(palette.slate, palette.paper, 0.25), gleam);
  }
  scene.fill(11, palette.trim, pen.rect(left - 5, top - 2, width + 10, 6));
  scene.shade(5, pen.rect(left, top + 4, width, 5 * palette.shadowY + 2));
  scene.fill(11, palette.dark, pen.rect(middle - 0.9, peak - 12, 1.8, 13) + pen.circle(middle, peak - 6, 2.4));
  return peak - 12;
}

type Body = { left: number; width: number; cornice: number };

/** The flat part that bay and tower houses share: cornice, windows and door. @returns the projection's position. */
function drawVictorianBody(scene: Scene, house: House, share: number): Body {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const cornice = g - h * storeys + h * 0.1;
  const width = w * share;
  const left = house.isFlipped === true ? x + w * 0.03 : x + w * 0.97 - width;
  const sideLeft = house.isFlipped === true ? left + width : x;
  const sideWidth = w * 0.97 - width;
  scene.fill(0, wall, pen.rect(x, cornice, w, g - cornice));
  drawBrickMarks(scene, house, cornice + 8, g - 30);
  let dentils = "";
  for (let i = 0; i < sideWidth / 6; i += 1) dentils += pen.rect(sideLeft + i * 6 + 1, cornice + 2, 3, 3);
  scene.fill(9, palette.trim, pen.rect(sideLeft, cornice - 5, sideWidth, 7) + dentils);
  scene.shade(5, pen.rect(sideLeft, cornice + 2, sideWidth, 5 * palette.shadowY + 3));
  const windowWidth = Math.min(sideWidth * 0.5, w * 0.2);
  const middle = sideLeft + sideWidth / 2;
  for (let storey = 0; storey < storeys - 1; storey += 1)
    drawWindow(scene, {
      x: middle - windowWidth / 2,
      y: cornice + h * 0.28 + storey * h * 0.95,
      width: windowWidth,
      height: h * 0.56,
      head: house.windowHead ?? "segment",
      frame: 1.6,
    });
  const d = windowWidth * 1.05;
  const light = house.windowHead === "round" ? "round" : "transom";
  drawDoor(scene, { x: middle - d / 2, y: g - h * 0.76, width: d, height: h * 0.56, light, ink: house.doorInk });
  drawStoop(scene, { x: middle - d / 2 - 5, y: g - h * 0.2, width: d + 10, ground: g });
  return { left, width, cornice };
}

/** The projection's shadow on the wall beside it, limited to the house. */
function shadeBeside(scene: Scene, house: House, body: Body, top: number, reach: number): string {
  const { palette, pen } = scene;
  const { x, width: w, ground: g } = house;
  const edge = palette.shadeSide > 0 ? body.left + body.width : body.left;
  const end = Math.min(x + w, Math.max(x, edge + w * reach * palette.shadowX));
  return pen.polygon([edge, top + 6], [end, top + 6 + w * reach * palette.shadowY], [end, g], [edge, g]);
}
