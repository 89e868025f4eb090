import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";

type FarInks = { trim: string; glass: string; glow: string; slate: string };

/** A two-tone roofline behind a window. Detailed houses would distract and take 9 KB. */
export function drawDistantHouses(scene: Scene, ground: number, size = 1): void {
  const { palette, random, width: W, height: H } = scene;
  const far = (ink: string, share: number) => mixInks(ink, palette.skyLow, share);
  const inks: FarInks = {
    trim: far(palette.trim, 0.3),
    glass: far(palette.glass, 0.42),
    glow: far(palette.glow, 0.15),
    slate: far(palette.slate, 0.42),
  };
  const first = random.integer(0, 4);
  let x = -H * 0.1;
  for (let i = first; x < W; i += 1) {
    const width = H * scene.partScale * size * random.between(0.2, 0.27);
    const storey = H * size * random.between(0.13, 0.155);
    const wall = far(cyclic(palette.walls, i + Math.floor(i / 2)), 0.42);
    drawFarHouse(scene, inks, {
      x,
      width,
      storey,
      ground,
      wall,
      kind: random.pick(["gable", "flat", "cone", "pyramid"]),
    });
    x += width;
  }
}

type FarHouse = {
  x: number;
  width: number;
  storey: number;
  ground: number;
  wall: string;
  kind: "gable" | "flat" | "cone" | "pyramid";
};

function drawFarHouse(scene: Scene, inks: FarInks, house: FarHouse): void {
  const { pen } = scene;
  const { x, width: w, storey: s, ground, wall, kind } = house;
  const top = ground - s * 2.65;
  scene.fill(-80, wall, pen.rect(x, top, w + 0.5, ground - top));
  if (kind === "gable") {
    scene.fill(
      -78,
      inks.slate,
      pen.polygon([x, top], [x + w * 0.06, top - s * 0.6], [x + w * 0.94, top - s * 0.6], [x + w, top]),
    );
    const dormer = pen.polygon(
      [x + w * 0.36, top - s * 0.3],
      [x + w * 0.5, top - s * 0.55],
      [x + w * 0.64, top - s * 0.3],
    );
    scene.fill(-77, inks.trim, dormer + pen.rect(x + w * 0.36, top - s * 0.31, w * 0.28, s * 0.31));
    scene.fill(-76, inks.glass, pen.rect(x + w * 0.43, top - s * 0.26, w * 0.14, s * 0.26));
  } else if (kind === "flat") {
    const brackets = Array.from({ length: 6 }, (_, i) =>
      pen.rect(x + w * (0.03 + 0.165 * i), top + s * 0.06, w * 0.06, s * 0.1),
    );
    scene.fill(-77, inks.trim, pen.rect(x - 2, top - s * 0.16, w + 4, s * 0.22) + brackets.join(""));
  } else drawFarBay(scene, inks, house, top);
  drawFarWindows(scene, inks, house, top);
}

function drawFarBay(
  scene: Scene,
  inks: FarInks,
  { x, width: w, storey: s, ground, wall, kind }: FarHouse,
  top: number,
): void {
  const { palette, pen } = scene;
  const k = palette.shadeSide;
  const [width, left] = [w * 0.54, x + w * 0.42];
  const eave = top - s * 0.12;
  const light = mixInks(wall, palette.paper, 0.25);
  const dark = mixInks(wall, inks.slate, 0.45);
  const facet = (from: number, to: number) => pen.rect(left + width * from, eave, width * (to - from), ground - eave);
  scene.fill(-79, k > 0 ? light : dark, facet(0, 0.22));
  scene.fill(-79, wall, facet(0.22, 0.78));
  scene.fill(-79, k > 0 ? dark : light, facet(0.78, 1));
  const [middle, peak] = [left + width / 2, eave - s * (kind === "cone" ? 1.15 : 0.6)];
  scene.fill(-78, inks.slate, pen.polygon([left - 3, eave], [middle, peak], [left + width + 3, eave]));
  scene.fill(
    -77,
    dark,
    pen.polygon([middle, peak], [middle + k * (width / 2 + 3), eave], [middle + k * width * 0.1, eave]),
  );
  scene.fill(-77, inks.trim, pen.rect(x, top - 3, w * 0.42, 5) + pen.rect(left - 3, eave - 1, width + 6, 4));
}

function drawFarWindows(scene: Scene, inks: FarInks, { x, width: w, storey: s, kind }: FarHouse, top: number): void {
  const { palette, pen, random } = scene;
  const hasBay = kind === "cone" || kind === "pyramid";
  let [glass, glow, sills] = ["", "", ""];
  for (let row = 0; row < 3; row += 1)
    for (const across of hasBay ? [0.1, 0.54, 0.7] : [0.12, 0.42, 0.72]) {
      const width = w * (hasBay && across > 0.4 ? 0.1 : 0.16);
      const window = pen.rect(x + w * across, top + s * (0.28 + row), width, s * 0.52);
      if (random.chance(palette.isNight ? 0.6 : palette.isDusk ? 0.35 : 0)) glow += window;
      else glass += window;
      sills += pen.rect(x + w * across - 1, top + s * (0.8 + row), width + 2, 2);
    }
  scene.fill(-75, inks.glass, glass);
  scene.fill(-75, inks.glow, glow);
  scene.fill(-74, inks.trim, sills);
}
