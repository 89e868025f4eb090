import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawBirds, drawPavement, drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawBranch, drawTree } from "../drawing/trees.ts";

type Church = {
  /** The tower's center. The nave extends from it to the shaded side. */
  x: number;
  /** 1 when the nave is on the right. */
  side: 1 | -1;
  half: number;
  top: number;
  ground: number;
  wall: string;
  stone: string;
  isPointed: boolean;
};

/** A tower in front of the sun, its nave extending out of the picture. No cross on top, so it fits any denomination. */
export function drawSteeple(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const side = palette.shadeSide;
  const wall = cyclic(palette.walls, random.integer(0, 2));
  const church: Church = {
    x: W * (scene.shape === "square" ? 0.5 : side > 0 ? 0.4 : 0.6),
    side,
    half: H * random.pick([0.1, 0.12, 0.14]),
    top: H * random.pick([0.3, 0.36, 0.4]),
    ground: H * 0.86,
    wall,
    stone: mixInks(palette.trim, wall, 0.3),
    isPointed: random.chance(0.5),
  };
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.05, bottom: H });
  drawStars(scene, 24, H * 0.5);
  drawSun(
    scene,
    church.x - side * H * random.between(0.16, 0.3),
    H * random.between(0.24, 0.36),
    H * random.between(0.15, 0.21),
  );
  drawFarRoofs(scene, church.ground);
  drawNave(scene, church);
  drawTower(scene, church);
  random.pick([drawSpire, drawSpire, drawDomedTop, drawPinnacles])(scene, church);
  const curb = drawPavement(scene, church.ground, 0.5);
  drawTree(scene, {
    x: church.x - side * H * random.between(0.42, 0.56),
    ground: curb - 4,
    height: H * random.between(0.34, 0.5),
  });
  const personX = church.x + side * H * random.between(0.2, 0.34);
  drawPerson(scene, {
    x: personX,
    ground: curb,
    height: H * 0.115,
    depth: 60,
    facing: side > 0 ? -1 : 1,
    wearsDress: random.chance(0.6),
  });
  drawBirds(scene, church.x + side * H * 0.3, H * 0.14);
  if (random.chance(0.5))
    drawBranch(scene, 70, {
      x: side > 0 ? W + 6 : -6,
      y: -6,
      length: H * 0.46,
      direction: side > 0 ? 2.6 : 0.54,
      leaf: H * 0.05,
      thickness: 5,
    });
}

function drawFarRoofs(scene: Scene, ground: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let roofs = "";
  for (let x = -10; x < W;) {
    const width = H * random.between(0.14, 0.22);
    const top = ground - H * random.between(0.16, 0.26);
    roofs += pen.rect(x, top, width + 1, ground - top);
    if (random.chance(0.4)) roofs += pen.polygon([x, top], [x + width / 2, top - H * 0.1], [x + width, top]);
    x += width;
  }
  scene.fill(-60, mixInks(palette.skyLow, cyclic(palette.walls, 1), 0.45), roofs);
}

function opening(scene: Scene, isPointed: boolean, x: number, y: number, w: number, h: number): string {
  if (!isPointed) return scene.pen.arch(x, y, w, h);
  return scene.pen
    .path`M${x} ${y + h}V${y + w * 0.8}Q${x + w * 0.08} ${y + w * 0.28} ${x + w / 2} ${y}Q${x + w * 0.92} ${y + w * 0.28} ${x + w} ${y + w * 0.8}V${y + h}z`;
}

