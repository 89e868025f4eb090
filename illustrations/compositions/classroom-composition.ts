import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";

type Room = { wall: string; floor: number; boardX: number; boardWidth: number };

/** A classroom before the bell: the subject in chalk on the board, the windows' light across wall and desks. */
export function drawClassroom(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wallInk = cyclic(palette.walls, random.integer(0, 2));
  const boardWidth = H * (scene.shape === "square" ? 0.76 : random.pick([0.84, 0.96]));
  const room: Room = {
    wall: mixInks(wallInk, palette.isNight ? palette.dark : palette.paper, palette.isNight ? 0.3 : 0.5),
    floor: H * 0.8,
    boardX: W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.54 : 0.46) - boardWidth / 2,
    boardWidth,
  };
  scene.fill(0, room.wall, pen.rect(0, 0, W, H));
  scene.fill(1, mixInks(room.wall, wallInk, 0.55), pen.rect(0, H * 0.62, W, H * 0.2));
  scene.fill(
    1.5,
    mixInks(wallInk, palette.dark, 0.15),
    pen.rect(0, H * 0.61, W, 5) + pen.rect(0, room.floor - 6, W, 6),
  );
  scene.fill(1, mixInks(palette.walls[1], palette.dark, palette.isNight ? 0.5 : 0.28), pen.rect(0, room.floor, W, H));
  drawBoard(scene, room, brief);
  drawClock(scene, room);
  drawWindowsLight(scene);
  random.pick([drawGlobe, drawPlant, drawPictures])(scene, room);
  const teacherX = k > 0 ? room.boardX - H * 0.1 : room.boardX + boardWidth + H * 0.1;
  if (scene.shape !== "square")
    drawPerson(scene, {
      x: teacherX,
      ground: room.floor + H * 0.03,
      height: H * 0.44,
      depth: 20,
      facing: k,
      wearsDress: random.chance(0.5),
      hasNoShadow: true,
    });
  drawDesks(scene);
  if (brief.subject === "daycare" || random.chance(0.25)) drawBunting(scene);
}

function drawBoard(scene: Scene, { boardX: x, boardWidth: w }: Room, brief: Brief): void {
  const { palette, pen, random, height: H } = scene;
  const [y, h] = [H * 0.13, H * 0.42];
  const slate = mixInks(mixInks(palette.leaf, palette.dark, 0.62), palette.walls[2], random.pick([0, 0.15]));
  scene.shade(2, pen.rect(x + palette.shadowX * 9, y + palette.shadowY * 9, w, h + 8));
  scene.fill(3, mixInks(palette.walls[1], palette.dark, 0.32), pen.rect(x - 7, y - 7, w + 14, h + 14));
  scene.fill(4, slate, pen.rect(x, y, w, h));
  scene.fill(5, palette.trim, pen.rect(x - 10, y + h + 5, w + 20, 6) + pen.rect(x + w * 0.2, y + h + 1, 18, 4));
  const size = h * 0.74;
  const chalk = mixInks(palette.paper, slate, 0.08);
  const left = x + w * random.pick([0.1, 0.34, 0.52]);
  drawGlyph(scene, 6, {
    name: random.pick(shopForSubject(brief.subject).glyphs),
    x: left,
    y: y + h * 0.13,
    size,
    inks: { main: chalk, light: mixInks(slate, palette.glow, 0.7), dark: slate, accent: palette.accent },
  });
  let lines = "";
  const from = left > x + w * 0.3 ? x + w * 0.06 : left + size * 1.2;
  for (let i = 0; i < 4; i += 1) {
    const length = w * random.between(0.1, 0.26);
    if (from + length < x + w * 0.96 && (from + length < left || from > left + size))
      lines += pen.rect(from, y + h * (0.24 + 0.17 * i), length, 3.4);
  }
  scene.fill(6, mixInks(chalk, slate, 0.35), lines);
}

function drawClock(scene: Scene, { boardX, boardWidth }: Room): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const x = Math.max(H * 0.1, Math.min(W - H * 0.1, k > 0 ? boardX - H * 0.16 : boardX + boardWidth + H * 0.16));
  if (scene.shape === "square") return;
  const y = H * 0.17;
  scene.shade(4, pen.circle(x + palette.shadowX * 6, y + palette.shadowY * 6, H * 0.065));
  scene.fill(5, palette.dark, pen.circle(x, y, H * 0.065));
  scene.fill(6, palette.paper, pen.circle(x, y, H * 0.053));
  scene.fill(7, palette.dark, pen.bar(x, y, x, y - H * 0.04, 2.6) + pen.bar(x, y, x - H * 0.026, y - H * 0.012, 2.6));
}

/** Two window panes of sunlight on board, wall and floor. The rest is in shade. */
function drawWindowsLight(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  if (palette.isNight) return;
  const k = palette.shadeSide;
  const near = k > 0 ? 0 : W;
  const slant = k * H * 0.9;
  const beam = (from: number, to: number) =>
    pen.polygon(
      [near + k * H * from, 0],
      [near + k * H * to, 0],
      [near + k * H * to + slant, H],
      [near + k * H * from + slant, H],
    );
  scene.shade(12, beam(-1.2, -0.62) + beam(-0.28, -0.16) + beam(0.2, 3), ' opacity=".62"');
}

