import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";

export type Room = {
  wall: string;
  pieceInk: string;
  floor: number;
  window: { x: number; y: number; width: number; height: number };
  /** The center of the free side, where the furniture is. */
  pieceX: number;
};

/** One piece per room: an armchair, a shelf, a piano, a table, a workbench. */
export const ROOM_PIECES: readonly ((scene: Scene, room: Room) => void)[] = [
  drawArmchair,
  drawBookshelf,
  drawPiano,
  drawTable,
  drawFireplace,
];

function drawArmchair(scene: Scene, room: Room): void {
  const { palette, pen, height: H } = scene;
  const x = room.pieceX;
  const half = H * 0.16;
  const arm = (left: number) => pen.arch(left, H * 0.61, H * 0.09, H * 0.31, H * 0.05);
  scene.fill(
    0,
    room.pieceInk,
    pen.arch(x - H * 0.08, H * 0.43, H * 0.16, H * 0.49, H * 0.07) +
      arm(x - half) +
      arm(x + half - H * 0.09) +
      pen.rect(x - half, H * 0.74, 2 * half, H * 0.18),
  );
  scene.shade(
    1,
    pen.rect(x - H * 0.07, H * 0.74, H * 0.14, H * 0.18) +
      scene.awayFromSun(x - half, H * 0.62, 2 * half, H * 0.3, 0.28),
  );
  scene.fill(
    0,
    palette.dark,
    pen.rect(x - H * 0.13, H * 0.92, 4, H * 0.03) + pen.rect(x + H * 0.11, H * 0.92, 4, H * 0.03),
  );
  drawFloorLamp(scene, room, x + palette.shadeSide * H * 0.26);
}

function drawFloorLamp(scene: Scene, { wall }: Room, x: number): void {
  const { palette, pen, width: W, height: H } = scene;
  if (x < H * 0.05 || x > W - H * 0.05) return;
  if (palette.isLit) scene.fill(-35, mixInks(wall, palette.glow, 0.35), pen.circle(x, H * 0.38, H * 0.22));
  scene.fill(0, palette.dark, pen.rect(x - 1.5, H * 0.4, 3, H * 0.52) + pen.rect(x - H * 0.05, H * 0.915, H * 0.1, 4));
  const shade = pen.polygon(
    [x - H * 0.05, H * 0.3],
    [x + H * 0.05, H * 0.3],
    [x + H * 0.09, H * 0.43],
    [x - H * 0.09, H * 0.43],
  );
  scene.fill(1, palette.isLit ? palette.glow : palette.paper, shade);
}

function drawBookshelf(scene: Scene, room: Room): void {
  const { palette, pen, random, height: H } = scene;
  const width = H * 0.4;
  const left = room.pieceX - width / 2;
  const [top, bottom] = [H * 0.16, H * 0.92];
  const shelves = 5;
  const gap = (bottom - top) / shelves;
  scene.fill(0, mixInks(room.pieceInk, palette.dark, 0.35), pen.rect(left - 8, top - 8, width + 16, bottom - top + 8));
  scene.fill(0.5, mixInks(room.wall, palette.dark, 0.5), pen.rect(left, top, width, bottom - top - 6));
  const inks = [palette.accent, palette.trim, palette.walls[1], palette.walls[2], palette.walls[0]];
  for (let shelf = 1; shelf <= shelves; shelf += 1) {
    const board = top + gap * shelf - 8;
    scene.fill(2, room.pieceInk, pen.rect(left, board, width, 6));
    for (let x = left + 4; x < left + width - 12;) {
      const [thickness, height] = [random.between(7, 13), gap * random.between(0.5, 0.78)];
      scene.fill(1, cyclic(inks, random.integer(0, 9)), pen.rect(x, board - height, thickness - 1.5, height));
      x += thickness + (random.chance(0.14) ? 16 : 0);
    }
  }
  scene.shade(1.5, scene.towardsSun(left, top, width, bottom - top - 6, 0.09));
}

