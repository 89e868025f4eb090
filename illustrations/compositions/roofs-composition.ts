import { drawHouse } from "../houses/houses.ts";
import type { HouseKind } from "../houses/house-parts.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawBirds, drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

/** Rooftops with the street below the lower edge. More than half is sky. */
export function drawRoofs(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.1, bottom: H });
  drawStars(scene, 30, H * 0.5);
  const isSunLeft = palette.shadeSide > 0;
  const sunX = W * (isSunLeft ? random.between(0.16, 0.3) : random.between(0.7, 0.84));
  drawSun(scene, sunX, H * random.between(0.26, 0.36), H * random.between(0.17, 0.24));
  const kindOffset = random.integer(0, 6);
  const walls = random.shuffle(palette.walls);
  drawFarRoofs(scene, mixInks(palette.skyLow, cyclic(walls, 0), palette.isNight ? 0.5 : 0.38));
  let x = -20;
  for (let i = 0; x < W; i += 1) {
    const width = H * 0.44 * scene.partScale * random.between(0.85, 1.1);
    drawHouse(scene, {
      kind: cyclic(KINDS, kindOffset + i),
      x,
      width,
      ground: H * 1.42,
      wall: cyclic(walls, cyclic([0, 0, 1], i)),
      storeyHeight: H * random.between(0.27, 0.31),
      isFlipped: random.chance(0.5),
      windowHead: random.pick(["segment", "round", "flat"] as const),
    });
    x += width;
  }
  drawBirds(scene, W * (isSunLeft ? 0.6 : 0.3), H * 0.16);
}

const KINDS: readonly HouseKind[] = ["turret", "bay", "italianate", "federal", "octagon", "turret", "bay"];

function drawFarRoofs(scene: Scene, ink: string): void {
  const { pen, random, width: W, height: H } = scene;
  let roofs = "";
  for (let x = -10; x < W;) {
    const width = H * random.between(0.16, 0.26);
    const top = H - H * random.between(0.34, 0.44);
    roofs += pen.rect(x, top, width + 1, H - top);
    const kind = random.next();
    if (kind < 0.3) roofs += pen.polygon([x, top], [x + width * 0.5, top - H * 0.13], [x + width, top]);
    else if (kind < 0.5) roofs += pen.rect(x + width * 0.2, top - H * 0.07, width * 0.13, H * 0.08);
    x += width;
  }
  scene.fill(-60, ink, roofs);
}