function drawGlobe(scene: Scene, { floor }: Room): void {
  const { palette, width: W, height: H } = scene;
  if (scene.shape === "square") return;
  const size = H * 0.2;
  putDesk(scene, floor);
  drawGlyph(scene, 16, {
    name: "globe",
    x: W * (palette.shadeSide > 0 ? 0.86 : 0.14) - size / 2,
    y: floor - H * 0.12 - size,
    size,
    inks: { main: palette.walls[2], light: palette.paper, dark: palette.dark, accent: palette.leaf },
    isHalfShaded: true,
  });
}

function drawPlant(scene: Scene, { floor }: Room): void {
  const { palette, pen, random, width: W, height: H } = scene;
  if (scene.shape === "square") return;
  const [x, foot] = [W * (palette.shadeSide > 0 ? 0.88 : 0.12), floor + H * 0.02];
  const leaves = Array.from({ length: 9 }, (_, i) =>
    pen.leaf(x, foot - H * 0.1, H * random.between(0.2, 0.3), -2.8 + i * 0.31, 0.26),
  );
  scene.fill(15, mixInks(palette.leaf, palette.dark, 0.15), leaves.join(""));
  scene.fill(
    16,
    palette.trim,
    pen.polygon(
      [x - H * 0.07, foot - H * 0.13],
      [x + H * 0.07, foot - H * 0.13],
      [x + H * 0.05, foot],
      [x - H * 0.05, foot],
    ),
  );
  scene.shade(17, scene.awayFromSun(x - H * 0.06, foot - H * 0.13, H * 0.12, H * 0.13, 0.42));
}

/** Children's drawings on a line, in the neighborhood's inks. */
function drawPictures(scene: Scene, { boardX, boardWidth }: Room): void {
  const { palette, pen, width: W, height: H } = scene;
  if (scene.shape === "square") return;
  const [from, to] = palette.shadeSide > 0 ? [boardX + boardWidth + H * 0.05, W] : [0, boardX - H * 0.05];
  scene.fill(5, palette.dark, pen.rect(from, H * 0.2, to - from, 1.6));
  const inks = [palette.accent, palette.walls[2], palette.walls[1], palette.leaf];
  let i = 0;
  for (let x = from + H * 0.02; x < to; x += H * 0.15, i += 1) {
    scene.fill(6, palette.paper, pen.rect(x, H * 0.2, H * 0.12, H * 0.15));
    scene.fill(
      7,
      cyclic(inks, i),
      i % 2 === 0
        ? pen.circle(x + H * 0.06, H * 0.27, H * 0.035)
        : pen.polygon([x + H * 0.02, H * 0.32], [x + H * 0.06, H * 0.23], [x + H * 0.1, H * 0.32]),
    );
  }
}

function putDesk(scene: Scene, floor: number): void {
  const { palette, pen, width: W, height: H } = scene;
  const x = W * (palette.shadeSide > 0 ? 0.86 : 0.14);
  const wood = mixInks(palette.walls[1], palette.dark, 0.42);
  scene.fill(
    14,
    wood,
    pen.rect(x - H * 0.2, floor - H * 0.12, H * 0.4, H * 0.025) +
      pen.rect(x - H * 0.18, floor - H * 0.1, H * 0.36, H * 0.15),
  );
  scene.shade(14.5, pen.rect(x - H * 0.18, floor - H * 0.095, H * 0.36, H * 0.02));
}

/** The nearest row, cut by the lower edge: tops, chair backs, one apple. */
function drawDesks(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const step = H * 0.42;
  const wood = mixInks(palette.walls[1], palette.paper, palette.isNight ? 0.05 : 0.25);
  let [tops, edges, backs, legs, shades] = ["", "", "", "", ""];
  const first = -step * random.between(0.1, 0.5);
  const y = H * 0.84;
  for (let x = first; x < W; x += step) {
    const w = step * 0.76;
    tops += pen.polygon([x + w * 0.08, y], [x + w * 0.92, y], [x + w, y + H * 0.06], [x, y + H * 0.06]);
    edges += pen.rect(x, y + H * 0.06, w, H * 0.02);
    legs +=
      pen.rect(x + w * 0.05, y + H * 0.08, H * 0.014, H * 0.1) +
      pen.rect(x + w * 0.92, y + H * 0.08, H * 0.014, H * 0.1);
    backs += pen.rect(x + w * 0.26, y + H * 0.05, w * 0.48, H * 0.07);
    shades += pen.polygon(
      [x, y + H * 0.08],
      [x + w, y + H * 0.08],
      [x + w + palette.shadowX * H * 0.1, H],
      [x + palette.shadowX * H * 0.1, H],
    );
  }
  scene.shade(29, shades);
  scene.fill(30, palette.dark, legs);
  scene.fill(31, wood, tops);
  scene.fill(32, mixInks(wood, palette.dark, 0.4), edges);
  scene.fill(33, palette.walls[2], backs);
  const bookX = first + step * random.integer(1, 2) + step * 0.2;
  scene.fill(
    34,
    palette.accent,
    pen.polygon(
      [bookX, y + H * 0.04],
      [bookX + H * 0.1, y + H * 0.04],
      [bookX + H * 0.11, y + H * 0.012],
      [bookX + H * 0.015, y + H * 0.012],
    ),
  );
}

function drawBunting(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const inks = [palette.accent, palette.walls[2], palette.paper, palette.walls[1]];
  const count = Math.round(W / (H * 0.11));
  for (let i = 0; i < count; i += 1) {
    const x = (W * i) / count;
    const y = H * (0.015 + 0.05 * Math.sin((Math.PI * (i + 0.5)) / count));
    scene.fill(36, cyclic(inks, i), pen.polygon([x, y], [x + H * 0.09, y], [x + H * 0.045, y + H * 0.085]));
  }
}