/** The gabled front with its round window and three doors, cut by the picture's edge. */
function drawNave(scene: Scene, { x, side, half, top, ground, wall, stone, isPointed }: Church): void {
  const { palette, pen, height: H } = scene;
  const near = x + side * half * 0.9;
  const middle = x + side * (half + H * 0.34);
  const far = x + side * (half + H * 0.8);
  const eave = ground - (ground - top) * 0.56;
  const ridge = eave - H * 0.2;
  const glass = palette.isLit ? palette.glow : palette.glass;
  scene.fill(-10, wall, pen.polygon([near, ground], [near, eave], [middle, ridge], [far, eave], [far, ground]));
  scene.fill(-8, stone, pen.bar(near, eave, middle, ridge, 7) + pen.bar(middle, ridge, far, eave, 7));
  scene.shade(
    -9,
    pen.polygon(
      [near, eave + 4],
      [near + side * H * 0.13, eave + H * 0.06],
      [near + side * H * 0.13, ground],
      [near, ground],
    ),
  );
  scene.fill(-8, stone, pen.circle(middle, eave - H * 0.02, H * 0.075));
  scene.fill(-7, glass, pen.circle(middle, eave - H * 0.02, H * 0.06));
  let tracery = pen.circle(middle, eave - H * 0.02, H * 0.018);
  for (let i = 0; i < 4; i += 1) {
    const [dx, dy] = [Math.cos((i * Math.PI) / 4) * H * 0.06, Math.sin((i * Math.PI) / 4) * H * 0.06];
    tracery += pen.bar(middle - dx, eave - H * 0.02 - dy, middle + dx, eave - H * 0.02 + dy, 2);
  }
  scene.fill(-6, stone, tracery);
  for (const [i, away] of [-0.19, 0, 0.19, 0.38].entries()) {
    const [w, h] = [H * 0.085, H * (i === 1 ? 0.2 : 0.17)];
    const left = middle + side * away * H - w / 2;
    scene.fill(-8, stone, opening(scene, isPointed, left - 5, ground - h - 6, w + 10, h + 6));
    scene.fill(
      -7,
      i === 1 ? mixInks(palette.accent, palette.dark, 0.15) : glass,
      opening(scene, isPointed, left, ground - h, w, h),
    );
    scene.shade(-6, scene.towardsSun(left, ground - h * 0.7, w, h * 0.7, 0.2));
  }
  scene.fill(-6, stone, pen.rect(middle - H * 0.14, ground - 5, H * 0.28, 5));
}

function drawTower(scene: Scene, { x, half, top, ground, wall, stone, isPointed }: Church): void {
  const { palette, pen, height: H } = scene;
  const light = mixInks(wall, palette.paper, palette.isNight ? 0.06 : 0.2);
  scene.fill(0, light, pen.rect(x - half, top, 2 * half, ground - top));
  scene.shade(3, scene.awayFromSun(x - half, top, 2 * half, ground - top, 0.46));
  const courses = [0, 0.3, 0.62].map((down) =>
    pen.rect(x - half - 4, top + (ground - top) * down - 3, 2 * half + 8, 7),
  );
  scene.fill(4, stone, courses.join("") + pen.rect(x - half - 5, ground - H * 0.03, 2 * half + 10, H * 0.03));
  const glass = palette.isLit ? palette.glow : palette.glass;
  const bell = { y: top + (ground - top) * 0.06, w: half * 0.5, h: (ground - top) * 0.2 };
  for (const across of [-0.62, 0.12]) {
    const left = x + half * across;
    scene.fill(4, stone, opening(scene, isPointed, left - 3, bell.y - 4, bell.w + 6, bell.h + 4));
    scene.fill(5, palette.dark, opening(scene, isPointed, left, bell.y, bell.w, bell.h));
    let louvers = "";
    for (let y = bell.y + bell.w; y < bell.y + bell.h - 3; y += 7) louvers += pen.rect(left, y, bell.w, 2);
    scene.fill(6, mixInks(stone, palette.dark, 0.4), louvers);
  }
  const clock = top + (ground - top) * 0.46;
  scene.fill(5, palette.paper, pen.circle(x, clock, half * 0.4));
  scene.fill(
    6,
    palette.dark,
    pen.bar(x, clock, x, clock - half * 0.3, 2.4) + pen.bar(x, clock, x + half * 0.2, clock + half * 0.1, 2.4),
  );
  const [w, h] = [half * 0.9, (ground - top) * 0.26];
  scene.fill(4, stone, opening(scene, isPointed, x - w / 2 - 5, ground - h - 6, w + 10, h + 6));
  scene.fill(5, palette.accent, opening(scene, isPointed, x - w / 2, ground - h, w, h));
  scene.fill(6, palette.dark, pen.rect(x - 1, ground - h * 0.86, 2, h * 0.86));
  scene.fill(6, glass, pen.circle(x, ground - h * 0.72, w * 0.16));
}

