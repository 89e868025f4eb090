import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import { bushyBank } from "../drawing/landscape.ts";
import type { Scene } from "../scene.ts";
import { drawBirds, drawDisc, drawSky, drawStars, drawGrain } from "../drawing/sky.ts";
import { drawTree } from "../drawing/trees.ts";

type Ground = { x: number; y: number; stone: string };

/** A generic memorial: stone in front of the sun, a wreath at its foot, a person standing still. */
export function drawMonument(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const ground: Ground = {
    x: W * (scene.shape === "square" ? 0.52 : k > 0 ? random.pick([0.54, 0.6]) : random.pick([0.4, 0.46])),
    y: H * 0.78,
    stone: mixInks(palette.stone, palette.walls[random.integer(0, 2)] ?? palette.stone, 0.12),
  };
  drawSky(scene, ground.y);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: ground.y });
  drawStars(scene, 20, H * 0.5);
  drawDisc(
    scene,
    ground.x - k * H * random.between(0.1, 0.26),
    H * random.between(0.36, 0.46),
    H * random.between(0.2, 0.26),
  );
  scene.fill(
    -70,
    mixInks(palette.leaf, palette.skyLow, 0.55),
    bushyBank(scene, ground.y - H * 0.14, ground.y, H * 0.1),
  );
  scene.fill(
    -60,
    mixInks(palette.leaf, palette.isNight ? palette.sky : palette.paper, 0.3),
    pen.rect(0, ground.y - H * 0.03, W, H),
  );
  drawPath(scene, ground);
  random.pick([drawStele, drawLongWall, drawStandingFigure, drawRing])(scene, ground);
  drawWreath(scene, ground);
  drawTree(scene, { x: W * (k > 0 ? 0.03 : 0.97), ground: H * 0.86, height: H * random.between(0.56, 0.7), depth: 50 });
  drawTree(scene, {
    x: W * (k > 0 ? 0.93 : 0.07),
    ground: ground.y + H * 0.02,
    height: H * random.between(0.3, 0.38),
    depth: -10,
  });
  const x = ground.x - k * H * random.between(0.34, 0.42);
  drawPerson(scene, { x, ground: H * 0.92, height: H * 0.16, depth: 60, facing: k, wearsDress: random.chance(0.5) });
  if (random.chance(0.4))
    drawPerson(scene, {
      x: x - k * H * 0.09,
      ground: H * 0.925,
      height: H * 0.11,
      depth: 60,
      facing: k,
      coat: palette.walls[1],
    });
  drawBirds(scene, W * (k > 0 ? 0.7 : 0.12), H * 0.14);
}

function drawPath(scene: Scene, { x, y }: Ground): void {
  const { palette, pen, height: H } = scene;
  const path = mixInks(palette.ground, palette.paper, 0.2);
  scene.fill(
    -50,
    path,
    pen.polygon([x - H * 0.3, y + H * 0.02], [x + H * 0.3, y + H * 0.02], [x + H * 0.62, H], [x - H * 0.62, H]),
  );
  const joints = [-0.6, 0, 0.6].map((at) => pen.bar(x + at * H * 0.3, y + H * 0.02, x + at * H * 0.62, H, 1.6));
  scene.fill(-49, mixInks(path, palette.dark, 0.16), joints.join("") + pen.rect(x - H * 0.46, H * 0.88, H * 0.92, 1.6));
}

/** The shadow of an object at x, from its foot toward the viewer. */
function shadeOnGround(scene: Scene, { x, y }: Ground, half: number, reach: number): void {
  const { palette, pen, height: H } = scene;
  if (palette.isNight) return;
  const end = x + palette.shadowX * H * reach;
  scene.shade(-5, pen.polygon([x - half, y], [x + half, y], [end + half, y + H * 0.17], [end - half, y + H * 0.17]));
}

