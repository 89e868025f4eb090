import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import type { Point } from "../drawing/svg-pen.ts";

type Station = {
  x: number;
  y: number;
  /** 1 when the platform is on the right. */
  side: 1 | -1;
  ink: string;
  /** A point on the vault: the angle from its left foot, the distance into the picture. */
  vault: (angle: number, z: number) => Point;
  /** A point in the station: across, up, and the distance. */
  at: (x: number, y: number, z: number) => Point;
};

/** The vault of a Metro station: ten coffers across the arch, smaller and darker with distance. */
export function drawMetro(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const x = W * random.pick([0.3, 0.38, 0.5, 0.62, 0.7]);
  const y = H * random.between(0.58, 0.7);
  const focus = H * 0.62;
  const station: Station = {
    x,
    y,
    side: x < W / 2 ? 1 : -1,
    ink: mixInks(palette.dark, palette.accent, 0.06),
    vault: (angle, z) => [x - (Math.cos(angle) * 2.1 * focus) / z, y - ((Math.sin(angle) * 1.55 - 0.25) * focus) / z],
    at: (across, up, z) => [x + (across * focus) / z, y - ((up - 0.25) * focus) / z],
  };
  scene.fill(0, station.ink, pen.rect(0, 0, W, H));
  drawCoffers(scene, station);
  drawPlatform(scene, station, focus);
  if (random.chance(0.7)) drawTrain(scene, station, random.pick([1.7, 2.3, 3.4]));
  else drawRails(scene, station);
  drawPylon(scene, station);
  const [personX, personY] = station.at(station.side * 0.75, FLOOR, 1.15);
  const person = { facing: station.side > 0 ? -1 : 1, hasNoShadow: true } as const;
  drawPerson(scene, {
    ...person,
    x: personX,
    ground: personY,
    height: H * 0.2,
    depth: 80,
    wearsDress: random.chance(0.5),
  });
  const [farX, farY] = station.at(station.side * random.between(0.6, 1.4), FLOOR, random.between(1.8, 3));
  if (random.chance(0.7))
    drawPerson(scene, { ...person, x: farX, ground: farY, height: H * 0.1, depth: 70, coat: palette.paper });
}

/** The platform's level relative to eye level. */
const FLOOR = -0.12;
const COFFERS = 10;

function drawCoffers(scene: Scene, { vault, ink }: Station): void {
  const { palette, pen } = scene;
  const concrete = mixInks(palette.walls[1], palette.paper, 0.25);
  const distances = [0.62];
  for (let z = 0.62; z < 14; z *= 1.27) distances.push(z * 1.27);
  const rings = distances.length - 1;
  for (let ring = rings - 1; ring >= 0; ring -= 1) {
    const [near, far] = [distances[ring] ?? 0.62, distances[ring + 1] ?? 14];
    const away = Math.min(1, ring / (rings - 2));
    for (let i = 0; i < COFFERS; i += 1) {
      const angle = (share: number) => 0.02 + ((Math.PI - 0.04) * (i + share)) / COFFERS;
      const quad = (inset: number) => {
        const [a, b] = [angle(inset), angle(1 - inset)];
        const [z1, z2] = [near + (far - near) * inset, far - (far - near) * inset];
        return pen.polygon(vault(a, z1), vault(b, z1), vault(b, z2), vault(a, z2));
      };
      // The light comes from the platform's edge, so low coffers are lighter.
      const lowness = Math.abs(i - (COFFERS - 1) / 2) / ((COFFERS - 1) / 2);
      const darkness = Math.min(0.86, Math.round(((1 - lowness) * 0.52 + away * 0.2) * 14) / 14);
      const base = mixInks(mixInks(concrete, palette.accent, lowness > 0.7 ? 0.18 : 0), ink, darkness);
      scene.fill(1, base, quad(0));
      scene.fill(2, mixInks(base, ink, 0.5), quad(0.17));
      if (ring < 9) scene.fill(3, mixInks(base, ink, 0.72), quad(0.26));
    }
  }
}

