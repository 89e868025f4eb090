import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawTree } from "../drawing/trees.ts";

type Hall = { x: number; ground: number; half: number; eave: number; wall: string; stone: string };

/** A university's old hall at the end of its lawn: two paths, trees on both sides, students. */
export function drawCampus(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wall = cyclic(palette.walls, random.pick([0, 0, 1, 2]));
  const hall: Hall = {
    x: W * (scene.shape === "square" ? 0.5 : random.pick([0.44, 0.5, 0.56])),
    ground: H * 0.66,
    half: H * random.pick([0.46, 0.54, 0.62]),
    eave: H * random.pick([0.36, 0.4]),
    wall,
    stone: mixInks(palette.trim, wall, 0.15),
  };
  drawSky(scene, hall.ground);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: hall.ground });
  drawStars(scene, 20, H * 0.3);
  drawSun(
    scene,
    hall.x - k * H * random.between(0.16, 0.42),
    H * random.between(0.17, 0.26),
    H * random.between(0.12, 0.18),
  );
  drawWings(scene, hall);
  random.pick([drawCupola, drawCupola, drawClockTower, drawTempleFront])(scene, hall);
  drawLawn(scene, hall);
  drawAvenue(scene, hall);
  drawStudents(scene, hall);
}

function drawWings(scene: Scene, { x, half, eave, ground, wall, stone }: Hall): void {
  const { palette, pen, random, height: H } = scene;
  const [left, width] = [x - half, 2 * half];
  const rise = H * random.pick([0.05, 0.08, 0.1]);
  scene.fill(0, wall, pen.rect(left, eave, width, ground - eave));
  scene.fill(
    0,
    palette.slate,
    pen.polygon(
      [left - 5, eave],
      [left + H * 0.05, eave - rise],
      [left + width - H * 0.05, eave - rise],
      [left + width + 5, eave],
    ),
  );
  scene.fill(
    4,
    stone,
    pen.rect(left - 5, eave - 3, width + 10, 6) + pen.rect(left, ground - H * 0.03, width, H * 0.03),
  );
  scene.shade(3, pen.rect(left, eave + 3, width, H * 0.014));
  let [glass, glow, sills] = ["", "", ""];
  const columns = Math.round(width / (H * 0.085));
  for (let row = 0; row < 2; row += 1)
    for (let i = 0; i < columns; i += 1) {
      const w = H * 0.034;
      const windowX = left + (width * (i + 0.5)) / columns - w / 2;
      const y = eave + H * (0.035 + 0.115 * row);
      const window = row === 0 ? pen.arch(windowX, y, w, H * 0.072) : pen.rect(windowX, y, w, H * 0.068);
      if (random.chance(palette.isNight ? 0.6 : palette.isDusk ? 0.35 : 0)) glow += window;
      else glass += window;
      sills += pen.rect(windowX - 2, y + H * 0.072, w + 4, 2.4);
    }
  scene.fill(1, palette.glass, glass);
  scene.fill(1, palette.glow, glow);
  scene.fill(2, stone, sills);
  const chimneys = [-0.72, -0.4, 0.4, 0.72].map((across) =>
    pen.rect(x + half * across - 6, eave - rise - H * 0.045, 12, H * 0.06),
  );
  scene.fill(-1, mixInks(wall, palette.dark, 0.3), chimneys.join(""));
}

