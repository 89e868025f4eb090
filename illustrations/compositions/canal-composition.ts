import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawDisc, drawSky, drawStars, drawGrain } from "../drawing/sky.ts";
import { createView, type View } from "../houses/street-houses.ts";
import { drawTree } from "../drawing/trees.ts";

type Canal = {
  view: View;
  /** 1 when the towpath is on the right. */
  side: 1 | -1;
  farBank: number;
  nearBank: number;
  water: string;
};

/** The C&O Canal: brick warehouses on one bank, trees on the towpath, the water a mirror between. */
export function drawCanal(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const x = W * random.pick([0.4, 0.6]);
  const side = x < W / 2 ? 1 : -1;
  const view = createView({ vanishingX: x, horizon: H * random.pick([0.47, 0.5, 0.54]), focus: H, eye: 2 });
  const canal: Canal = {
    view,
    side,
    farBank: -side * 3.2,
    nearBank: side * 1.1,
    water: mixInks(palette.river, palette.sky, 0.35),
  };
  drawSky(scene, view.horizon);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: view.horizon });
  drawStars(scene, 16, H * 0.3);
  drawDisc(scene, x, view.horizon - H * 0.04, H * (palette.isNight ? 0.07 : 0.13));
  drawBanks(scene, canal);
  drawWarehouses(scene, canal);
  drawRipples(scene, canal);
  if (random.chance(0.7)) drawFootbridge(scene, canal);
  else drawBoat(scene, canal);
  drawTowpathTrees(scene, canal);
  const [personX, ground] = view.at(side * 2.1, 0.4, 6.2);
  drawPerson(scene, {
    x: personX,
    ground,
    height: H * 0.24,
    depth: 70,
    facing: side,
    hasDog: random.chance(0.7),
    wearsDress: random.chance(0.4),
  });
}

function drawBanks(scene: Scene, { view, side, farBank, nearBank, water }: Canal): void {
  const { palette, pen, width: W, height: H } = scene;
  const { at, horizon } = view;
  const strip = (x1: number, y1: number, x2: number, y2: number) =>
    pen.polygon(at(x1, y1, 300), at(x2, y2, 300), at(x2, y2, 1.5), at(x1, y1, 1.5));
  scene.fill(-80, mixInks(palette.leaf, palette.ground, 0.35), pen.rect(0, horizon, W, H - horizon));
  scene.fill(-79, water, strip(farBank, 0, nearBank, 0));
  scene.fill(
    -78,
    mixInks(palette.trim, palette.slate, 0.5),
    strip(nearBank, 0, nearBank, 0.4) + strip(farBank, 0, farBank, 0.5),
  );
  scene.fill(-77, mixInks(palette.ground, palette.walls[1], 0.25), strip(nearBank, 0.4, side * 3.4, 0.4));
}

function drawWarehouses(scene: Scene, { view, side, farBank, water }: Canal): void {
  const { palette, pen, random } = scene;
  const { at } = view;
  const isSunny = side * palette.shadowX < 0;
  const houses: { z: number; length: number; height: number; wall: string }[] = [];
  for (let z = 6; z < 80;) {
    const length = random.between(6, 10);
    houses.push({ z, length, height: random.between(6, 10), wall: cyclic(palette.walls, random.pick([0, 0, 1])) });
    z += length;
  }
  houses.reverse();
  const x = -side * 5.4;
  const panel = (low: number, high: number, near: number, far: number) =>
    pen.polygon(at(x, low, near), at(x, high, near), at(x, high, far), at(x, low, far));
  for (const [i, { z, length, height, wall }] of houses.entries()) {
    const air = Math.min(0.7, z / 70);
    const ink = scene.fadeIntoSky(mixInks(wall, palette.dark, isSunny ? 0.1 : 0.38), air * 0.7);
    const isLit = palette.isNight || (palette.isDusk && random.chance(0.5));
    let windows = "";
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 3; column += 1) {
        const low = 1.4 + row * height * 0.28;
        windows += panel(
          low,
          low + height * 0.15,
          z + (length * (column + 0.25)) / 3,
          z + (length * (column + 0.7)) / 3,
        );
      }
    scene.at(-60 + i * 0.1, () => {
      scene.fill(0, ink, panel(0, height, z, z + length));
      scene.fill(
        1,
        isLit ? scene.fadeIntoSky(palette.glow, air * 0.5) : scene.fadeIntoSky(palette.glass, air * 0.7),
        windows,
      );
      scene.fill(2, scene.fadeIntoSky(palette.trim, air * 0.6), panel(height - 0.5, height, z, z + length));
    });
    const mirrored = pen.polygon(
      at(farBank, 0, z),
      at(farBank, 0, z + length),
      at(farBank + side * 2, 0, z + length),
      at(farBank + side * 2, 0, z),
    );
    scene.fill(-76 + i * 0.01, mixInks(ink, water, 0.45), mirrored);
  }
}

