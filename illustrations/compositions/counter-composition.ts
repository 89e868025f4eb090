import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import { objectInks } from "../inks/natural-inks.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import type { Shop } from "../shops/shop-kinds.ts";

type Bar = { wall: string; front: string; top: number; foot: number; x: number };

/** Inside, in front of the counter: lamps above, shelves behind, the shop's sign on the tiles. */
export function drawCounter(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const shop = shopForSubject(brief.subject);
  const wallIndex = random.integer(0, 2);
  const isDark = palette.isNight || shop.isNightly === true || random.chance(0.35);
  const wallInk = cyclic(palette.walls, wallIndex);
  const bar: Bar = {
    wall: mixInks(wallInk, isDark ? palette.dark : palette.paper, isDark ? 0.5 : 0.45),
    front: mixInks(cyclic(palette.walls, wallIndex + 1), palette.dark, isDark ? 0.25 : 0.05),
    top: H * 0.64,
    foot: H * 0.94,
    x: W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.36 : 0.64),
  };
  scene.fill(0, bar.wall, scene.pen.rect(0, 0, W, H));
  drawTiles(scene, bar, random.pick(["squares", "bricks", "boards"] as const));
  drawSignOnWall(scene, bar, shop);
  drawShelves(scene, bar);
  drawKeeper(scene, bar);
  drawBar(scene, bar);
  drawOnBar(scene, bar, shop);
  drawStools(scene, bar);
  drawPendants(scene, bar, random.pick(["cone", "globe", "drum"] as const));
  if (!palette.isNight) drawDaylight(scene);
}

function drawTiles(scene: Scene, { wall, top }: Bar, kind: "squares" | "bricks" | "boards"): void {
  const { palette, pen, width: W, height: H } = scene;
  const id = scene.newId("b");
  const ink = mixInks(wall, palette.dark, 0.13);
  const lines = {
    squares: "M0 0H24V2H2V24H0z",
    bricks: "M0 0H36V2H2V12H0zM0 12H36V14H20V24H18V14H0z",
    boards: "M0 0H2V24H0z",
  }[kind];
  const width = kind === "bricks" ? 36 : 24;
  scene.define(
    `<pattern id="${id}" width="${width}" height="24" patternUnits="userSpaceOnUse"><path d="${lines}" fill="${ink}"/></pattern>`,
  );
  scene.fill(1, `url(#${id})`, pen.rect(0, H * (kind === "boards" ? 0 : 0.3), W, top));
}

/** A round lit sign with the shop's object. */
function drawSignOnWall(scene: Scene, { x }: Bar, shop: Shop): void {
  const { palette, pen, random, height: H } = scene;
  const [y, radius] = [H * 0.34, H * 0.2];
  const isNeon = palette.isLit && random.chance(0.6);
  const board = isNeon ? mixInks(palette.dark, palette.walls[0], 0.15) : palette.accent;
  if (isNeon) scene.fill(3, palette.glow, pen.circle(x, y, radius * 1.5), ' opacity=".18"');
  scene.shade(3.5, pen.circle(x + palette.shadowX * 9, y + palette.shadowY * 9, radius));
  scene.fill(4, palette.paper, pen.circle(x, y, radius));
  scene.fill(5, board, pen.circle(x, y, radius * 0.93));
  const size = radius * 1.16;
  const main = isNeon ? palette.accent : palette.paper;
  drawGlyph(scene, 6, {
    name: cyclic(shop.glyphs, 0),
    x: x - size / 2,
    y: y - size * 0.53,
    size,
    inks: {
      main,
      light: isNeon ? palette.glow : mixInks(board, palette.paper, 0.5),
      dark: board,
      accent: palette.glow,
    },
  });
}

