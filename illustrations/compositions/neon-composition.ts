import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawSky, drawStars, drawGrain } from "../drawing/sky.ts";
import { createView, type View } from "../houses/street-houses.ts";

type Block = { z: number; length: number; height: number; side: 1 | -1; wallInk: string; signInk: string };

/** A wet street at night under its signs. */
export function drawNeon(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const view = createView({
    vanishingX: W * random.pick([0.36, 0.44, 0.56, 0.64]),
    horizon: H * random.pick([0.62, 0.67, 0.72]),
    focus: H,
    eye: 2,
  });
  const inks = random.shuffle([
    palette.accent,
    palette.glow,
    palette.blossom,
    mixInks(palette.walls[2], "#7ff0e6", 0.6),
  ]);
  const skyKind = random.pick(["glow", "moon", "stars"] as const);
  drawSky(scene, view.horizon);
  if (skyKind === "glow") scene.fill(-98, palette.skyLow, pen.circle(view.vanishingX, view.horizon, H * 0.5));
  if (skyKind === "moon")
    scene.fill(
      -98,
      mixInks(palette.paper, palette.skyLow, 0.25),
      pen.circle(view.vanishingX + H * 0.08, H * 0.3, H * 0.13),
    );
  if (skyKind === "stars") drawStars(scene, 24, H * 0.5);
  drawGrain(scene, { ink: mixInks(palette.skyLow, palette.accent, 0.35), top: H * 0.1, bottom: view.horizon });
  drawRoad(scene, view);
  for (const side of [-1, 1] as const) drawBlocks(scene, view, side, inks);
  if (random.chance(0.35)) drawCable(scene, view, inks);
  const subject = random.pick(["couple", "couple", "umbrella", "car"] as const);
  scene.at(60, () => {
    if (subject === "car") drawTailLights(scene, view);
    else drawWalkers(scene, view, subject === "umbrella");
  });
}

function drawRoad(scene: Scene, view: View): void {
  const { palette, pen, width: W, height: H } = scene;
  const { vanishingX: x, horizon: y } = view;
  scene.fill(-60, palette.road, pen.rect(0, y, W, H - y));
  scene.fill(
    -55,
    mixInks(palette.road, palette.skyLow, 0.6),
    pen.polygon(view.at(-1, 0, 300), view.at(1, 0, 300), view.at(2.4, 0, 2), view.at(-2.4, 0, 2)),
  );
  scene.fill(-54, mixInks(palette.glow, palette.accent, 0.35), pen.ellipse(x, y, H * 0.07, H * 0.05));
  const sheen = pen.polygon([x - H * 0.05, y], [x + H * 0.05, y], [x + H * 0.2, H], [x - H * 0.26, H]);
  scene.fill(-53, mixInks(palette.road, palette.glow, 0.4), sheen, ' opacity=".5"');
}

function drawBlocks(scene: Scene, view: View, side: 1 | -1, inks: readonly string[]): void {
  const { palette, random } = scene;
  const blocks: Block[] = [];
  for (let z = 5; z < 70;) {
    const length = random.between(6, 9);
    const wallInk = mixInks(random.pick(palette.walls), palette.dark, 0.72);
    blocks.push({ z, length, height: random.between(7, 13), side, wallInk, signInk: random.pick(inks) });
    z += length;
  }
  blocks.reverse();
  for (const [i, block] of blocks.entries()) {
    scene.at((side < 0 ? 0 : 20) + i * 0.1, () => drawBlock(scene, view, block));
    drawSignReflection(scene, view, block);
  }
}