function drawPiano(scene: Scene, room: Room): void {
  const { palette, pen, height: H } = scene;
  const x = room.pieceX;
  const half = H * 0.24;
  const [top, keys, foot] = [H * 0.56, H * 0.71, H * 0.93];
  scene.fill(
    0,
    mixInks(palette.dark, room.pieceInk, 0.2),
    pen.rect(x - half, top, 2 * half, keys - top) +
      pen.rect(x - half * 1.04, keys, half * 2.08, H * 0.05) +
      pen.rect(x - half, keys, half * 0.18, foot - keys) +
      pen.rect(x + half * 0.82, keys, half * 0.18, foot - keys) +
      pen.rect(x - half, keys + H * 0.05, 2 * half, H * 0.1),
  );
  scene.fill(
    1,
    palette.paper,
    pen.rect(x - half * 0.86, keys - 2, half * 1.72, H * 0.02) +
      pen.polygon(
        [x - H * 0.06, top + H * 0.02],
        [x + H * 0.06, top + H * 0.02],
        [x + H * 0.055, top + H * 0.1],
        [x - H * 0.055, top + H * 0.1],
      ),
  );
  let black = "";
  for (let i = 0; i < 12; i += 1)
    if (i % 4 !== 3) black += pen.rect(x - half * 0.82 + (half * 1.68 * i) / 12, keys - 2, 4, H * 0.012);
  scene.fill(2, palette.dark, black);
  scene.fill(3, palette.accent, pen.rect(x - H * 0.09, H * 0.83, H * 0.18, H * 0.035));
  scene.fill(
    2.5,
    palette.dark,
    pen.rect(x - H * 0.075, H * 0.865, 4, H * 0.08) + pen.rect(x + H * 0.065, H * 0.865, 4, H * 0.08),
  );
  // A lamp and a frame on top.
  const lampX = x - half * 0.7;
  if (palette.isLit) scene.fill(-35, mixInks(room.wall, palette.glow, 0.3), pen.circle(lampX, top - H * 0.1, H * 0.15));
  scene.fill(1, palette.dark, pen.rect(lampX - 1.5, top - H * 0.07, 3, H * 0.07));
  scene.fill(
    1,
    palette.isLit ? palette.glow : palette.paper,
    pen.polygon(
      [lampX - H * 0.03, top - H * 0.13],
      [lampX + H * 0.03, top - H * 0.13],
      [lampX + H * 0.06, top - H * 0.06],
      [lampX - H * 0.06, top - H * 0.06],
    ),
  );
  drawPicture(scene, x + half * 0.4, H * 0.3, H * 0.1);
}

/** A picture on the wall: hills and a sun. */
function drawPicture(scene: Scene, x: number, y: number, half: number): void {
  const { palette, pen } = scene;
  scene.fill(-30, palette.trim, pen.rect(x - half, y - half * 0.8, half * 2, half * 1.6));
  scene.fill(-29, palette.sky, pen.rect(x - half * 0.8, y - half * 0.6, half * 1.6, half * 1.2));
  scene.fill(-28, palette.accent, pen.circle(x + half * 0.3, y - half * 0.1, half * 0.26));
  scene.fill(
    -27,
    palette.leaf,
    pen.polygon([x - half * 0.8, y + half * 0.6], [x - half * 0.2, y - half * 0.1], [x + half * 0.4, y + half * 0.6]) +
      pen.polygon([x, y + half * 0.6], [x + half * 0.5, y + half * 0.15], [x + half * 0.8, y + half * 0.6]),
  );
  scene.shade(-26, pen.rect(x - half + 6 * scene.palette.shadowX, y + half * 0.8, half * 2, 6));
}

