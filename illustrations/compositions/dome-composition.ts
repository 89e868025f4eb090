import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawBranch } from "../drawing/trees.ts";

type Dome = { x: number; base: number; radius: number; ground: number; stone: string; groove: string };

/** The Capitol's dome, off to one side, filling the picture. */
export function drawDome(scene: Scene): void {
  const { palette, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const dome: Dome = {
    x: W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.66 : 0.34),
    base: H * 0.5,
    radius: H * 0.235,
    ground: H * 0.9,
    stone: palette.stone,
    groove: mixInks(palette.stone, palette.dark, palette.isNight ? 0.5 : 0.38),
  };
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: H });
  drawStars(scene, 24, H * 0.6);
  drawSun(scene, W * (k > 0 ? 0.2 : 0.8), H * 0.34, H * 0.19);
  drawShell(scene, dome);
  drawDrum(scene, dome);
  drawWings(scene, dome);
  drawLawn(scene, dome);
  scene.at(20, () => {
    drawPerson(scene, { x: dome.x - k * H * 0.1, ground: H * 0.975, height: H * 0.1, facing: k });
    const branch = { x: k > 0 ? -6 : W + 6, y: H * 0.02, length: H * 0.5, direction: k > 0 ? 0.35 : 2.8 };
    drawBranch(scene, 0, { ...branch, leaf: H * 0.05, thickness: 5 });
  });
}

/** One tier of the drum, its far third in shade. */
function drawTier(
  scene: Scene,
  dome: Dome,
  tier: { halfWidth: number; y: number; height: number; depth: number },
): void {
  const { halfWidth: w, y, height, depth } = tier;
  scene.fill(depth, dome.stone, scene.pen.rect(dome.x - w, y, 2 * w, height));
  scene.shade(depth + 0.5, scene.awayFromSun(dome.x - w, y, 2 * w, height, 0.34));
}

function drawShell(scene: Scene, dome: Dome): void {
  const { palette, pen } = scene;
  const { x, base, radius: r, groove, stone } = dome;
  const k = palette.shadeSide;
  const top = base - r * 1.25;
  const half = (side: number) =>
    pen.path`C${x + side * r * 0.5} ${base - r * 1.18} ${x + side * r} ${base - r * 0.85} ${x + side * r} ${base}`;
  scene.fill(
    0,
    stone,
    pen.path`M${x - r} ${base}C${x - r} ${base - r * 0.85} ${x - r * 0.5} ${base - r * 1.18} ${x - r * 0.2} ${top}h${r * 0.4}${half(1)}z`,
  );
  let ribs = "";
  for (let i = 1; i < 9; i += 1) {
    const across = Math.cos((Math.PI * i) / 9);
    const [head, bend, foot] = [x + across * r * 0.19, x + across * r * 0.86, x + across * r];
    ribs += pen.path`M${head - 0.8} ${base - r * 1.24}Q${bend} ${base - r * 0.86} ${foot - 0.8} ${base}h1.8Q${bend + 1.8} ${base - r * 0.86} ${head + 0.8} ${base - r * 1.24}z`;
  }
  scene.fill(0.3, groove, ribs);
  const shade = pen.path`M${x + k * r * 0.06} ${top}h${k * r * 0.14}${half(k)}H${x + k * r * 0.34}Q${x + k * r * 0.3} ${base - r * 0.9} ${x + k * r * 0.06} ${top}z`;
  scene.shade(0.6, shade);
  drawTier(scene, dome, { halfWidth: r * 0.2, y: base - r * 1.62, height: r * 0.38, depth: 1 });
  const slits = [-0.12, -0.03, 0.06].map((across) => pen.rect(x + r * across, base - r * 1.58, r * 0.055, r * 0.28));
  scene.fill(2, palette.isNight ? palette.glow : groove, slits.join(""));
  const statue = pen.rect(x - 2, base - r * 1.98, 4, r * 0.2) + pen.circle(x, base - r * 1.98, 3.4);
  scene.fill(2, stone, pen.dome(x, base - r * 1.62, r * 0.17, r * 0.2) + statue);
}