function drawSpire(scene: Scene, { x, half, top, side }: Church): void {
  const { palette, pen, height: H } = scene;
  const peak = -H * 0.02;
  const base = half * 0.96;
  scene.fill(1, palette.slate, pen.polygon([x - base, top], [x, peak], [x + base, top]));
  scene.fill(
    2,
    mixInks(palette.slate, palette.paper, 0.3),
    pen.polygon([x - side * base, top], [x, peak], [x - side * base * 0.34, top]),
  );
  scene.fill(
    2,
    mixInks(palette.slate, palette.dark, 0.5),
    pen.polygon([x + side * base * 0.36, top], [x, peak], [x + side * base, top]),
  );
}

function drawDomedTop(scene: Scene, { x, half, top, side, stone }: Church): void {
  const { palette, pen, height: H } = scene;
  const drum = top - H * 0.07;
  const ink = mixInks(palette.walls[2], palette.leaf, 0.35);
  const height = Math.min(half * 1.5, drum - H * 0.06);
  const outline = pen.path`M${x - half * 0.9} ${drum}C${x - half * 1.1} ${drum - height * 0.5} ${x - half * 0.5} ${drum - height * 0.9} ${x} ${drum - height}C${x + half * 0.5} ${drum - height * 0.9} ${x + half * 1.1} ${drum - height * 0.5} ${x + half * 0.9} ${drum}z`;
  scene.fill(1, stone, pen.rect(x - half * 0.8, drum, half * 1.6, top - drum));
  const slits = [-0.6, -0.26, 0.08, 0.42].map((across) =>
    pen.rect(x + half * across, drum + H * 0.018, half * 0.18, H * 0.045),
  );
  scene.fill(2, palette.isLit ? palette.glow : palette.dark, slits.join(""));
  scene.fill(1.5, ink, outline);
  scene.shade(2, scene.awayFromSun(x - half * 1.1, drum - height, half * 2.2, height + 2, 0.44), scene.clip(outline));
  scene.fill(
    2.5,
    stone,
    pen.rect(x - half, drum - 3, 2 * half, 6) + pen.rect(x - 2, drum - height - H * 0.06, 4, H * 0.07),
  );
  scene.fill(3, palette.accent, pen.circle(x, drum - height - H * 0.06, 5));
  scene.shade(2.6, scene.awayFromSun(x - half * 0.8, drum + 3, half * 1.6, top - drum - 3, side === 1 ? 0.4 : 0.4));
}

function drawPinnacles(scene: Scene, { x, half, top, side, stone, wall }: Church): void {
  const { palette, pen, height: H } = scene;
  const parapet = top - H * 0.04;
  let teeth = "";
  for (let i = 0; i < 5; i += 1) teeth += pen.rect(x - half + (2 * half * i) / 4.5, parapet, (half * 2) / 9, H * 0.04);
  scene.fill(1, stone, teeth + pen.rect(x - half - 3, top - 5, 2 * half + 6, 8));
  for (const across of [-1, 1]) {
    const left = x + across * half - H * 0.02;
    scene.fill(1.5, wall, pen.rect(left, parapet - H * 0.05, H * 0.04, top - parapet + H * 0.05));
    scene.fill(
      2,
      stone,
      pen.polygon(
        [left - 3, parapet - H * 0.05],
        [left + H * 0.02, parapet - H * 0.16],
        [left + H * 0.04 + 3, parapet - H * 0.05],
      ),
    );
    if (across === side)
      scene.shade(2.5, pen.rect(left + H * 0.015, parapet - H * 0.05, H * 0.025, top - parapet + H * 0.05));
  }
  scene.fill(0.5, palette.slate, pen.polygon([x - half * 0.7, top], [x, parapet - H * 0.12], [x + half * 0.7, top]));
}