function drawTable(scene: Scene, room: Room): void {
  const { palette, pen, height: H } = scene;
  const x = room.pieceX;
  const top = H * 0.68;
  if (palette.isLit)
    scene.fill(-35, mixInks(room.wall, palette.glow, 0.3), pen.ellipse(x, H * 0.36, H * 0.22, H * 0.2));
  scene.fill(0, palette.dark, pen.rect(x - 1, 0, 2, H * 0.24));
  scene.fill(1, palette.accent, pen.dome(x, H * 0.32, H * 0.11, H * 0.09));
  scene.fill(1, palette.isLit ? palette.glow : palette.paper, pen.ellipse(x, H * 0.32, H * 0.045, H * 0.014));
  scene.fill(
    0,
    room.pieceInk,
    pen.rect(x - H * 0.24, top, H * 0.48, H * 0.035) +
      pen.rect(x - H * 0.2, top, H * 0.03, H * 0.26) +
      pen.rect(x + H * 0.17, top, H * 0.03, H * 0.26),
  );
  scene.shade(0.5, pen.rect(x - H * 0.24, top + H * 0.022, H * 0.48, H * 0.013));
  for (const k of [-1, 1]) {
    const seat = x + k * H * 0.29;
    scene.fill(
      -1,
      palette.dark,
      pen.rect(seat + k * H * 0.05 - 2, H * 0.58, 4, H * 0.36) +
        pen.rect(seat - H * 0.055, H * 0.76, H * 0.11, 5) +
        pen.rect(seat - k * H * 0.05 - 2, H * 0.76, 4, H * 0.18),
    );
  }
  const bowl = pen.path`M${x - H * 0.07} ${top - H * 0.05}h${H * 0.14}q0 ${H * 0.05} ${-H * 0.05} ${H * 0.05}h${-H * 0.04}q${-H * 0.05} 0 ${-H * 0.05} ${-H * 0.05}z`;
  scene.fill(2, palette.trim, bowl);
  scene.fill(
    1.5,
    palette.accent,
    pen.circle(x - H * 0.03, top - H * 0.055, H * 0.024) +
      pen.circle(x + H * 0.02, top - H * 0.06, H * 0.026) +
      pen.circle(x, top - H * 0.08, H * 0.024),
  );
}

function drawFireplace(scene: Scene, room: Room): void {
  const { palette, pen, height: H } = scene;
  const x = room.pieceX;
  const [top, foot] = [H * 0.5, H * 0.92];
  const half = H * 0.21;
  scene.fill(
    0,
    palette.trim,
    pen.rect(x - half, top, 2 * half, foot - top) + pen.rect(x - half * 1.14, top - H * 0.035, half * 2.28, H * 0.045),
  );
  scene.shade(
    0.5,
    pen.rect(x - half, top + H * 0.01, 2 * half, H * 0.014) +
      scene.awayFromSun(x - half, top, 2 * half, foot - top, 0.08),
  );
  scene.fill(1, palette.dark, pen.arch(x - half * 0.62, top + H * 0.1, half * 1.24, foot - top - H * 0.1, H * 0.07));
  const flame = (fx: number, size: number) =>
    pen.path`M${fx} ${foot - H * 0.02 - size}q${size * 0.6} ${size * 0.5} ${size * 0.4} ${size}h${-size * 0.8}q${-size * 0.2} ${-size * 0.5} ${size * 0.4} ${-size}z`;
  scene.fill(2, palette.accent, flame(x - H * 0.035, H * 0.11) + flame(x + H * 0.04, H * 0.13));
  scene.fill(3, palette.glow, flame(x - H * 0.03, H * 0.06) + flame(x + H * 0.04, H * 0.075));
  scene.fill(3.5, room.pieceInk, pen.rect(x - half * 0.5, foot - H * 0.028, half, H * 0.026));
  drawPicture(scene, x, H * 0.27, H * 0.13);
  scene.fill(2, palette.walls[2], pen.ellipse(x - half * 0.8, top - H * 0.07, H * 0.02, H * 0.035));
  scene.fill(
    2,
    palette.accent,
    pen.rect(x + half * 0.62, top - H * 0.09, 5, H * 0.055) + pen.rect(x + half * 0.82, top - H * 0.075, 5, H * 0.04),
  );
}