function drawDrum(scene: Scene, dome: Dome): void {
  const { palette, pen, height: H } = scene;
  const { x, base, radius: r, groove, stone } = dome;
  const tier = (halfWidth: number, y: number, height: number, depth: number) =>
    drawTier(scene, dome, { halfWidth, y, height, depth });
  tier(r * 1.08, base, H * 0.025, 3);
  tier(r * 0.98, base + H * 0.025, H * 0.06, 2);
  const windows = Array.from({ length: 11 }, (_, i) =>
    pen.rect(x - r * 0.9 + i * r * 0.172, base + H * 0.034, r * 0.07, H * 0.04),
  );
  scene.fill(2.3, groove, windows.join(""));
  tier(r * 1.2, base + H * 0.085, H * 0.022, 3);
  const colonnade = base + H * 0.107;
  scene.fill(2.2, groove, pen.rect(x - r * 1.1, colonnade, r * 2.2, H * 0.13));
  const columns = Array.from({ length: 15 }, (_, i) =>
    pen.rect(x - r * 1.06 + i * r * 0.146, colonnade, r * 0.07, H * 0.13),
  );
  scene.fill(2.3, palette.isNight ? mixInks(stone, palette.dark, 0.2) : stone, columns.join(""));
  scene.shade(2.6, scene.awayFromSun(x - r * 1.1, colonnade, r * 2.2, H * 0.13, 0.34));
  tier(r * 1.28, base + H * 0.237, H * 0.03, 3);
}

function drawWings(scene: Scene, { x, base, radius: r, ground, stone, groove }: Dome): void {
  const { palette, pen, width: W, height: H } = scene;
  const top = base + H * 0.267;
  scene.fill(
    2,
    stone,
    pen.rect(x - r * 1.9, top, r * 3.8, ground - top) + pen.rect(-4, top + H * 0.06, W + 8, ground - top),
  );
  scene.shade(2.5, pen.rect(-4, top + H * 0.06, W + 8, H * 0.012) + pen.rect(x - r * 1.9, top, r * 3.8, H * 0.014));
  let windows = "";
  for (let at = -10; at < W; at += H * 0.07)
    if (Math.abs(at - x) > r * 0.9) windows += pen.rect(at, top + H * 0.095, H * 0.026, H * 0.05);
  scene.fill(3, palette.isLit ? palette.glow : groove, windows);
  const porch = top + H * 0.03;
  scene.fill(3, groove, pen.rect(x - r * 0.8, porch, r * 1.6, ground - top));
  const columns = Array.from({ length: 8 }, (_, i) =>
    pen.rect(x - r * 0.8 + i * r * 0.215, porch, r * 0.09, ground - top),
  );
  scene.fill(
    4,
    stone,
    columns.join("") + pen.polygon([x - r * 0.9, porch], [x, top - H * 0.035], [x + r * 0.9, porch]),
  );
}

function drawLawn(scene: Scene, { x, ground: g }: Dome): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let bushes = "";
  for (let i = 0; i < 14; i += 1) bushes += pen.path`a${W / 26} ${H * random.between(0.03, 0.06)} 0 0 1 ${W / 13.6} 0`;
  scene.fill(5, palette.leaf, `${pen.path`M-4 ${g}`}${bushes}${pen.path`V${H + 2}H-4z`}`);
  scene.fill(6, mixInks(palette.leaf, palette.dark, 0.4), pen.rect(-2, g, W + 4, H * 0.2));
  scene.fill(
    7,
    mixInks(palette.leaf, palette.paper, 0.3),
    pen.polygon([x - H * 0.03, g], [x + H * 0.03, g], [x + H * 0.3, H], [x - H * 0.3, H]),
  );
}