/** A tapering shaft of three planes on two steps. */
function drawStele(scene: Scene, { x, y, stone }: Ground): void {
  const { palette, pen, height: H } = scene;
  const [foot, top, half] = [y - H * 0.09, H * 0.1, H * 0.1];
  const k = palette.shadeSide;
  shadeOnGround(scene, { x, y, stone }, H * 0.1, 0.5);
  scene.fill(
    0,
    stone,
    pen.polygon([x - half, foot], [x - half * 0.72, top], [x + half * 0.72, top], [x + half, foot]) +
      pen.polygon([x - half * 0.72, top], [x, top - H * 0.07], [x + half * 0.72, top]),
  );
  scene.shade(
    1,
    pen.polygon(
      [x + k * half * 0.1, foot],
      [x + k * half * 0.06, top - H * 0.05],
      [x + k * half * 0.72, top],
      [x + k * half, foot],
    ),
  );
  scene.fill(
    2,
    stone,
    pen.rect(x - H * 0.19, y - H * 0.05, H * 0.38, H * 0.05) + pen.rect(x - H * 0.15, foot, H * 0.3, H * 0.045),
  );
  scene.shade(
    3,
    scene.awayFromSun(x - H * 0.19, foot, H * 0.38, H * 0.09, 0.45) + pen.rect(x - H * 0.15, foot, H * 0.3, 4),
  );
}

/** Dark panels in a row that leads into the picture, with lines too small to read. */
function drawLongWall(scene: Scene, { x, y }: Ground): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const granite = mixInks(palette.dark, palette.walls[2], 0.2);
  const near = H * 0.52;
  const panels = 7;
  const at = (i: number) => {
    const share = i / panels;
    return {
      x: x - k * H * 0.34 + k * H * 0.92 * share,
      top: y - near * (0.42 + 0.58 * share),
      foot: y + H * 0.1 * share,
    };
  };
  let lines = "";
  for (let i = 0; i < panels; i += 1) {
    const [from, to] = [at(i), at(i + 1)];
    const face = pen.polygon(
      [from.x, from.top],
      [to.x - k * 2.5, to.top],
      [to.x - k * 2.5, to.foot],
      [from.x, from.foot],
    );
    scene.fill(0, i % 2 === 0 ? granite : mixInks(granite, palette.skyLow, 0.1), face);
    for (let row = 0; row < 5; row += 1) {
      const share = 0.16 + row * 0.14;
      const [left, right] = [from.x + (to.x - from.x) * 0.16, from.x + (to.x - from.x) * random.between(0.6, 0.86)];
      lines += pen.bar(left, from.top + (from.foot - from.top) * share, right, to.top + (to.foot - to.top) * share, 2);
    }
  }
  scene.fill(1, mixInks(granite, palette.paper, 0.4), lines);
  const [first, last] = [at(0), at(panels)];
  scene.shade(
    -5,
    pen.polygon(
      [first.x, first.foot],
      [last.x, last.foot],
      [last.x, last.foot + H * 0.09],
      [first.x, first.foot + H * 0.05],
    ),
  );
  const clip = scene.clip(
    pen.polygon([first.x, first.top], [last.x, last.top], [last.x, last.foot], [first.x, first.foot]),
  );
  scene.fill(
    2,
    palette.skyLow,
    pen.polygon([x, y - near], [x + H * 0.1, y - near], [x - H * 0.12, y + H * 0.1], [x - H * 0.22, y + H * 0.1]),
    `${clip} opacity=".16"`,
  );
}

