import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

/** A terrace at dusk: string lights, two people at a table, the low city behind. */
export function drawRooftop(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const horizon = H * random.pick([0.57, 0.6, 0.63]);
  drawSky(scene, horizon);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: horizon });
  drawStars(scene, 20, H * 0.4);
  const radius = H * random.between(0.1, 0.14);
  // Above the far roofs: in their colors a foot cut off by one looks like a mistake.
  drawSun(scene, W * (k > 0 ? 0.3 : 0.7), horizon - H * 0.2 - radius, radius);
  drawSkyline(scene, horizon);
  drawFarRoofs(scene, horizon);
  drawNearRoofs(scene, horizon);
  const parapet = H * 0.76;
  drawTerrace(scene, parapet);
  drawStringLights(scene);
  drawParty(scene, parapet);
}

function drawSkyline(scene: Scene, horizon: number): void {
  const { palette, pen, width: W, height: H } = scene;
  const isSunLeft = palette.shadeSide > 0;
  const far = mixInks(palette.slate, palette.skyLow, 0.55);
  const [x, top] = [W * (isSunLeft ? 0.72 : 0.28), H * 0.165];
  const monument = pen.polygon(
    [x - H * 0.02, horizon],
    [x - H * 0.013, H * 0.2],
    [x, top],
    [x + H * 0.013, H * 0.2],
    [x + H * 0.02, horizon],
  );
  const [d, s] = [W * (isSunLeft ? 0.46 : 0.56), H * 0.11];
  const capitol =
    pen.rect(d - s * 0.9, horizon - s * 0.9, s * 1.8, s * 0.9) +
    pen.rect(d - s * 0.33, horizon - s * 1.25, s * 0.66, s * 0.4) +
    pen.dome(d, horizon - s * 1.2, s * 0.3, s * 0.44) +
    pen.rect(d - 2, horizon - s * 1.85, 4, s * 0.25);
  scene.fill(-60, far, monument + capitol);
}

function drawFarRoofs(scene: Scene, horizon: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const ink = mixInks(palette.slate, palette.skyLow, 0.25);
  let [roofs, windows] = ["", ""];
  for (let x = -5; x < W;) {
    const width = H * random.between(0.1, 0.2);
    const top = horizon - H * random.between(0.05, 0.13);
    roofs += pen.rect(x, top, width + 1, horizon + H * 0.2 - top);
    if (random.chance(0.4)) roofs += pen.rect(x + width * 0.3, top - H * 0.04, width * 0.2, H * 0.05);
    for (const across of [0.15, 0.43, 0.71])
      if (random.chance(0.7)) windows += pen.rect(x + width * across, top + 6, width * 0.12, 7);
    x += width;
  }
  scene.fill(-50, ink, roofs);
  scene.fill(-49, palette.isLit ? palette.glow : mixInks(ink, palette.dark, 0.3), windows);
}

function drawNearRoofs(scene: Scene, horizon: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let roofs = "";
  for (let x = -8; x < W;) {
    const width = H * random.between(0.2, 0.34);
    const top = horizon - H * random.between(-0.02, 0.06);
    const kind = random.next();
    roofs += pen.rect(x, top + H * 0.05, width + 1, H);
    if (kind < 0.35)
      roofs += pen.polygon([x, top + H * 0.055], [x + width * 0.3, top - H * 0.12], [x + width * 0.6, top + H * 0.055]);
    else if (kind < 0.7) roofs += pen.rect(x + width * 0.3, top, width * 0.25, H * 0.06);
    x += width;
  }
  scene.fill(-40, mixInks(palette.dark, palette.walls[0], 0.25), roofs);
}

function drawTerrace(scene: Scene, parapet: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let railing = pen.rect(-4, parapet, W + 8, 4) + pen.rect(-4, parapet + H * 0.16, W + 8, H * 0.2);
  if (random.chance(0.6)) for (let x = 0; x < W; x += H * 0.035) railing += pen.rect(x, parapet, 1.8, H * 0.17);
  else
    for (let x = 0; x < W; x += H * 0.16)
      railing +=
        pen.rect(x, parapet, 3, H * 0.17) +
        pen.bar(x, parapet, x + H * 0.16, parapet + H * 0.17, 2) +
        pen.bar(x, parapet + H * 0.17, x + H * 0.16, parapet, 2);
  scene.fill(0, palette.dark, railing);
  scene.fill(1, mixInks(palette.walls[0], palette.dark, 0.45), pen.rect(-4, H * 0.9, W + 8, H * 0.2));
}

function drawStringLights(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const span = W / Math.round(W / (H * 0.6));
  const top = H * 0.1;
  let [wire, bulbs] = ["", ""];
  for (let x = -span / 2; x < W; x += span) {
    wire += pen.path`M${x} ${top}Q${x + span / 2} ${H * 0.26} ${x + span} ${top}v1.6Q${x + span / 2} ${H * 0.26 + 1.6} ${x} ${top + 1.6}z`;
    for (let i = 0; i < 7; i += 1) {
      const along = i / 7;
      bulbs += pen.circle(x + span * along, top + 2 * along * (1 - along) * H * 0.16 + 6, H * 0.0105);
    }
  }
  scene.fill(5, palette.dark, wire);
  scene.fill(6, palette.isLit ? palette.glow : palette.paper, bulbs);
}

function drawParty(scene: Scene, parapet: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const x = W * (palette.shadeSide > 0 ? 0.3 : 0.7);
  const isSeated = random.chance(0.25);
  scene.at(10, () => {
    scene.fill(0, palette.accent, pen.ellipse(x, parapet + H * 0.1, H * 0.14, H * 0.02));
    scene.fill(0, palette.dark, pen.rect(x - 2, parapet + H * 0.1, 4, H * 0.16));
    drawGlass(scene, x - H * 0.05, parapet);
    drawGlass(scene, x + H * 0.05, parapet);
    const people = [
      { x: x - H * 0.18, facing: 1, wearsDress: random.chance(0.6), coat: palette.walls[1] },
      { x: x + H * 0.19, facing: -1, wearsDress: random.chance(0.3), coat: palette.walls[2] },
    ] as const;
    for (const person of people)
      drawPerson(scene, {
        ...person,
        ground: H * (isSeated ? 1.08 : 1.02),
        height: H * 0.38,
        depth: -1,
        hasNoShadow: true,
      });
    if (scene.shape === "square" || scene.shape === "card") return;
    for (const [i, across] of [0.08, 0.5, 0.92].entries()) {
      if (Math.abs(W * across - x) < H * 0.4) continue;
      const coat = [palette.dark, palette.accent, palette.paper][i] ?? palette.paper;
      drawPerson(scene, {
        x: W * across,
        ground: H * 1.01,
        height: H * 0.36,
        facing: across < 0.5 ? 1 : -1,
        coat,
        depth: -1,
        hasNoShadow: true,
      });
    }
  });
}

function drawGlass(scene: Scene, x: number, parapet: number): void {
  const { palette, pen, height: H } = scene;
  const q = H * 0.03;
  const bowl = parapet + H * 0.02;
  const stem = pen.rect(x - 1, bowl + q * 0.8, 2, H * 0.06) + pen.rect(x - q * 0.6, parapet + H * 0.09, q * 1.2, 2);
  scene.fill(2, palette.paper, pen.polygon([x - q, bowl - q * 0.4], [x + q, bowl - q * 0.4], [x, bowl + q]) + stem);
  scene.fill(
    3,
    palette.accent,
    pen.polygon([x - q * 0.7, bowl - q * 0.1], [x + q * 0.7, bowl - q * 0.1], [x, bowl + q]),
  );
}
