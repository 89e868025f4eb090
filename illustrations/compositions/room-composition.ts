import { catOutline } from "../drawing/figures.ts";
import { drawHouse } from "../houses/houses.ts";
import { mixInks } from "../inks/ink.ts";
import { ROOM_PIECES, type Room } from "../houses/room-furniture.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";

/** A dark room, a bright window on the street, and one piece of furniture that characterizes the room. */
export function drawRoom(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const isSquare = scene.shape === "square";
  const wallIndex = random.integer(0, 2);
  const wallInk = cyclic(palette.walls, wallIndex);
  const width = H * random.pick([0.48, 0.54, 0.62]);
  const room: Room = {
    wall: palette.isNight ? mixInks(wallInk, palette.dark, 0.15) : mixInks(wallInk, palette.dark, 0.5),
    pieceInk: cyclic(palette.walls, wallIndex + 1),
    floor: H * 0.86,
    window: { x: W * (isSquare ? 0.5 : k > 0 ? 0.34 : 0.66) - width / 2, y: H * 0.1, width, height: H * 0.6 },
    pieceX: W * (isSquare ? 0.8 : k > 0 ? 0.74 : 0.26),
  };
  scene.fill(0, room.wall, pen.rect(0, 0, W, H));
  drawView(scene, room, wallIndex);
  drawWindowFrame(scene, room, random.pick(["cross", "sashes", "arched"] as const));
  random.pick([drawCurtains, drawCurtains, drawBlind, drawShutters])(scene, room);
  drawFloor(scene, room);
  const pieces = random.shuffle(ROOM_PIECES);
  scene.at(40, () => {
    cyclic(pieces, 0)(scene, room);
    drawOnSill(scene, room);
  });
}

/** Houses across the street, in lighter inks. */
function drawView(scene: Scene, { window }: Room, wallIndex: number): void {
  const { palette, pen, random, height: H } = scene;
  const { x, y, width, height } = window;
  const far = (ink: string) => mixInks(ink, palette.skyLow, 0.3);
  scene.fill(1, palette.sky, pen.rect(x, y, width, height));
  if (!palette.isNight)
    scene.fill(
      1.5,
      mixInks(palette.skyLow, palette.paper, 0.3),
      pen.circle(x + width * random.between(0.2, 0.8), y + H * 0.12, H * 0.07),
    );
  const kinds = random.shuffle(["octagon", "bay", "turret", "federal", "italianate"] as const);
  const house = H * 0.22;
  const airy = {
    ...palette,
    trim: far(palette.trim),
    glass: mixInks(palette.glass, palette.skyLow, 0.35),
    dark: far(palette.dark),
  };
  scene.withPalette(airy, () => {
    scene.within(pen.rect(x, y, width, height), () => {
      for (let i = 0; i * house < width + H * 0.06; i += 1)
        scene.at(2 + i * 0.01, () =>
          drawHouse(scene, {
            kind: cyclic(kinds, i),
            x: x - H * 0.06 + i * house,
            width: house,
            ground: y + height + H * 0.04,
            wall: far(cyclic(palette.walls, wallIndex + 1 + (i % 2))),
            storeyHeight: H * 0.13,
            isFlipped: i % 2 === 1,
            isPlain: true,
          }),
        );
    });
  });
}

function drawWindowFrame(scene: Scene, { window, wall }: Room, kind: "cross" | "sashes" | "arched"): void {
  const { palette, pen, height: H } = scene;
  const { x, y, width: w, height: h } = window;
  let frame =
    pen.rect(x - 8, y - 8, w + 16, 8) +
    pen.rect(x - 8, y, 8, h) +
    pen.rect(x + w, y, 8, h) +
    pen.rect(x - 14, y + h, w + 28, 10);
  frame += pen.rect(x, y + h * (kind === "cross" ? 0.34 : 0.48), w, 5);
  if (kind !== "sashes") frame += pen.rect(x + w / 2 - 2, y, 4, h);
  if (kind === "sashes") for (const across of [1 / 3, 2 / 3]) frame += pen.rect(x + w * across - 1, y, 2, h);
  scene.fill(30, palette.trim, frame);
  if (kind !== "arched") return;
  // The corners of the opening, cut out of the wall.
  const rise = H * 0.12;
  const corner = (left: number, k: number) =>
    pen.path`M${left} ${y - 9}v${rise + 9}Q${left} ${y} ${left + (k * w) / 2} ${y}v-9z`;
  scene.fill(29, wall, corner(x - 8, 1) + corner(x + w + 8, -1));
}

function drawCurtains(scene: Scene, { window }: Room): void {
  const { palette, pen, height: H } = scene;
  const { x, y, width: w, height: h } = window;
  const foot = y + h * 1.24;
  const left = pen.path`M${x - H * 0.1} ${y - 20}h${H * 0.15}Q${x + H * 0.04} ${y + h * 0.5} ${x - H * 0.1} ${foot}z`;
  const right = pen.path`M${x + w + H * 0.1} ${y - 20}h${-H * 0.15}Q${x + w - H * 0.04} ${y + h * 0.5} ${x + w + H * 0.1} ${foot}z`;
  scene.fill(31, palette.accent, left + right);
  scene.fill(32, palette.dark, pen.rect(x - H * 0.16, y - 24, w + H * 0.32, 5));
}

