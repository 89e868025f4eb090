import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import type { Scene } from "../scene.ts";
import { drawDisc, drawSky, drawStars, drawGrain } from "../drawing/sky.ts";
import { createView, drawStreetHouse, type StreetHouse, type View } from "../houses/street-houses.ts";
import type { Point } from "../drawing/svg-pen.ts";
import { drawTree } from "../drawing/trees.ts";
import { drawVista, vistaOf } from "../drawing/vistas.ts";

/** A street of rowhouses down to its vanishing point: one row in the sun, one in shade. */
export function drawStreet(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const view = createView({
    vanishingX: W * random.pick([0.36, 0.42, 0.58, 0.64]),
    horizon: H * random.between(0.68, 0.74),
    focus: H * 1.02,
  });
  const halfWidth = random.between(7.5, 9);
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.05, bottom: view.horizon });
  drawStars(scene, 16, H * 0.4);
  const vista = vistaOf(brief.neighborhood) ?? random.pick(["dome", "monument", "steeple", "sun"] as const);
  if (vista !== "sun" && !palette.isNight)
    drawDisc(scene, view.vanishingX + H * 0.04, view.horizon - H * 0.13, H * 0.15);
  drawVista(scene, { kind: vista, x: view.vanishingX, ground: view.horizon + 2, size: H * 0.2 });

  const edge = halfWidth - 3;
  const road = pen.polygon(view.at(-edge, 0, 400), view.at(edge, 0, 400), view.at(edge, 0, 2), view.at(-edge, 0, 2));
  scene.fill(-60, palette.ground, pen.rect(0, view.horizon, W, H - view.horizon));
  scene.fill(-59, palette.road, road);
  const isLeftShaded = palette.shadeSide > 0;
  for (const side of [-1, 1] as const) {
    const isShaded = side < 0 === isLeftShaded;
    drawSideOfStreet(scene, view, { side, isShaded, wallX: side * halfWidth });
  }
  if (random.chance(0.7)) drawTreesInFile(scene, view, (isLeftShaded ? 1 : -1) * (halfWidth - 2.3));
  const [x, ground] = view.at(isLeftShaded ? 1.5 : -1.5, 0, random.between(13, 18));
  drawPerson(scene, {
    x,
    ground,
    height: H * 0.1,
    depth: 400,
    wearsDress: random.chance(0.5),
    facing: isLeftShaded ? -1 : 1,
    hasDog: random.chance(0.3),
  });
}

function drawSideOfStreet(scene: Scene, view: View, row: { side: 1 | -1; isShaded: boolean; wallX: number }): void {
  const { palette, random } = scene;
  const houses: StreetHouse[] = [];
  for (let z = 5.2 + random.next() * 2; z < 80;) {
    const depth = z > 34 ? random.between(9, 13) : random.between(5, 6.6);
    const kind = random.pick(["flat", "bay", "turret", "bay", "gable", "flat"] as const);
    houses.push({ z, depth, height: random.between(9, 12.5), wall: random.pick(palette.walls), kind, ...row });
    z += depth;
  }
  houses.reverse();
  for (const [i, house] of houses.entries())
    scene.at((row.isShaded ? 0 : 10) + (i + 1) * 0.1, () => drawStreetHouse(scene, view, house));
  if (row.isShaded && !palette.isNight) castRowShadow(scene, view, houses, row.wallX);
}

/** The shaded row's shadow on the road: its edge is the roofline. */
function castRowShadow(scene: Scene, view: View, houses: readonly StreetHouse[], wallX: number): void {
  const side = Math.sign(wallX);
  const edge = houses.flatMap((house): Point[] => {
    const reach = wallX - side * Math.min(2 * Math.abs(wallX), house.height * 1.12);
    return [view.at(reach, 0, house.z + house.depth), view.at(reach, 0, house.z)];
  });
  scene.shade(-20, scene.pen.polygon(view.at(wallX, 0, 200), ...edge, view.at(wallX, 0, 1.2)));
}

/** A row of trees on the sunny side. */
function drawTreesInFile(scene: Scene, view: View, streetX: number): void {
  for (const z of [38, 24, 15.5]) {
    const [x, ground] = view.at(streetX, 0, z);
    drawTree(scene, {
      x,
      ground,
      height: (7.5 * view.focus) / z,
      kind: "column",
      depth: 40 + (50 - z) * 5,
      ink: scene.fadeIntoSky(scene.palette.leaf, ((z - 8) / 60) * 0.6),
      leaves: 3,
      hasNoShadow: true,
    });
  }
}
