import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { inkOnSign, signOutline } from "../shops/hanging-signs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { isShopKind } from "../shops/shop-kinds.ts";
import { drawSky, drawStars, drawGrain } from "../drawing/sky.ts";
import { createView, type View } from "../houses/street-houses.ts";
import { drawVista } from "../drawing/vistas.ts";

/** Half the width of an alley, in meters. */
const ALLEY_HALF = 2.6;

type Carriage = {
  z: number;
  length: number;
  height: number;
  side: 1 | -1;
  wall: string;
  kind: "doors" | "windows" | "plain";
};

/** A brick alley: carriage doors, wires with light bulbs or laundry, a strip of sky. */
export function drawAlley(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const view = createView({
    vanishingX: W * random.pick([0.42, 0.46, 0.54, 0.58]),
    horizon: H * random.pick([0.62, 0.67]),
    focus: H * 1.1,
    eye: 1.8,
  });
  drawSky(scene, view.horizon);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: view.horizon });
  drawStars(scene, 14, H * 0.3);
  drawVista(scene, {
    kind: random.pick(["sun", "steeple", "sun"]),
    x: view.vanishingX,
    ground: view.horizon,
    size: H * 0.16,
  });
  drawPaving(scene, view);
  for (const side of [-1, 1] as const) drawSide(scene, view, side);
  const line = random.pick(["bulbs", "washing", "bulbs"] as const);
  for (const z of [5, 7.5, 11.5]) drawWire(scene, view, z, line);
  if (isShopKind(brief.subject)) drawAlleySign(scene, view, brief);
  const [personX, ground] = view.at(-palette.shadeSide * 0.5, 0, 9);
  drawPerson(scene, {
    x: personX,
    ground,
    height: H * 0.17,
    depth: 60,
    facing: palette.shadeSide,
    hasDog: random.chance(0.25),
  });
  if (palette.isLit)
    scene.fill(
      -38,
      palette.glow,
      pen.polygon(view.at(-0.8, 0, 30), view.at(0.8, 0, 30), view.at(1.4, 0, 3), view.at(-1.2, 0, 3)),
      ' opacity=".22"',
    );
}

function drawPaving(scene: Scene, view: View): void {
  const { palette, pen, width: W, height: H } = scene;
  const stone = mixInks(palette.road, palette.walls[0], 0.18);
  scene.fill(-45, stone, pen.rect(0, view.horizon, W, H - view.horizon));
  let courses = "";
  for (let z = 3, step = 0.7; z < 16; z += step, step *= 1.22)
    courses += pen.polygon(
      view.at(-ALLEY_HALF, 0, z),
      view.at(ALLEY_HALF, 0, z),
      view.at(ALLEY_HALF, 0, z + 0.06 * step),
      view.at(-ALLEY_HALF, 0, z + 0.06 * step),
    );
  scene.fill(-44, mixInks(stone, palette.dark, 0.22), courses);
  scene.fill(
    -43,
    mixInks(stone, palette.dark, 0.35),
    pen.polygon(view.at(-0.16, 0, 2.4), view.at(0.16, 0, 2.4), view.at(0.16, 0, 60), view.at(-0.16, 0, 60)),
  );
  if (palette.isNight) return;
  const shaded = palette.shadeSide;
  // The sunlit row's roofline casts its shadow over the alley.
  scene.shade(
    -42,
    pen.polygon(
      view.at(-shaded * ALLEY_HALF, 0, 2),
      view.at(shaded * 1.1, 0, 2),
      view.at(shaded * 1.5, 0, 9),
      view.at(shaded * 0.6, 0, 9),
      view.at(shaded * 1.2, 0, 40),
      view.at(-shaded * ALLEY_HALF, 0, 40),
    ),
  );
}

function drawSide(scene: Scene, view: View, side: 1 | -1): void {
  const { palette, random } = scene;
  const houses: Carriage[] = [];
  const first = random.integer(0, 2);
  for (let z = 2, i = 0; z < 34; i += 1) {
    const length = random.between(3, 4.6);
    houses.push({
      z,
      length,
      height: random.pick([4.4, 5.2, 6, 6.8]),
      side,
      wall: cyclic([palette.walls[0], palette.walls[2], palette.walls[0], palette.walls[1]], first + i),
      kind: cyclic(["doors", "windows", "doors", "plain"] as const, first + i),
    });
    z += length;
  }
  for (const [i, house] of houses.toReversed().entries())
    scene.at((side < 0 ? 0 : 20) + i * 0.1, () => drawCarriage(scene, view, house));
}

