import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

/** The museum with three bronze tiers that widen upward, turned so that one face is lit. */
export function drawCorona(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const ground = H * 0.82;
  const x = W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.58 : 0.42);
  const half = H * random.pick([0.44, 0.5, 0.56]);
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: H * 0.8 });
  drawStars(scene, 22, H * 0.5);
  drawSun(scene, W * (k > 0 ? 0.18 : 0.82), H * random.between(0.2, 0.32), H * random.between(0.12, 0.17));
  const bronze = palette.isNight
    ? mixInks(palette.accent, palette.dark, 0.45)
    : mixInks(palette.walls[0], palette.accent, random.pick([0.3, 0.45, 0.6]));
  for (const tier of [0, 1, 2])
    drawTier(scene, { x, half, bottom: ground - H * (0.1 + tier * 0.19), ink: bronze, depth: tier });
  scene.fill(
    -1,
    palette.isLit ? palette.glow : palette.glass,
    pen.rect(x - half * 0.66, ground - H * 0.1, half * 1.32, H * 0.1),
  );
  scene.fill(5, palette.dark, pen.rect(x - half * 1.25, ground - H * 0.06, half * 2.5, H * 0.014));
  drawGrounds(scene, x, half, ground);
  const person = { ground: H * 0.94, height: H * 0.13, facing: k, depth: 60 } as const;
  drawPerson(scene, { ...person, x: x - k * H * 0.2 });
  drawPerson(scene, { ...person, x: x - k * H * 0.28, coat: palette.dark, wearsDress: true });
}

const FOOT = 0.74;

function drawTier(scene: Scene, tier: { x: number; half: number; bottom: number; ink: string; depth: number }): void {
  const { palette, pen, height: H } = scene;
  const { x, half, bottom, ink, depth } = tier;
  const top = bottom - H * 0.19;
  const foot = half * FOOT;
  const ridge = half * 0.12;
  const light = mixInks(ink, palette.paper, palette.isNight ? 0.08 : 0.22);
  const dark = mixInks(ink, palette.dark, 0.4);
  const isSunLeft = palette.shadeSide > 0;
  scene.fill(
    depth,
    isSunLeft ? light : dark,
    pen.polygon([x - foot, bottom], [x - half, top], [x + ridge, top], [x + ridge * FOOT, bottom]),
  );
  scene.fill(
    depth,
    isSunLeft ? dark : light,
    pen.polygon([x + ridge * FOOT, bottom], [x + ridge, top], [x + half, top], [x + foot, bottom]),
  );
  let lattice = "";
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 11; column += 1) {
      const up = (row + 0.5) / 3;
      const holeX = x + (((column + 0.5) / 11) * 2 - 1) * (foot + (half - foot) * up);
      const holeY = bottom - (bottom - top) * up;
      const q = H * 0.02;
      lattice += pen.polygon(
        [holeX - q, holeY],
        [holeX, holeY - q * 1.3],
        [holeX + q, holeY],
        [holeX, holeY + q * 1.3],
      );
    }
  scene.fill(
    depth + 0.5,
    palette.isNight ? palette.glow : mixInks(ink, palette.dark, 0.28),
    lattice,
    ` opacity="${palette.isNight ? ".8" : ".55"}"`,
  );
  scene.shade(
    depth + 0.6,
    pen.polygon(
      [x - foot, bottom],
      [x + foot, bottom],
      [x + foot + 3, bottom - H * 0.02],
      [x - foot - 3, bottom - H * 0.02],
    ),
  );
}

function drawGrounds(scene: Scene, x: number, half: number, ground: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let trees = "";
  for (let i = 0; i < 12; i += 1) trees += pen.circle((W * i) / 11, ground - H * 0.03, H * random.between(0.05, 0.1));
  scene.fill(-2.5, mixInks(palette.leaf, palette.skyLow, 0.35), trees);
  scene.fill(-2, mixInks(palette.leaf, palette.dark, 0.1), pen.rect(0, ground - H * 0.02, W, H));
  scene.fill(
    6,
    palette.ground,
    pen.polygon([x - H * 0.2, ground], [x + H * 0.2, ground], [x + H * 0.7, H], [x - H * 0.7, H]),
  );
  if (palette.isNight) return;
  const k = palette.shadeSide;
  scene.shade(
    7,
    pen.polygon(
      [x - half * 0.7, ground],
      [x + half * 0.7, ground],
      [x + half * 0.7 + k * H * 0.3, H],
      [x - half * 0.7 + k * H * 0.4, H],
    ),
  );
}