/** Two shelves of bottles, cups and jars on the side away from the sign. */
function drawShelves(scene: Scene, { x: signX, wall, top }: Bar): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const isSquare = scene.shape === "square";
  const [left, right] = signX < W / 2 ? [signX + H * 0.3, W + 4] : [-4, signX - H * 0.3];
  if (isSquare || right - left < H * 0.2) return;
  const tones = [
    palette.paper,
    mixInks(palette.accent, palette.dark, 0.15),
    palette.leaf,
    mixInks(wall, palette.dark, 0.5),
  ];
  const things = tones.map(() => "");
  let boards = "";
  for (const y of [H * 0.28, H * 0.46]) {
    boards += pen.rect(left, y, right - left, H * 0.018);
    for (let at = left + H * 0.02; at < right - H * 0.03;) {
      const [kind, w] = [random.integer(0, 2), H * random.between(0.03, 0.05)];
      const h = H * random.between(0.07, 0.13);
      const bottle = pen.rect(at, y - h * 0.62, w * 0.8, h * 0.62) + pen.rect(at + w * 0.26, y - h, w * 0.28, h * 0.4);
      const cups = pen.rect(at, y - h * 0.3, w, h * 0.3) + pen.rect(at + 1, y - h * 0.56, w - 2, h * 0.24);
      const jar = pen.rect(at, y - h * 0.6, w, h * 0.6) + pen.rect(at + w * 0.1, y - h * 0.7, w * 0.8, h * 0.12);
      const tone = random.integer(0, tones.length - 1);
      things[tone] = (things[tone] ?? "") + cyclic([bottle, cups, jar], kind);
      at += w + H * random.between(0.008, 0.02) + (random.chance(0.14) ? H * 0.06 : 0);
    }
  }
  for (const [i, ink] of tones.entries()) scene.fill(7, ink, things[i] ?? "");
  scene.fill(7.5, mixInks(palette.walls[1], palette.dark, 0.35), boards);
  scene.shade(6.5, pen.rect(left, H * 0.3, right - left, H * 0.03) + pen.rect(left, H * 0.48, right - left, H * 0.03));
  scene.fill(2, mixInks(wall, palette.dark, 0.2), pen.rect(0, top - H * 0.06, W, H * 0.06));
}

function drawKeeper(scene: Scene, { x, top }: Bar): void {
  const { palette, random, width: W, height: H } = scene;
  const at = x < W / 2 ? x + H * random.between(0.34, 0.5) : x - H * random.between(0.34, 0.5);
  if (scene.shape === "square") return;
  drawPerson(scene, {
    x: at,
    ground: top + H * 0.25,
    height: H * 0.46,
    depth: 10,
    coat: random.pick([palette.paper, palette.walls[2]]),
    facing: x < at ? -1 : 1,
    hasNoShadow: true,
  });
}

function drawBar(scene: Scene, { front, top, foot }: Bar): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const slab = mixInks(palette.trim, palette.walls[1], 0.2);
  scene.fill(20, front, pen.rect(0, top, W, foot - top));
  scene.fill(23, slab, pen.rect(0, top - H * 0.02, W, H * 0.04));
  scene.shade(22, pen.rect(0, top + H * 0.02, W, H * 0.03));
  let panels = "";
  const kind = random.pick(["panels", "slats", "plain"] as const);
  const step = kind === "slats" ? H * 0.035 : H * 0.3;
  if (kind !== "plain")
    for (let x = -step * 0.4; x < W; x += step)
      panels +=
        kind === "slats"
          ? pen.rect(x, top + H * 0.02, 2, foot - top)
          : pen.rect(x, top + H * 0.075, step - H * 0.04, foot - top - H * 0.12);
  scene.fill(21, mixInks(front, palette.dark, 0.2), panels);
  scene.fill(24, mixInks(palette.glow, palette.dark, 0.35), pen.rect(0, foot - H * 0.055, W, H * 0.012));
  scene.fill(19, mixInks(front, palette.dark, 0.55), pen.rect(0, foot, W, H));
}

