import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import type { Point } from "../drawing/svg-pen.ts";

/** One-point perspective in meters: x across the street, y up, z into the picture. The eye is 2.4 m up. */
export type View = {
  vanishingX: number;
  horizon: number;
  focus: number;
  at: (x: number, y: number, z: number) => Point;
};

export function createView(input: { vanishingX: number; horizon: number; focus: number; eye?: number }): View {
  const eye = input.eye ?? 2.4;
  const at = (x: number, y: number, z: number): Point => [
    input.vanishingX + (x * input.focus) / z,
    input.horizon - ((y - eye) * input.focus) / z,
  ];
  return { vanishingX: input.vanishingX, horizon: input.horizon, focus: input.focus, at };
}

export type StreetHouse = {
  /** Distance of its near edge, and its length from there. */
  z: number;
  depth: number;
  height: number;
  wall: string;
  kind: "flat" | "gable" | "bay" | "turret";
  side: 1 | -1;
  isShaded: boolean;
  wallX: number;
};

/** Beyond these distances small parts are left out, because they add bytes and noise. */
const WINDOWS_TO = 38;
const TRIM_TO = 18;
const DOORS_TO = 26;

type Inks = { wall: string; trim: string; glass: string; glow: string; slate: string; light: string; dark: string };

type Drawing = {
  house: StreetHouse;
  inks: Inks;
  storey: number;
  at: View["at"];
  /** A rectangle on the wall plane x, from y1 to y2 and z1 to z2. */
  panel: (x: number, y1: number, y2: number, z1: number, z2: number) => string;
};

export function drawStreetHouse(scene: Scene, view: View, house: StreetHouse): void {
  const { at } = view;
  const panel: Drawing["panel"] = (x, y1, y2, z1, z2) =>
    scene.pen.polygon(at(x, y1, z1), at(x, y2, z1), at(x, y2, z2), at(x, y1, z2));
  const drawing = { house, inks: inksInAir(scene, house), storey: house.height / 3.25, at, panel };
  scene.fill(0, drawing.inks.wall, panel(house.wallX, 0, house.height, house.z, house.z + house.depth));
  if (house.kind === "flat" || house.kind === "gable") drawFlatFront(scene, drawing);
  else drawProjection(scene, drawing);
  if (house.z < DOORS_TO) drawDoorAndStoop(scene, drawing);
}

function inksInAir(scene: Scene, { z, wall, isShaded }: StreetHouse): Inks {
  const { palette } = scene;
  const air = Math.min(0.75, Math.max(0, Math.round(((z - 8) / 75) * 8) / 8));
  const inShade = (ink: string, share: number) => (isShaded ? mixInks(ink, palette.dark, share) : ink);
  const far = (ink: string, share: number) => mixInks(ink, palette.skyLow, air * share);
  return {
    wall: far(inShade(wall, palette.isNight ? 0.2 : 0.5), 0.75),
    trim: far(inShade(palette.trim, 0.35), 0.7),
    glass: far(palette.glass, 0.7),
    glow: far(palette.glow, 0.5),
    slate: far(inShade(palette.slate, 0.4), 0.75),
    light: far(mixInks(wall, palette.paper, 0.3), 0.75),
    dark: far(mixInks(wall, palette.dark, 0.55), 0.75),
  };
}

function litChance(scene: Scene, { isShaded }: StreetHouse): number {
  if (scene.palette.isNight) return 0.6;
  return scene.palette.isDusk ? (isShaded ? 0.55 : 0.12) : 0;
}

function drawWindowRows(
  scene: Scene,
  { house, inks, storey, panel }: Drawing,
  rows: { from: number; to: number; columns: number; bottom: number },
): void {
  const { random } = scene;
  const x = house.wallX;
  const height = storey * 0.52;
  let [glass, glow, trim] = ["", "", ""];
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < rows.columns; column += 1) {
      const along = (share: number) => rows.from + ((rows.to - rows.from) * (column + share)) / rows.columns;
      const [z1, z2] = [along(0.26), along(0.74)];
      const y = rows.bottom + row * storey;
      const pane = panel(x, y, y + height, z1, z2);
      if (random.chance(litChance(scene, house))) glow += pane;
      else glass += pane;
      if (house.z < TRIM_TO)
        trim +=
          panel(x, y - 0.22, y, z1 - 0.12, z2 + 0.12) + panel(x, y + height, y + height + 0.25, z1 - 0.12, z2 + 0.12);
    }
  scene.fill(1, inks.glass, glass);
  scene.fill(1, inks.glow, glow);
  scene.fill(2, inks.trim, trim);
}

function drawFlatFront(scene: Scene, drawing: Drawing): void {
  const { house, inks, at, panel } = drawing;
  const { wallX: x, height: h, z, side } = house;
  const end = z + house.depth;
  if (z < WINDOWS_TO) drawWindowRows(scene, drawing, { from: z, to: end, columns: z < 24 ? 3 : 2, bottom: 1.6 });
  const lip = x - side * 0.6;
  scene.fill(4, inks.trim, scene.pen.polygon(at(x, h - 0.9, z), at(lip, h, z), at(lip, h, end), at(x, h - 0.9, end)));
  scene.shade(3, panel(x, h - 1.7, h - 0.9, z, end));
  if (house.kind !== "gable") return;
  const ridge = x + side * 3;
  scene.fill(
    -1,
    inks.slate,
    scene.pen.polygon(at(x, h, z), at(ridge, h + 2.6, z), at(ridge, h + 2.6, end), at(x, h, end)),
  );
  scene.fill(-2, inks.dark, panel(x + side * 2.6, h, h + 4.2, z + 0.2, z + 1.3));
}