/** A brick center with pediment, clock and white cupola, like Founders Library. */
function drawCupola(scene: Scene, hall: Hall): void {
  const { palette, pen, height: H } = scene;
  const { x, eave, stone } = hall;
  const half = H * 0.15;
  drawMiddle(scene, hall, half, eave - H * 0.04);
  const tier = (w: number, y: number, h: number, depth: number) => {
    scene.fill(depth, stone, pen.rect(x - w, y, 2 * w, h));
    scene.shade(depth + 0.5, scene.awayFromSun(x - w, y, 2 * w, h, 0.38));
  };
  const base = eave - H * 0.12;
  scene.fill(5, stone, pen.polygon([x - half - 7, eave - H * 0.04], [x, base], [x + half + 7, eave - H * 0.04]));
  tier(H * 0.065, base - H * 0.06, H * 0.09, 3.2);
  tier(H * 0.05, base - H * 0.15, H * 0.1, 3.4);
  scene.fill(
    5,
    palette.dark,
    pen.arch(x - H * 0.032, base - H * 0.135, H * 0.02, H * 0.07) +
      pen.arch(x + H * 0.012, base - H * 0.135, H * 0.02, H * 0.07),
  );
  scene.fill(5, palette.paper, pen.circle(x, base - H * 0.022, H * 0.03));
  scene.fill(
    6,
    palette.dark,
    pen.bar(x, base - H * 0.022, x, base - H * 0.045, 2) +
      pen.bar(x, base - H * 0.022, x + H * 0.013, base - H * 0.014, 2),
  );
  const spire = pen.polygon(
    [x - H * 0.056, base - H * 0.148],
    [x, Math.max(H * 0.02, base - H * 0.3)],
    [x + H * 0.056, base - H * 0.148],
  );
  scene.fill(4.5, palette.accent, spire);
  scene.shade(5, scene.awayFromSun(x - H * 0.056, 0, H * 0.112, base - H * 0.148, 0.42), scene.clip(spire));
}

/** A heavy clock tower with a steep roof, like Healy Hall. */
function drawClockTower(scene: Scene, hall: Hall): void {
  const { palette, pen, random, height: H } = scene;
  const { x, ground, wall, stone } = hall;
  const half = H * random.pick([0.07, 0.085]);
  const top = H * 0.2;
  scene.fill(4.5, mixInks(wall, palette.paper, 0.1), pen.rect(x - half, top, 2 * half, ground - top));
  scene.shade(7, scene.awayFromSun(x - half, top, 2 * half, ground - top, 0.42));
  scene.fill(
    5,
    palette.slate,
    pen.polygon([x - half - 5, top], [x - half * 0.25, H * 0.03], [x + half * 0.25, H * 0.03], [x + half + 5, top]),
  );
  scene.shade(
    6,
    pen.polygon(
      [x + palette.shadeSide * half * 0.1, top],
      [x + palette.shadeSide * half * 0.06, H * 0.03],
      [x + palette.shadeSide * half * 0.25, H * 0.03],
      [x + palette.shadeSide * (half + 5), top],
    ),
  );
  const belts = [0, 0.16, 0.5].map((down) => pen.rect(x - half - 4, top + (ground - top) * down - 2, 2 * half + 8, 6));
  scene.fill(8, stone, belts.join(""));
  scene.fill(8, palette.paper, pen.circle(x, top + H * 0.045, H * 0.03));
  scene.fill(
    9,
    palette.dark,
    pen.bar(x, top + H * 0.045, x, top + H * 0.022, 2) + pen.bar(x, top + H * 0.045, x + H * 0.014, top + H * 0.052, 2),
  );
  const glass = palette.isLit ? palette.glow : palette.glass;
  for (const across of [-0.55, 0.13])
    scene.fill(
      8,
      glass,
      pen.arch(x + half * across, top + H * 0.12, half * 0.42, H * 0.09) +
        pen.arch(x + half * across, top + H * 0.25, half * 0.42, H * 0.07),
    );
  scene.fill(8, palette.accent, pen.arch(x - half * 0.4, ground - H * 0.09, half * 0.8, H * 0.09));
}

/** Six columns and a pediment. */
function drawTempleFront(scene: Scene, hall: Hall): void {
  const { palette, pen, height: H } = scene;
  const { x, eave, ground, stone } = hall;
  const half = H * 0.23;
  const base = eave - H * 0.015;
  drawMiddle(scene, hall, half, base);
  scene.fill(
    5,
    stone,
    pen.polygon([x - half - 9, base], [x, base - H * 0.12], [x + half + 9, base]) +
      pen.rect(x - half, base, 2 * half, H * 0.03),
  );
  scene.fill(
    6,
    mixInks(stone, palette.dark, 0.25),
    pen.polygon([x - half * 0.7, base - H * 0.014], [x, base - H * 0.095], [x + half * 0.7, base - H * 0.014]),
  );
  scene.shade(5.5, pen.rect(x - half, base + H * 0.03, 2 * half, H * 0.02));
  const columns = Array.from({ length: 6 }, (_, i) =>
    pen.rect(x - half + H * 0.012 + i * half * 0.373, base + H * 0.03, H * 0.026, ground - base - H * 0.03),
  );
  scene.fill(6, stone, columns.join(""));
  const shades = Array.from({ length: 6 }, (_, i) =>
    scene.awayFromSun(
      x - half + H * 0.012 + i * half * 0.373,
      base + H * 0.03,
      H * 0.026,
      ground - base - H * 0.03,
      0.45,
    ),
  );
  scene.shade(7, shades.join(""));
}