function drawRipples(scene: Scene, { view, farBank, nearBank, water }: Canal): void {
  const { palette, pen, random } = scene;
  let lines = "";
  for (let i = 0; i < 16; i += 1) {
    const z = random.between(2.2, 14);
    const [x, y] = view.at(farBank + (nearBank - farBank) * random.between(0.1, 0.8), 0, z);
    lines += pen.rect(x, y, (view.focus / z) * 0.5, Math.max(1, 6 / z));
  }
  scene.fill(-70, mixInks(water, palette.paper, 0.4), lines);
}

function drawFootbridge(scene: Scene, { view, farBank, nearBank }: Canal): void {
  const { palette, pen, height: H } = scene;
  const [farX, y] = view.at(farBank, 0, 16);
  const [nearX] = view.at(nearBank, 0, 16);
  const [left, right] = [Math.min(farX, nearX) - H * 0.03, Math.max(farX, nearX) + H * 0.03];
  const middle = (left + right) / 2;
  const arc = (base: number, rise: number, thickness: number) =>
    pen.path`M${left} ${base}Q${middle} ${base - rise} ${right} ${base}v${-thickness}Q${middle} ${base - rise - thickness} ${left} ${base - thickness}z`;
  scene.fill(-20, palette.dark, arc(y, H * 0.14, 5) + arc(y - H * 0.04, H * 0.15, 2));
}

/** A mule-drawn canal boat. */
function drawBoat(scene: Scene, { view, farBank, nearBank }: Canal): void {
  const { palette, pen, height: H } = scene;
  const [x, y] = view.at((farBank + nearBank) / 2, 0, 8);
  const half = H * 0.1;
  scene.fill(
    -19,
    mixInks(palette.dark, palette.river, 0.3),
    pen.rect(x - half * 1.1, y, half * 2.2, H * 0.03),
    ' opacity=".5"',
  );
  scene.fill(
    -18,
    palette.walls[0],
    pen.polygon(
      [x - half * 1.1, y - H * 0.06],
      [x + half * 1.1, y - H * 0.06],
      [x + half * 0.9, y + H * 0.01],
      [x - half * 0.9, y + H * 0.01],
    ),
  );
  scene.fill(-18, palette.trim, pen.rect(x - half * 0.8, y - H * 0.12, half * 1.6, H * 0.06));
  scene.fill(
    -17,
    palette.isLit ? palette.glow : palette.glass,
    pen.rect(x - half * 0.6, y - H * 0.105, half * 0.45, H * 0.03) +
      pen.rect(x + half * 0.15, y - H * 0.105, half * 0.45, H * 0.03),
  );
  scene.fill(-17, palette.accent, pen.rect(x - half * 0.9, y - H * 0.13, half * 1.8, H * 0.014));
  scene.shade(-16, scene.awayFromSun(x - half, y - H * 0.12, half * 2, H * 0.13, 0.35));
}

function drawTowpathTrees(scene: Scene, { view, side }: Canal): void {
  for (const z of [30, 19, 12, 7.2]) {
    const [x, ground] = view.at(side * 4.1, 0.4, z);
    drawTree(scene, {
      x,
      ground,
      height: (8 * view.focus) / z,
      kind: z < 9 ? "round" : "oval",
      depth: 20 - z * 0.3,
      ink: scene.fadeIntoSky(scene.palette.leaf, Math.min(0.6, z / 50)),
      leaves: z < 13 ? 14 : 6,
      hasNoShadow: true,
    });
  }
}