function drawPlatform(scene: Scene, { at, side, ink }: Station, focus: number): void {
  const { palette, pen } = scene;
  const tile = mixInks(palette.walls[0], palette.dark, 0.35);
  const strip = (from: number, to: number, near: number, far: number) =>
    pen.polygon(
      at(side * from, FLOOR, near),
      at(side * from, FLOOR, far),
      at(side * to, FLOOR, far),
      at(side * to, FLOOR, near),
    );
  const bed = FLOOR - 0.3;
  scene.fill(
    10,
    mixInks(ink, "#000000", 0.3),
    pen.polygon(at(-2.1, bed, 0.5), at(-2.1, bed, 16), at(2.1, bed, 16), at(2.1, bed, 0.5)),
  );
  scene.fill(11, tile, strip(0.25, 2.1, 0.4, 16));
  scene.fill(12, mixInks(palette.paper, tile, 0.2), strip(0.25, 0.36, 0.4, 16));
  let lights = "";
  for (let z = 0.8; z < 9; z *= 1.22) {
    const [x, y] = at(side * 0.31, FLOOR, z);
    lights += pen.ellipse(x, y, Math.max(1, (0.045 * focus) / z), Math.max(0.6, (0.02 * focus) / z));
  }
  scene.fill(13, palette.glow, lights);
  let joints = "";
  for (let z = 0.7; z < 8; z *= 1.3) joints += strip(0.36, 2.1, z, z * 1.015);
  scene.fill(12.5, mixInks(tile, palette.dark, 0.3), joints);
}

function drawTrain(scene: Scene, { at, side }: Station, z: number): void {
  const { palette, pen } = scene;
  const flank = (low: number, high: number, near: number) => {
    const x = -side * 0.2;
    return pen.polygon(at(x, low, near), at(x, high, near), at(x, high, 16), at(x, low, 16));
  };
  const steel = mixInks(palette.paper, palette.slate, 0.3);
  scene.fill(14, steel, flank(FLOOR - 0.2, 0.6, z));
  scene.fill(14.5, palette.glow, flank(0.22, 0.47, z * 1.05));
  scene.fill(14.6, palette.accent, flank(0.1, 0.17, z));
  const [outer, top] = at(-side * 0.95, 0.62, z);
  const [inner, bottom] = at(-side * 0.2, FLOOR - 0.25, z);
  const [left, w, h] = [Math.min(outer, inner), Math.abs(outer - inner), bottom - top];
  const pane = (across: number) => pen.rect(left + w * across, top + h * 0.14, w * 0.34, h * 0.34);
  const lamp = (across: number) => pen.circle(left + w * across, top + h * 0.8, w * 0.06);
  scene.fill(15, mixInks(palette.paper, palette.slate, 0.12), pen.rect(left, top, w, h));
  scene.fill(16, palette.dark, pane(0.1) + pane(0.56) + pen.rect(left + w * 0.465, top + h * 0.14, w * 0.07, h * 0.7));
  scene.fill(17, palette.accent, pen.rect(left, top + h * 0.58, w, h * 0.1));
  scene.fill(18, palette.glow, lamp(0.16) + lamp(0.84));
}

function drawRails(scene: Scene, { at, side, ink }: Station): void {
  const { palette, pen, height: H } = scene;
  const bed = FLOOR - 0.28;
  const rail = (x: number) =>
    pen.polygon(
      at(side * x, bed, 0.6),
      at(side * (x + 0.03), bed, 0.6),
      at(side * (x + 0.03), bed, 16),
      at(side * x, bed, 16),
    );
  scene.fill(14, mixInks(palette.paper, ink, 0.5), rail(-0.75) + rail(-0.35));
  const [x, y] = at(-side * 0.5, FLOOR, 9);
  scene.fill(15, palette.glow, pen.circle(x, y, H * 0.012));
}

/** The brown pillar with the station's name and a line in the accent color. */
function drawPylon(scene: Scene, { at, side }: Station): void {
  const { palette, pen, height: H } = scene;
  const [x, ground] = at(side * 1.15, FLOOR, 1.6);
  const names = [0.05, 0.12, 0.19].map((down) =>
    pen.rect(x - H * 0.016, ground - H * (0.34 - down), H * 0.032, H * 0.035),
  );
  scene.fill(30, palette.dark, pen.rect(x - H * 0.025, ground - H * 0.34, H * 0.05, H * 0.34));
  scene.fill(31, palette.paper, names.join(""));
  scene.fill(31, palette.accent, pen.rect(x - H * 0.025, ground - H * 0.34, H * 0.05, H * 0.012));
}