function drawMiddle(scene: Scene, { x, ground, wall, stone }: Hall, half: number, top: number): void {
  const { palette, pen, height: H } = scene;
  scene.fill(4.2, mixInks(wall, palette.paper, 0.08), pen.rect(x - half, top, 2 * half, ground - top));
  scene.fill(
    4.6,
    palette.isLit ? palette.glow : palette.glass,
    [-0.62, 0.34]
      .map((across) => pen.rect(x + half * across, top + (ground - top) * 0.2, half * 0.28, (ground - top) * 0.26))
      .join(""),
  );
  scene.fill(4.6, stone, pen.arch(x - H * 0.042, ground - H * 0.13, H * 0.084, H * 0.13));
  scene.fill(4.7, palette.accent, pen.arch(x - H * 0.03, ground - H * 0.115, H * 0.06, H * 0.115));
  const edge = x + palette.shadeSide * half;
  scene.shade(4.1, pen.rect(palette.shadeSide > 0 ? edge : edge - H * 0.03, top, H * 0.03, ground - top));
}

function drawLawn(scene: Scene, { x, ground }: Hall): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const grass = mixInks(palette.leaf, palette.ground, 0.35);
  scene.fill(10, grass, pen.rect(-4, ground, W + 8, H));
  drawGrain(scene, { ink: mixInks(grass, palette.dark, 0.3), top: ground, bottom: H, depth: 10.5 });
  const path = mixInks(palette.ground, palette.paper, 0.25);
  if (random.chance(0.5))
    scene.fill(
      11,
      path,
      pen.polygon([x - H * 0.05, ground], [x + H * 0.05, ground], [x + H * 0.34, H + 2], [x - H * 0.34, H + 2]),
    );
  else
    scene.fill(
      11,
      path,
      pen.polygon([x - H * 0.06, ground], [x + H * 0.02, ground], [W * 0.98, H + 2], [W * 0.72, H + 2]) +
        pen.polygon([x - H * 0.02, ground], [x + H * 0.06, ground], [W * 0.28, H + 2], [W * 0.02, H + 2]) +
        pen.rect(-4, ground, W + 8, H * 0.025),
    );
}

function drawAvenue(scene: Scene, { x, ground }: Hall): void {
  const { random, width: W, height: H } = scene;
  const kind = random.pick(["round", "oval"] as const);
  const reach = Math.min(W / 2, H * 0.86);
  for (const side of [-1, 1])
    for (const [out, down, height] of [
      [0.62, 0.1, 0.36],
      [1, 0.5, 0.66],
    ] as const)
      drawTree(scene, {
        x: x + side * reach * out * random.between(0.94, 1.06),
        ground: ground + (H - ground) * down,
        height: H * height,
        kind,
        depth: 20 + down * 20,
        leaves: 8,
      });
}

function drawStudents(scene: Scene, { x, ground }: Hall): void {
  const { palette, random, height: H } = scene;
  const k = palette.shadeSide;
  const near = ground + (H - ground) * random.between(0.6, 0.75);
  drawPerson(scene, {
    x: x - k * H * 0.12,
    ground: near,
    height: H * 0.17,
    depth: 60,
    facing: k,
    wearsDress: random.chance(0.4),
  });
  if (random.chance(0.7))
    drawPerson(scene, {
      x: x - k * H * 0.04,
      ground: near + 3,
      height: H * 0.165,
      depth: 61,
      facing: k > 0 ? -1 : 1,
      coat: palette.walls[2],
    });
  drawPerson(scene, {
    x: x + k * H * 0.1,
    ground: ground + (H - ground) * 0.16,
    height: H * 0.09,
    depth: 50,
    facing: k > 0 ? -1 : 1,
    coat: palette.paper,
  });
}