/** One of the shop's goods on the counter, with a cake dome, a jug or a plant. */
function drawOnBar(scene: Scene, { x, top }: Bar, shop: Shop): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const base = top - H * 0.02;
  const name = cyclic(shop.glyphs, shop.glyphs.length - 1);
  const size = H * (scene.shape === "square" ? 0.2 : 0.17);
  const thingX = scene.shape === "square" ? W * 0.24 : x + (x < W / 2 ? -1 : 1) * H * 0.12;
  drawGlyph(scene, 26, {
    name,
    x: thingX - size / 2,
    y: base - size + 1,
    size,
    inks: objectInks(palette, name),
    isHalfShaded: true,
  });
  const other = x < W / 2 ? W * 0.86 : W * 0.14;
  const kind = random.pick(["dome", "plant", "till"] as const);
  if (kind === "dome") {
    scene.fill(26, mixInks(palette.accent, palette.glow, 0.5), pen.dome(other, base - H * 0.02, H * 0.07, H * 0.05));
    scene.fill(
      27,
      palette.paper,
      pen.dome(other, base - H * 0.02, H * 0.095, H * 0.12) + pen.circle(other, base - H * 0.145, H * 0.013),
      ' opacity=".35"',
    );
    scene.fill(27, palette.paper, pen.rect(other - H * 0.11, base - H * 0.022, H * 0.22, H * 0.022));
  } else if (kind === "plant") {
    const leaves = Array.from({ length: 7 }, (_, i) =>
      pen.leaf(other, base - H * 0.06, H * 0.16, -2.7 + i * 0.38, 0.28),
    );
    scene.fill(26, palette.leaf, leaves.join(""));
    scene.fill(27, palette.trim, pen.rect(other - H * 0.04, base - H * 0.08, H * 0.08, H * 0.08));
    scene.shade(28, scene.awayFromSun(other - H * 0.04, base - H * 0.08, H * 0.08, H * 0.08, 0.45));
  } else {
    scene.fill(
      26,
      palette.dark,
      pen.rect(other - H * 0.08, base - H * 0.1, H * 0.16, H * 0.1) +
        pen.rect(other - H * 0.05, base - H * 0.15, H * 0.1, H * 0.06),
    );
    scene.fill(27, palette.glow, pen.rect(other - H * 0.035, base - H * 0.138, H * 0.07, H * 0.03));
  }
}

function drawStools(scene: Scene, { foot }: Bar): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const step = H * random.pick([0.24, 0.3]);
  let [legs, seats] = ["", ""];
  for (let x = step * random.between(0.3, 0.7); x < W; x += step) {
    legs +=
      pen.rect(x - H * 0.008, H * 0.81, H * 0.016, foot - H * 0.78) +
      pen.rect(x - H * 0.05, H * 0.99, H * 0.1, H * 0.012);
    seats += pen.rect(x - H * 0.065, H * 0.785, H * 0.13, H * 0.03);
    scene.shade(25, pen.rect(x - H * 0.065 + palette.shadowX * 10, H * 0.815, H * 0.13, H * 0.03));
  }
  scene.fill(30, palette.dark, legs);
  scene.fill(31, random.pick([palette.accent, palette.walls[1]]), seats);
}

function drawPendants(scene: Scene, { x: signX }: Bar, kind: "cone" | "globe" | "drum"): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const step = H * random.pick([0.4, 0.5]);
  const drop = H * random.pick([0.13, 0.17]);
  let [cords, shades, bulbs] = ["", "", ""];
  for (let x = step * 0.5 + (W % step) / 2 - step; x < W + step; x += step) {
    // A lamp in front of the sign would hide it.
    if (Math.abs(x - signX) < H * 0.25) continue;
    cords += pen.rect(x - 1, 0, 2, drop - H * 0.05);
    if (kind === "cone")
      shades += pen.polygon(
        [x - H * 0.07, drop],
        [x - H * 0.015, drop - H * 0.07],
        [x + H * 0.015, drop - H * 0.07],
        [x + H * 0.07, drop],
      );
    if (kind === "drum") shades += pen.rect(x - H * 0.06, drop - H * 0.06, H * 0.12, H * 0.06);
    bulbs +=
      kind === "globe"
        ? pen.circle(x, drop, H * 0.05)
        : pen.dome(x, drop, H * 0.03, -H * 0.001) + pen.rect(x - H * 0.03, drop, H * 0.06, H * 0.012);
    if (palette.isLit)
      scene.fill(
        29,
        palette.glow,
        pen.polygon([x - H * 0.06, drop], [x + H * 0.06, drop], [x + H * 0.2, H * 0.62], [x - H * 0.2, H * 0.62]),
        ' opacity=".1"',
      );
  }
  scene.fill(33, palette.dark, cords + shades);
  scene.fill(34, palette.isLit ? palette.glow : palette.paper, bulbs);
}

/** Light from the street door, slanting over wall and counter. */
function drawDaylight(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const far = k > 0 ? W : 0;
  scene.shade(40, pen.polygon([far, -2], [far, H * 0.52], [far - k * W * 0.42, -2]), ' opacity=".7"');
}
