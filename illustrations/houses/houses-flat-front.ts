import { drawDoor, drawStoop } from "./doors.ts";
import { darkFacet, drawBrickMarks, drawCornice, type House } from "./house-parts.ts";
import { drawWindow } from "./windows.ts";
import type { Scene } from "../scene.ts";

/** Federal: three bays, shutters, a slate roof with dormers, a fanlight over the door. */
export function drawFederalHouse(scene: Scene, house: House): number {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const top = g - h * storeys;
  const eave = top + h * 0.12;
  const roof = h * 0.62;
  const away = palette.shadeSide > 0;
  scene.fill(0, wall, pen.rect(x, eave, w, g - eave));
  drawBrickMarks(scene, house, eave + 10, g - 20);
  scene.fill(0, palette.slate, pen.polygon([x, eave], [x + 3, eave - roof], [x + w - 3, eave - roof], [x + w, eave]));
  if (away)
    scene.shade(
      1,
      pen.polygon([x + w * 0.5, eave], [x + w * 0.5, eave - roof], [x + w - 3, eave - roof], [x + w, eave]),
    );
  scene.fill(0, darkFacet(scene, wall), pen.rect(away ? x + 3 : x + w - 17, eave - roof - 16, 14, roof));
  scene.fill(1, palette.trim, pen.rect(away ? x + 1.5 : x + w - 18.5, eave - roof - 19, 17, 4));
  for (const across of w > 110 ? [0.3, 0.7] : [0.5]) drawDormer(scene, house, across, eave, roof);
  drawCornice(scene, { x, width: w, overhang: 2, y: eave, depth: 6, hasBrackets: false });

  const windowWidth = w * 0.16;
  const doorBay = house.isFlipped === true ? 2 : 0;
  for (let storey = 0; storey < storeys; storey += 1) {
    const isGroundFloor = storey === storeys - 1;
    const y = eave + h * 0.2 + storey * ((g - eave - 4) / storeys);
    for (const [bay, across] of [0.2, 0.5, 0.8].entries()) {
      const middle = x + w * across;
      if (isGroundFloor && bay === doorBay) {
        const doorWidth = w * 0.19;
        drawDoor(scene, {
          x: middle - doorWidth / 2,
          y: g - h * 0.72,
          width: doorWidth,
          height: h * 0.58,
          light: "fan",
          ink: house.doorInk,
        });
        drawStoop(scene, { x: middle - doorWidth / 2 - 4, y: g - h * 0.14, width: doorWidth + 8, ground: g });
        continue;
      }
      drawWindow(scene, {
        x: middle - windowWidth / 2,
        y,
        width: windowWidth,
        height: h * (isGroundFloor ? 0.5 : 0.42 + 0.08 * storey),
        shutterInk: house.isPlain === true ? null : (house.shutterInk ?? palette.slate),
        panes: "four",
        frame: 1.4,
        hasFlowerBox: isGroundFloor && house.hasFlowerBoxes === true,
      });
    }
  }
  return eave - roof - 19;
}

function drawDormer(scene: Scene, { x, width: w }: House, across: number, eave: number, roof: number): void {
  const { palette, pen } = scene;
  const width = w * 0.17;
  const left = x + w * across - width / 2;
  const right = left + width;
  const y = eave - roof * 0.78;
  const gable = pen.polygon([left - 3, y], [left + width / 2, y - width * 0.5], [right + 3, y]);
  scene.fill(1, palette.trim, gable + pen.rect(left, y - 1, width, eave - 3 - y));
  const glass = { x: left + 3, y: y + 2, width: width - 6, height: roof * 0.55 };
  drawWindow(scene, { ...glass, frame: 0, hasNoSill: true, panes: "four", head: "round" });
  const [edge, k] = palette.shadeSide > 0 ? [right, 9] : [left, -9];
  scene.shade(5, pen.polygon([edge, y], [edge + k, y + 8], [edge + k, eave - 1], [edge, eave - 4]));
}

/** Italianate: flat, tall hooded windows, a deep cornice on brackets. */
export function drawItalianateHouse(scene: Scene, house: House): number {
  const { palette, pen } = scene;
  const { x, width: w, ground: g, wall, storeyHeight: h, storeys = 3 } = house;
  const top = g - h * storeys;
  scene.fill(0, wall, pen.rect(x, top, w, g - top));
  drawBrickMarks(scene, house, top + 20, g - 30);
  drawCornice(scene, { x, width: w, overhang: 6, y: top + h * 0.24, depth: h * 0.24, hasBrackets: true });
  const bays = w > 95 ? 3 : 2;
  const windowWidth = (w / (bays + 1.55)) * 0.72;
  const doorBay = house.isFlipped === true ? bays - 1 : 0;
  for (let storey = 0; storey < storeys; storey += 1) {
    const isGroundFloor = storey === storeys - 1;
    const y = top + h * 0.44 + storey * h * 0.93;
    for (let bay = 0; bay < bays; bay += 1) {
      const middle = x + w * ((bay + 0.5) / bays) * 0.94 + w * 0.03;
      if (isGroundFloor && bay === doorBay) {
        const d = windowWidth * 1.05;
        drawDoor(scene, { x: middle - d / 2, y: y + 5, width: d, height: g - h * 0.2 - y - 5, ink: house.doorInk });
        const [upper, lower] = [y - d * 0.55, y - d * 0.4 - 1];
        scene.fill(
          9,
          palette.trim,
          pen.polygon(
            [middle - d * 0.8, upper],
            [middle + d * 0.8, upper],
            [middle + d * 0.7, lower],
            [middle - d * 0.7, lower],
          ),
        );
        drawStoop(scene, { x: middle - d / 2 - 5, y: g - h * 0.2, width: d + 10, ground: g });
        continue;
      }
      const height = h * (isGroundFloor ? 0.53 : 0.58);
      drawWindow(scene, { x: middle - windowWidth / 2, y, width: windowWidth, height, head: "hood", frame: 1.6 });
    }
  }
  return top;
}
