import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import { bushyBank } from "../drawing/landscape.ts";
import type { Scene } from "../scene.ts";
import { drawStars, drawGrain, sunInk } from "../drawing/sky.ts";
import { branchOutline, drawTree } from "../drawing/trees.ts";

/** The Washington Monument in front of the sun, both reflected in still water. */
export function drawPool(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const horizon = H * 0.6;
  const x = W * random.pick([0.38, 0.62, 0.5]);
  scene.fill(-100, palette.sky, pen.rect(0, 0, W, horizon));
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: horizon });
  drawStars(scene, 26, horizon * 0.8);
  scene.fill(
    -98,
    palette.isNight ? palette.paper : sunInk(scene),
    pen.circle(x, horizon - H * 0.1, H * (palette.isNight ? 0.12 : 0.22)),
  );
  drawObelisk(scene, x, horizon);
  scene.fill(2, mixInks(palette.leaf, palette.skyLow, 0.45), bushyBank(scene, horizon - H * 0.05, horizon, H * 0.08));
  const treeline = pen.polygon([-4, horizon], [-4, horizon - H * 0.2], [x - H * 0.34, horizon]);
  scene.fill(
    3,
    mixInks(palette.leaf, palette.dark, 0.3),
    treeline + pen.polygon([W + 4, horizon], [W + 4, horizon - H * 0.2], [x + H * 0.34, horizon]),
  );
  drawWater(scene, x, horizon);
  scene.at(20, () => {
    const personX = Math.max(H * 0.13, Math.min(W - H * 0.13, x + k * H * 0.56));
    drawPerson(scene, { x: personX, ground: H * 0.93, height: H * 0.14, facing: k > 0 ? -1 : 1, wearsDress: true });
    if (scene.shape === "wide")
      for (const [across, height] of [
        [0.08, 0.8],
        [0.95, 0.9],
      ] as const)
        drawTree(scene, { x: W * across, ground: H * 0.985, height: H * height, kind: "round" });
  });
  if (!palette.isNight && random.chance(0.8)) drawBlossomTwig(scene, x > W * 0.5 ? -6 : W + 6);
}

const HALF_WIDTH = 0.032;

function drawObelisk(scene: Scene, x: number, horizon: number): void {
  const { palette, pen, height: H } = scene;
  const w = H * HALF_WIDTH;
  const [tip, shoulder] = [H * 0.09, H * 0.13];
  scene.fill(
    0,
    mixInks(palette.stone, palette.dark, 0.06),
    pen.polygon([x - w, horizon], [x - w * 0.62, shoulder], [x, tip], [x + w * 0.62, shoulder], [x + w, horizon]),
  );
  const k = palette.shadeSide;
  scene.shade(1, pen.polygon([x, horizon], [x, tip], [x + k * w * 0.62, shoulder], [x + k * w, horizon]));
}

function drawWater(scene: Scene, x: number, horizon: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const w = H * HALF_WIDTH;
  const water = palette.isNight ? mixInks(palette.sky, palette.dark, 0.3) : mixInks(palette.sky, palette.river, 0.34);
  const surface = pen.polygon(
    [x - H * 0.16, horizon + H * 0.015],
    [x + H * 0.16, horizon + H * 0.015],
    [x + H * 0.62, H + 4],
    [x - H * 0.62, H + 4],
  );
  const edge = (k: number) =>
    pen.polygon(
      [x + k * H * 0.17, horizon + H * 0.01],
      [x + k * H * 0.16, horizon + H * 0.01],
      [x + k * H * 0.62, H + 4],
      [x + k * H * 0.68, H + 4],
    );
  scene.fill(5, mixInks(palette.ground, palette.leaf, 0.5), pen.rect(0, horizon, W, H - horizon));
  scene.fill(6, water, surface);
  scene.fill(6, mixInks(palette.paper, palette.slate, 0.2), edge(-1) + edge(1));
  let ripples = "";
  for (let i = 0; i < 9; i += 1)
    ripples += pen.rect(
      x + random.between(-0.3, 0.2) * H,
      horizon + H * (0.05 + 0.042 * i),
      H * random.between(0.05, 0.16),
      1.6,
    );
  scene.within(surface, () => {
    const disc = palette.isNight ? mixInks(palette.paper, water, 0.4) : mixInks(sunInk(scene), water, 0.25);
    scene.fill(7, disc, pen.ellipse(x, horizon + H * 0.12, H * (palette.isNight ? 0.1 : 0.18), H * 0.16));
    const mirrored = pen.polygon(
      [x - w, horizon + H * 0.015],
      [x + w, horizon + H * 0.015],
      [x + w * 0.7, H * 0.97],
      [x, H],
      [x - w * 0.7, H * 0.97],
    );
    scene.fill(8, mixInks(palette.stone, water, 0.22), mirrored);
    scene.fill(9, mixInks(water, palette.paper, 0.4), ripples);
  });
}

function drawBlossomTwig(scene: Scene, x: number): void {
  const { palette, height: H } = scene;
  const twig = { x, y: H * 0.04, length: H * 0.62, direction: x < 0 ? 0.3 : 2.84 };
  const { wood, leaves } = branchOutline(scene, {
    ...twig,
    leaf: H * 0.03,
    leavesPerPart: 3,
    thickness: 5,
    plumpness: 0.6,
  });
  scene.fill(40, palette.dark, wood);
  scene.fill(41, palette.blossom, leaves);
}