function drawCarriage(scene: Scene, view: View, house: Carriage): void {
  const { palette, pen, random } = scene;
  const { z, length, height, side, wall, kind } = house;
  const x = side * ALLEY_HALF;
  const isShaded = side !== palette.shadeSide;
  const air = z / 60;
  const tone = scene.fadeIntoSky(wall, air);
  const quad = (low: number, high: number, from: number, to: number) =>
    pen.polygon(view.at(x, low, from), view.at(x, high, from), view.at(x, high, to), view.at(x, low, to));
  scene.fill(0, tone, quad(0, height, z, z + length));
  scene.fill(0.01, scene.fadeIntoSky(palette.trim, air + 0.1), quad(height - 0.2, height + 0.08, z, z + length));
  const [from, to] = [z + length * 0.2, z + length * 0.8];
  const door = scene.fadeIntoSky(random.pick([palette.accent, palette.walls[2], palette.dark]), air);
  const glass = random.chance(palette.isNight ? 0.7 : palette.isDusk ? 0.5 : 0)
    ? palette.glow
    : scene.fadeIntoSky(palette.glass, air);
  if (kind === "doors") {
    scene.fill(0.02, scene.fadeIntoSky(palette.dark, air), quad(0, 2.7, from - 0.1, to + 0.1));
    scene.fill(0.03, door, quad(0, 2.55, from, (from + to) / 2 - 0.04) + quad(0, 2.55, (from + to) / 2 + 0.04, to));
    scene.fill(
      0.04,
      glass,
      quad(1.7, 2.35, from + 0.15, (from + to) / 2 - 0.2) + quad(1.7, 2.35, (from + to) / 2 + 0.2, to - 0.15),
    );
  }
  if (z < 22)
    for (const at of kind === "plain" ? [0.5] : [0.28, 0.72]) {
      const middle = z + length * at;
      const low = kind === "windows" ? 1 : 3.4;
      scene.fill(0.02, scene.fadeIntoSky(palette.trim, air), quad(low - 0.14, low + 1.44, middle - 0.5, middle + 0.5));
      scene.fill(0.03, glass, quad(low, low + 1.3, middle - 0.4, middle + 0.4));
      if (kind === "windows" && height > 5) scene.fill(0.03, glass, quad(3.3, 4.4, middle - 0.4, middle + 0.4));
    }
  if (isShaded && !palette.isNight) scene.shade(0.06, quad(0, height + 0.08, z, z + length));
}

/** Light bulbs (lit in the evening) or laundry. */
function drawWire(scene: Scene, view: View, z: number, kind: "bulbs" | "washing"): void {
  const { palette, pen, random } = scene;
  const count = 9;
  const at = (i: number): readonly [number, number] => {
    const share = i / count;
    return view.at((share * 2 - 1) * ALLEY_HALF, 4.6 - 0.7 * Math.sin(Math.PI * share), z);
  };
  let [wire, bulbs] = ["", ""];
  const unit = scene.height / z;
  for (let i = 0; i < count; i += 1) {
    const [from, to] = [at(i), at(i + 1)];
    wire += pen.bar(...from, ...to, Math.max(0.8, unit * 0.02));
    if (kind === "bulbs") bulbs += pen.circle(to[0], to[1] + unit * 0.08, unit * 0.075);
  }
  scene.fill(50, palette.dark, wire);
  if (kind === "bulbs") scene.fill(51, palette.isLit ? palette.glow : palette.paper, bulbs);
  else
    for (let i = 2; i < count - 1; i += 2) {
      const [x, y] = at(i);
      const [w, h] = [unit * 0.42, unit * random.between(0.5, 0.8)];
      const cloth = pen.rect(x - w / 2, y, w, h);
      scene.fill(51, random.pick([palette.paper, palette.accent, palette.walls[1], palette.walls[2]]), cloth);
      scene.shade(52, scene.awayFromSun(x - w / 2, y, w, h, 0.4));
    }
}

/** The shop's sign sticks out of the wall, close enough to be recognized. */
function drawAlleySign(scene: Scene, view: View, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const side = palette.shadeSide;
  const [wallX] = view.at(side * ALLEY_HALF, 3, 4.2);
  const s = H * (scene.shape === "square" ? 0.15 : 0.13);
  const x = Math.max(s * 1.2, Math.min(W - s * 1.2, wallX - side * s * 1.1));
  const y = H * 0.36;
  const shape = random.pick(["disc", "square", "shield"] as const);
  scene.fill(
    70,
    palette.isNight ? mixInks(palette.dark, palette.paper, 0.35) : palette.dark,
    pen.rect(
      Math.min(x - s * 0.9, wallX + side * H * 0.2),
      y - s * 1.3,
      Math.abs(wallX + side * H * 0.2 - x) + s * 0.9,
      4,
    ) + pen.rect(x - 1.2, y - s * 1.3, 2.4, s * 0.5),
  );
  scene.fill(71, palette.paper, signOutline(scene, shape, x, y, s));
  scene.fill(72, palette.accent, signOutline(scene, shape, x, y, s * 0.91));
  drawGlyph(scene, 73, {
    name: cyclic(shopForSubject(brief.subject).glyphs, 0),
    x: x - s * 0.56,
    y: y - s * 0.6,
    size: s * 1.12,
    isHalfShaded: true,
    inks: {
      main: inkOnSign(scene, palette.accent),
      light: mixInks(palette.accent, palette.paper, 0.4),
      dark: palette.accent,
      accent: mixInks(palette.accent, palette.dark, 0.4),
    },
  });
}
