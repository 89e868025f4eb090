import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSeatedFigure } from "../drawing/seated-figure.ts";

/** The seated Lincoln between two columns, lit from one side, with a visitor for scale. */
export function drawLincoln(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const isSquare = scene.shape === "square";
  const x = W * (isSquare ? 0.5 : k > 0 ? random.pick([0.5, 0.56]) : random.pick([0.44, 0.5]));
  const floor = H * 0.84;
  const stone = palette.isNight ? mixInks(palette.stone, palette.dark, 0.1) : palette.stone;
  const wall = mixInks(
    palette.isDusk ? mixInks(stone, palette.walls[0], 0.3) : mixInks(stone, palette.walls[2], 0.28),
    palette.dark,
    palette.isNight ? 0.66 : 0.32,
  );
  scene.fill(0, wall, pen.rect(0, 0, W, H));
  drawBackWall(scene, wall, floor);
  drawShaft(scene, x, wall);
  drawFigure(scene, { x, floor, height: H * (isSquare ? 0.7 : 0.76), stone });
  drawColumns(scene, { stone, floor, isNear: random.chance(0.5) });
  scene.fill(50, mixInks(stone, palette.dark, palette.isNight ? 0.5 : 0.18), pen.rect(0, floor, W, H));
  let joints = pen.rect(0, floor, W, 2);
  for (const across of [-0.9, -0.5, -0.16, 0.16, 0.5, 0.9])
    joints += pen.bar(x + across * H * 0.8, floor, x + across * H * 1.25, H, 1.4);
  scene.fill(51, mixInks(stone, palette.dark, palette.isNight ? 0.66 : 0.34), joints);
  scene.shade(
    52,
    pen.polygon(
      [x - H * 0.3, floor],
      [x + H * 0.3, floor],
      [x + H * 0.3 + palette.shadowX * H * 0.2, H],
      [x - H * 0.3 + palette.shadowX * H * 0.2, H],
    ),
    ' opacity=".7"',
  );
  const visitor = { ground: H * 0.955, facing: k, depth: 60 } as const;
  drawPerson(scene, {
    ...visitor,
    x: x - k * H * random.between(0.34, 0.42),
    height: H * 0.17,
    wearsDress: random.chance(0.5),
  });
  if (random.chance(0.6) && !isSquare)
    drawPerson(scene, { ...visitor, x: x - k * H * 0.5, ground: H * 0.965, height: H * 0.12, coat: palette.walls[1] });
}

function drawBackWall(scene: Scene, wall: string, floor: number): void {
  const { palette, pen, width: W, height: H } = scene;
  let joints = "";
  for (let y = H * 0.02; y < floor; y += H * 0.15) joints += pen.rect(0, y, W, 1.4);
  for (let x = H * 0.1; x < W; x += H * 0.42) joints += pen.rect(x, 0, 1.4, floor);
  scene.fill(1, mixInks(wall, palette.dark, 0.18), joints);
}

/** Light from the open side on the wall behind him. */
function drawShaft(scene: Scene, x: number, wall: string): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const ink = palette.isNight ? palette.glow : mixInks(palette.skyLow, palette.paper, 0.3);
  scene.fill(
    2,
    mixInks(wall, ink, palette.isNight ? 0.28 : 0.5),
    pen.polygon([x - k * H * 0.62, -2], [x + k * H * 0.16, -2], [x + k * H * 0.62, H], [x - k * H * 0.3, H]),
  );
}

type Figure = { x: number; floor: number; height: number; stone: string };

function drawFigure(scene: Scene, { x, floor, height, stone }: Figure): void {
  const { palette, pen, random, height: H } = scene;
  const base = H * random.pick([0.08, 0.1]);
  const size = height - base;
  scene.fill(9, mixInks(stone, palette.dark, 0.22), pen.rect(x - size * 0.56, floor - base, size * 1.12, base));
  scene.fill(9.5, mixInks(stone, palette.paper, 0.2), pen.rect(x - size * 0.6, floor - base, size * 1.2, base * 0.22));
  scene.shade(9.6, pen.rect(x - size * 0.56, floor - base * 0.78, size * 1.12, base * 0.24));
  drawSeatedFigure(scene, { x, ground: floor - base, height: size, stone, depth: 10 });
}

function drawColumns(scene: Scene, { stone, floor, isNear }: { stone: string; floor: number; isNear: boolean }): void {
  const { palette, pen, width: W, height: H } = scene;
  const w = H * (isNear ? 0.24 : 0.18);
  const ink = palette.isNight ? mixInks(stone, palette.dark, 0.55) : mixInks(stone, palette.dark, 0.06);
  const places = scene.shape === "wide" ? [-w * 0.3, W * 0.15, W * 0.85 - w, W - w * 0.7] : [-w * 0.42, W - w * 0.58];
  for (const x of places) {
    scene.fill(30, ink, pen.rect(x, -2, w, floor + 2));
    let flutes = "";
    for (let i = 1; i < 7; i += 1) flutes += pen.rect(x + (w * i) / 7, -2, w * 0.03, floor - H * 0.03);
    scene.fill(31, mixInks(ink, palette.dark, 0.3), flutes);
    scene.shade(32, scene.awayFromSun(x, -2, w, floor + 2, 0.45));
    scene.fill(33, ink, pen.rect(x - w * 0.1, floor - H * 0.035, w * 1.2, H * 0.035));
    scene.shade(34, scene.awayFromSun(x - w * 0.1, floor - H * 0.035, w * 1.2, H * 0.035, 0.42));
  }
}