function drawBlind(scene: Scene, { window }: Room): void {
  const { palette, pen, random } = scene;
  const { x, y, width: w, height: h } = window;
  const drop = h * random.pick([0.22, 0.34]);
  let slats = "";
  for (let top = y; top < y + drop; top += 9) slats += pen.rect(x, top, w, 6);
  scene.fill(29.5, palette.paper, slats);
  scene.fill(31, palette.accent, pen.rect(x - 4, y - 10, w + 8, 12));
  scene.fill(
    31,
    palette.dark,
    pen.rect(x + w * 0.86, y, 1.5, drop + 40) + pen.circle(x + w * 0.86 + 0.8, y + drop + 42, 4),
  );
}

function drawShutters(scene: Scene, { window, pieceInk }: Room): void {
  const { palette, pen } = scene;
  const { x, y, width: w, height: h } = window;
  const leaf = w * 0.24;
  for (const left of [x - leaf - 10, x + w + 10]) {
    scene.fill(31, mixInks(pieceInk, palette.dark, 0.15), pen.rect(left, y - 8, leaf, h + 12));
    let slats = "";
    for (let top = y + 6; top < y + h - 8; top += 12) slats += pen.rect(left + 6, top, leaf - 12, 3);
    scene.fill(32, mixInks(pieceInk, palette.dark, 0.5), slats);
  }
}

function drawFloor(scene: Scene, { wall, floor, window }: Room): void {
  const { palette, pen, width: W, height: H } = scene;
  const { x, width: w } = window;
  const slant = palette.shadeSide * H * 0.3;
  scene.fill(5, mixInks(wall, palette.dark, 0.4), pen.rect(0, floor, W, H - floor));
  scene.fill(5.5, mixInks(palette.trim, wall, 0.55), pen.rect(0, floor - 6, W, 6));
  if (palette.isNight) return;
  const light = (from: number, to: number) =>
    pen.polygon([x + w * from, floor], [x + w * to, floor], [x + w * to + slant, H], [x + w * from + slant, H]);
  scene.fill(6, mixInks(wall, palette.skyLow, 0.62), light(0, 0.46) + light(0.54, 1));
}

/** The cat, a plant, books, or a jug with a twig. */
function drawOnSill(scene: Scene, { window }: Room): void {
  const { palette, pen, random, height: H } = scene;
  const sill = window.y + window.height;
  const x = window.x + window.width * random.pick([0.26, 0.5, 0.74]);
  const q = H * 0.02;
  const choice = random.pick(["cat", "cat", "plant", "books", "jug"] as const);
  if (choice === "cat") scene.fill(2, palette.dark, catOutline(scene, x, sill, q));
  if (choice === "plant") {
    const leaves = Array.from({ length: 7 }, (_, i) =>
      pen.leaf(x, sill - q * 2, H * random.between(0.1, 0.17), -2.6 + i * 0.35, 0.28),
    );
    scene.fill(2, mixInks(palette.leaf, palette.dark, 0.2), leaves.join(""));
    scene.fill(
      2.5,
      palette.accent,
      pen.polygon(
        [x - q * 1.8, sill - q * 2.6],
        [x + q * 1.8, sill - q * 2.6],
        [x + q * 1.3, sill],
        [x - q * 1.3, sill],
      ),
    );
  }
  if (choice === "books") {
    for (const [i, ink] of [palette.accent, palette.trim, palette.walls[2], palette.dark].entries())
      scene.fill(
        2,
        ink,
        pen.rect(x + (i - 2) * q * 1.1, sill - q * (3.4 + ((i * 7) % 3) * 0.5), q, q * (3.4 + ((i * 7) % 3) * 0.5)),
      );
  }
  if (choice === "jug") {
    scene.fill(
      2.5,
      palette.trim,
      pen.ellipse(x, sill - q * 1.5, q * 1.4, q * 1.6) + pen.rect(x - q * 0.6, sill - q * 4, q * 1.2, q * 2),
    );
    const twig = [-2.1, -1.6, -1.2, -0.9].map((angle, i) =>
      pen.bar(
        x,
        sill - q * 3.6,
        x + Math.cos(angle) * H * 0.14,
        sill - q * 3.6 + Math.sin(angle) * H * (0.12 + 0.02 * i),
        1.6,
      ),
    );
    scene.fill(2, palette.dark, twig.join(""));
    const buds = [-2.1, -1.6, -1.2, -0.9].map((angle) =>
      pen.circle(x + Math.cos(angle) * H * 0.13, sill - q * 3.6 + Math.sin(angle) * H * 0.13, q * 0.7),
    );
    scene.fill(2.2, palette.blossom, buds.join(""));
  }
}