function drawProjection(scene: Scene, drawing: Drawing): void {
  const { house, inks, at, panel } = drawing;
  const { wallX: x, height: h, z, depth, side, isShaded } = house;
  const isTurret = house.kind === "turret";
  const end = z + depth;
  const from = z + depth * 0.1;
  const to = z + depth * 0.62;
  const splay = isTurret ? 0.55 : 0.35;
  const top = isTurret ? h + 1.2 : h + 0.1;
  const front = x - side * 1.5;
  if (z < WINDOWS_TO) drawWindowRows(scene, drawing, { from: to + 0.3, to: end, columns: 1, bottom: 1.8 });
  scene.fill(3, inks.trim, panel(x, h - 0.55, h, z, end));
  const slope = (fromX: number, fromZ: number, toX: number, toZ: number) =>
    scene.pen.polygon(at(fromX, 0, fromZ), at(fromX, top, fromZ), at(toX, top, toZ), at(toX, 0, toZ));
  const nearSide = !isShaded && scene.palette.time === "noon" ? inks.light : inks.dark;
  scene.fill(5, nearSide, slope(x, from - 0.4, front, from + splay));
  scene.fill(5.1, isShaded ? inks.wall : inks.light, panel(front, 0, top, from + splay, to - splay));
  scene.fill(5.2, inks.wall, slope(front, to - splay, x, to + 0.4));
  if (z < WINDOWS_TO) drawProjectionWindows(scene, drawing, { front, from, to, splay });
  drawProjectionRoof(scene, drawing, { front, from, to, splay, top });
}

type Projection = { front: number; from: number; to: number; splay: number };

function drawProjectionWindows(scene: Scene, drawing: Drawing, { front, from, to, splay }: Projection): void {
  const { house, inks, storey, at, panel } = drawing;
  const { polygon } = scene.pen;
  const { wallX: x, side } = house;
  const [near, far] = [from + splay, to - splay];
  const [sideX1, sideX2] = [x - side * 0.45, x - side * 1.125];
  const [sideZ1, sideZ2] = [from - 0.4 + (splay + 0.4) * 0.3, from - 0.4 + (splay + 0.4) * 0.75];
  const lip = front - side * 0.05;
  let [glass, glow, trim] = ["", "", ""];
  for (let row = 0; row < 3; row += 1) {
    const y = 1.7 + row * storey;
    const head = y + storey * 0.55;
    const pane = panel(front, y, head, near + (far - near) * 0.16, near + (far - near) * 0.84);
    if (scene.random.chance(scene.palette.isNight ? 0.6 : scene.palette.isDusk && house.isShaded ? 0.5 : 0))
      glow += pane;
    else glass += pane;
    if (house.z < DOORS_TO)
      glass += polygon(
        at(sideX1, y, sideZ1),
        at(sideX1, head, sideZ1),
        at(sideX2, head, sideZ2),
        at(sideX2, y, sideZ2),
      );
    const [low, high] = [y - 0.5, y - 0.2];
    trim += polygon(
      at(x, low, from - 0.45),
      at(x, high, from - 0.45),
      at(lip, high, near),
      at(lip, high, far),
      at(lip, low, far),
      at(lip, low, near),
    );
  }
  scene.fill(6, inks.glass, glass);
  scene.fill(6, inks.glow, glow);
  if (house.z < TRIM_TO) scene.fill(7, inks.trim, trim);
}

function drawProjectionRoof(scene: Scene, { house, inks, at }: Drawing, roof: Projection & { top: number }): void {
  const { polygon } = scene.pen;
  const { wallX: x, side } = house;
  const { front, from, to, splay, top } = roof;
  const [near, far] = [from + splay, to - splay];
  const peak = at(x - side * 0.6, top + (house.kind === "turret" ? 5.4 : 2.6), (from + to) / 2);
  const back = at(x + side * 0.2, top, from - 0.5);
  const [eaveNear, eaveFar] = [at(front - side * 0.25, top - 0.1, near), at(front - side * 0.25, top - 0.1, far)];
  scene.fill(8, inks.slate, polygon(back, peak, eaveFar, eaveNear));
  scene.fill(9, mixInks(inks.slate, scene.palette.dark, 0.4), polygon(back, peak, eaveNear));
  const [low, high, lip, inner] = [top - 0.35, top + 0.05, front - side * 0.3, x + side * 0.1];
  scene.fill(
    10,
    inks.trim,
    polygon(
      at(inner, low, from - 0.5),
      at(inner, high, from - 0.5),
      at(lip, high, near),
      at(lip, high, far),
      at(lip, low, far),
      at(lip, low, near),
    ),
  );
}

function drawDoorAndStoop(scene: Scene, { house, inks, at, panel }: Drawing): void {
  const { palette, pen, random } = scene;
  const { wallX: x, side, isShaded } = house;
  const hasProjection = house.kind === "bay" || house.kind === "turret";
  const z = house.z + house.depth * (hasProjection ? 0.82 : 0.2);
  const doorInk = mixInks(
    random.pick([palette.accent, palette.walls[1], palette.trim]),
    palette.dark,
    isShaded ? 0.4 : 0,
  );
  const out = x - side * 1.5;
  const [near, far] = [z - 0.9, z + 0.9];
  scene.fill(3, doorInk, panel(x, 0.7, 3, z - 0.5, z + 0.5));
  const steps = pen.polygon(at(x, 0.8, near), at(out, 0.5, near), at(out, 0.5, far), at(x, 0.8, far));
  scene.fill(11, inks.trim, panel(out, 0, 0.5, near, far) + steps);
  const nearFace = pen.polygon(at(x, 0, near), at(x, 0.8, near), at(out, 0.5, near), at(out, 0, near));
  scene.fill(12, mixInks(palette.trim, palette.dark, 0.5), nearFace);
}