/** Bronze on a high plinth: a coat, a hat under the arm. */
function drawStandingFigure(scene: Scene, ground: Ground): void {
  const { palette, pen, height: H } = scene;
  const { x, y, stone } = ground;
  const k = palette.shadeSide;
  const plinth = y - H * 0.24;
  const bronze = palette.isNight ? mixInks(palette.dark, palette.leaf, 0.3) : mixInks(palette.leaf, palette.dark, 0.55);
  shadeOnGround(scene, ground, H * 0.1, 0.48);
  scene.fill(
    0,
    stone,
    pen.rect(x - H * 0.11, plinth, H * 0.22, y - plinth) +
      pen.rect(x - H * 0.13, plinth - 5, H * 0.26, H * 0.03) +
      pen.rect(x - H * 0.16, y - H * 0.04, H * 0.32, H * 0.04),
  );
  scene.shade(1, scene.awayFromSun(x - H * 0.13, plinth - 5, H * 0.26, y - plinth, 0.45));
  const s = H * 0.042;
  const at = (dx: number, dy: number) => [x - k * dx * s, plinth - dy * s] as const;
  const body =
    pen.polygon(at(-1.5, 0), at(-1.3, 3.6), at(1.3, 3.6), at(1.6, 0), at(0.4, 0), at(0.1, 2.6), at(-0.3, 0)) +
    pen.polygon(at(-1.6, 2.4), at(-1.35, 7), at(-0.5, 7.7), at(0.6, 7.7), at(1.4, 7), at(1.7, 2.4)) +
    pen.polygon(at(1.2, 7), at(2.4, 5), at(3.6, 6), at(3.4, 6.6), at(2.4, 6.1), at(1.5, 7.4)) +
    pen.polygon(at(-1.2, 7), at(-2, 5.2), at(-1.7, 3.6), at(-1, 3.8), at(-1, 6)) +
    pen.circle(...at(0.1, 8.8), s * 0.85);
  scene.fill(4, bronze, body);
  scene.fill(
    5,
    mixInks(bronze, palette.paper, palette.isNight ? 0.12 : 0.28),
    pen.polygon(at(0.7, 7.4), at(1.3, 6.9), at(1.5, 2.6), at(0.9, 2.6)) + pen.dome(...at(0.4, 8.8), s * 0.4),
  );
}

/** Pillars in an open ring, each with its shadow. */
function drawRing(scene: Scene, ground: Ground): void {
  const { palette, pen, height: H } = scene;
  const { x, y, stone } = ground;
  const radius = H * 0.36;
  for (let i = 0; i < 9; i += 1) {
    const angle = Math.PI * (1 - i / 8);
    const px = x + Math.cos(angle) * radius;
    const depth = Math.sin(angle);
    const foot = y + H * 0.04 - depth * H * 0.05;
    const [w, h] = [H * (0.06 - depth * 0.018), H * (0.44 - depth * 0.13)];
    const tone = mixInks(stone, palette.skyLow, depth * 0.35);
    scene.fill(
      10 - depth * 10,
      tone,
      pen.rect(px - w / 2, foot - h, w, h) + pen.rect(px - w * 0.62, foot - h, w * 1.24, h * 0.05),
    );
    scene.shade(10 - depth * 10 + 0.1, scene.awayFromSun(px - w / 2, foot - h, w, h, 0.45));
    if (!palette.isNight)
      scene.shade(
        -5,
        pen.polygon(
          [px - w / 2, foot],
          [px + w / 2, foot],
          [px + w / 2 + palette.shadowX * h * 0.5, foot + h * 0.2],
          [px - w / 2 + palette.shadowX * h * 0.5, foot + h * 0.2],
        ),
      );
  }
  scene.fill(-4, mixInks(stone, palette.paper, 0.25), pen.ellipse(x, y + H * 0.05, H * 0.12, H * 0.022));
}

function drawWreath(scene: Scene, { x, y }: Ground): void {
  const { palette, pen, height: H } = scene;
  const at = y + H * 0.01;
  let leaves = "";
  for (let i = 0; i < 12; i += 1) {
    const angle = (i * Math.PI) / 6;
    leaves += pen.leaf(
      x + Math.cos(angle) * H * 0.032,
      at - H * 0.04 + Math.sin(angle) * H * 0.032,
      H * 0.034,
      angle + 1.9,
      0.5,
    );
  }
  scene.fill(30, mixInks(palette.leaf, palette.dark, 0.35), leaves);
  scene.fill(
    31,
    palette.accent,
    pen.polygon([x, at - H * 0.012], [x - H * 0.028, at + H * 0.03], [x + H * 0.004, at + H * 0.02]) +
      pen.polygon([x, at - H * 0.012], [x + H * 0.028, at + H * 0.03], [x - H * 0.004, at + H * 0.02]) +
      pen.circle(x, at - H * 0.008, H * 0.012),
  );
}