function drawBlock(scene: Scene, view: View, block: Block): void {
  const { palette, pen, random } = scene;
  const { z, length, height, side, signInk } = block;
  const x = side * 8;
  const air = Math.min(0.7, z / 70);
  const panel = (low: number, high: number, near: number, far: number) =>
    pen.polygon(view.at(x, low, near), view.at(x, high, near), view.at(x, high, far), view.at(x, low, far));
  scene.fill(0, scene.fadeIntoSky(block.wallInk, air * 0.6), panel(0, height, z, z + length));
  scene.fill(
    1,
    mixInks(palette.glow, palette.accent, random.pick([0, 0.2, 0.4])),
    panel(0.4, 2.9, z + 0.5, z + length - 0.5),
  );
  let windows = "";
  for (const row of [0, 1])
    for (const column of [0, 1, 2])
      if (random.chance(0.5))
        windows += panel(
          4 + row * 3,
          5.8 + row * 3,
          z + (length * (column + 0.25)) / 3,
          z + (length * (column + 0.7)) / 3,
        );
  scene.fill(1, scene.fadeIntoSky(palette.glow, 0.25 + air * 0.4), windows);
  scene.fill(1.5, signInk, panel(3, 3.5, z + 0.2, z + length - 0.2));
  drawBladeSign(scene, view, block);
}

/** A sign over the pavement: a tall one with bars as letters, a disc, or an arrow. */
function drawBladeSign(scene: Scene, view: View, { z, length, side, signInk }: Block): void {
  const { palette, pen, random } = scene;
  const near = z + length * 0.2;
  const kind = random.pick(["blade", "blade", "disc", "arrow"] as const);
  const [inner, top] = view.at(side * 7.75, random.between(7.5, 10.5), near);
  const [outer, bottom] = view.at(side * 6.3, 4.2, near);
  const [left, w, h] = [Math.min(inner, outer), Math.abs(outer - inner), bottom - top];
  if (kind === "disc") {
    const [x, y, r] = [left + w / 2, top + w * 0.6, w * 0.62];
    scene.fill(3, palette.dark, pen.circle(x, y, r));
    scene.fill(4, signInk, pen.ring(x, y, r * 0.84, r * 0.6) + pen.circle(x, y, r * 0.36));
    return;
  }
  scene.fill(3, palette.dark, pen.rect(left, top, w, h));
  if (kind === "arrow") {
    const [tip, tail] = side > 0 ? [left - w * 0.5, left + w] : [left + w * 1.5, left];
    scene.fill(
      3.5,
      palette.dark,
      pen.polygon([tail, bottom - h * 0.34], [tip, bottom - h * 0.16], [tail, bottom + h * 0.02]),
    );
    scene.fill(
      5,
      palette.glow,
      pen.bar(tail, bottom - h * 0.16, tip + (tail - tip) * 0.24, bottom - h * 0.16, w * 0.16),
    );
  }
  scene.fill(4, signInk, pen.rect(left + w * 0.16, top + h * 0.04, w * 0.68, h * 0.92));
  const letters = random.integer(3, 5);
  let bars = "";
  for (let i = 0; i < letters; i += 1)
    bars += pen.rect(left + w * 0.3, top + h * (0.14 + (0.78 * i) / letters), w * 0.4, (h * 0.42) / letters);
  scene.fill(5, palette.dark, bars);
}

function drawSignReflection(scene: Scene, view: View, { z, length, side, signInk }: Block): void {
  const { pen, random, height: H } = scene;
  const near = z + length * 0.2;
  const [x, y] = view.at(side * 6.6, 0, near);
  const width = (1.45 * H * 0.8) / near;
  let streaks = "";
  for (let i = 0; i < 4; i += 1) {
    const top = y + H * 0.02 + i * H * 0.035 * (10 / near + 0.4);
    const left = x - side * H * 0.09 - width / 2 + random.between(-4, 4);
    if (top < H) streaks += pen.rect(left, top, width * (1 - i * 0.12), H * 0.011 * (8 / near + 0.6));
  }
  scene.fill(-50, signInk, streaks, ' opacity=".75"');
}

/** Lanterns on a cable across the street. */
function drawCable(scene: Scene, view: View, inks: readonly string[]): void {
  const { palette, pen } = scene;
  for (const z of [26, 13]) {
    const [left, y] = view.at(-8, 8.6, z);
    const [right] = view.at(8, 8.6, z);
    const sag = ((right - left) * 0.12) / 2;
    const middle = (left + right) / 2;
    scene.fill(
      40 - z,
      palette.dark,
      pen.path`M${left} ${y}Q${middle} ${y + sag * 2} ${right} ${y}v1.6Q${middle} ${y + sag * 2 + 1.6} ${left} ${y + 1.6}z`,
    );
    for (const i of [1, 2, 3, 4, 5]) {
      const along = i / 6;
      const drop = y + 4 * along * (1 - along) * sag;
      scene.fill(
        40.5 - z,
        cyclic(inks, i),
        pen.ellipse(left + (right - left) * along, drop + 60 / z + 3, 50 / z + 1, 60 / z + 1),
      );
    }
  }
}

function drawWalkers(scene: Scene, view: View, hasUmbrella: boolean): void {
  const { palette, pen, random, height: H } = scene;
  const x = view.vanishingX + H * random.between(-0.12, 0.02);
  const person = { ground: H * 0.95, height: H * 0.24, depth: 40, hasNoShadow: true };
  drawPerson(scene, { ...person, x, facing: 1, coat: palette.paper, wearsDress: random.chance(0.4) });
  drawPerson(scene, { ...person, x: x + H * 0.075, height: H * 0.225, facing: -1, wearsDress: random.chance(0.6) });
  if (hasUmbrella) {
    const [middle, y] = [x + H * 0.038, H * 0.71];
    scene.fill(38, palette.dark, pen.rect(middle - 1.5, y - H * 0.09, 3, H * 0.2));
    scene.fill(42, palette.accent, pen.dome(middle, y, H * 0.13, H * 0.1));
    scene.shade(
      43,
      pen.path`M${middle + H * 0.03} ${y - H * 0.098}A${H * 0.13} ${H * 0.1} 0 0 1 ${middle + H * 0.13} ${y}h${-H * 0.08}z`,
    );
  }
  let wet = "";
  for (let i = 0; i < 5; i += 1)
    wet += pen.rect(x - H * 0.03 + random.between(-5, 5), H * (0.957 + 0.009 * i), H * 0.12, 1.8);
  scene.fill(0, palette.dark, wet);
}

function drawTailLights(scene: Scene, view: View): void {
  const { palette, pen, random, height: H } = scene;
  const x = view.vanishingX + H * random.pick([-0.2, 0.12]);
  const [y, w] = [H * 0.94, H * 0.3];
  const body = pen.path`M${x - w / 2} ${y}v${-w * 0.3}q0 ${-w * 0.08} ${w * 0.1} ${-w * 0.1}l${w * 0.1} ${-w * 0.22}h${w * 0.6}l${w * 0.1} ${w * 0.22}q${w * 0.1} 0 ${w * 0.1} ${w * 0.1}v${w * 0.3}z`;
  scene.fill(
    40,
    palette.dark,
    body + pen.rect(x - w * 0.44, y, w * 0.16, w * 0.08) + pen.rect(x + w * 0.28, y, w * 0.16, w * 0.08),
  );
  scene.fill(
    41,
    palette.glass,
    pen.polygon(
      [x - w * 0.3, y - w * 0.4],
      [x - w * 0.25, y - w * 0.56],
      [x + w * 0.25, y - w * 0.56],
      [x + w * 0.3, y - w * 0.4],
    ),
  );
  scene.fill(
    42,
    palette.accent,
    pen.rect(x - w * 0.46, y - w * 0.3, w * 0.2, w * 0.08) + pen.rect(x + w * 0.26, y - w * 0.3, w * 0.2, w * 0.08),
  );
  scene.fill(
    42,
    palette.paper,
    pen.rect(x - w * 0.12, y - w * 0.2, w * 0.24, w * 0.08) + pen.rect(x - w * 0.09, y - w * 0.68, w * 0.18, w * 0.08),
  );
  const glow = [-0.36, 0.36].map((across) => pen.rect(x + w * across - w * 0.08, y + w * 0.09, w * 0.16, H * 0.03));
  scene.fill(39, palette.accent, glow.join(""), ' opacity=".6"');
}
