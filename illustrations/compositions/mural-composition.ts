import type { Brief } from "../brief.ts";
import { drawLamp, drawPerson } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { inkOnSign } from "../shops/hanging-signs.ts";
import { inkLightness, mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { drawPavement, drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawTree } from "../drawing/trees.ts";

type PartyWall = { left: number; right: number; top: number; ground: number; ink: string };

/** The trade's object painted large on the windowless side wall of a house. */
export function drawMural(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wallIndex = random.integer(0, 2);
  const share = scene.shape === "square" ? 0.8 : scene.shape === "card" ? 0.7 : 0.56;
  const wall: PartyWall = {
    left: k > 0 ? W * (1 - share) : -4,
    right: k > 0 ? W + 4 : W * share,
    top: H * random.pick([0.08, 0.12, 0.16]),
    ground: H * 0.88,
    ink: cyclic(palette.walls, wallIndex),
  };
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.1, bottom: wall.ground });
  drawStars(scene, 16, H * 0.5);
  drawSun(scene, W * (k > 0 ? 0.14 : 0.86), H * random.between(0.28, 0.4), H * random.between(0.14, 0.19));
  drawLowNeighbor(scene, wall, cyclic(palette.walls, wallIndex + 1));
  drawPartyWall(scene, wall);
  drawPainting(scene, brief, wall, cyclic(palette.walls, wallIndex + random.integer(1, 2)));
  drawShadeOnWall(scene, wall);
  const curb = drawPavement(scene, wall.ground, 0.6);
  const inner = k > 0 ? wall.left : wall.right;
  if (random.chance(0.55))
    drawTree(scene, { x: inner - k * H * 0.22, ground: curb - 2, height: H * random.between(0.42, 0.56), depth: 30 });
  else drawLamp(scene, { x: inner - k * H * 0.2, ground: curb - 2, height: H * 0.5, depth: 30 });
  drawPerson(scene, {
    x: inner + k * H * random.between(0.1, 0.22),
    ground: curb,
    height: H * 0.14,
    depth: 60,
    facing: k,
    wearsDress: random.chance(0.5),
    hasDog: random.chance(0.3),
  });
}

/** A shed or a lower house next door, for scale. */
function drawLowNeighbor(scene: Scene, wall: PartyWall, ink: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const top = H * random.between(0.56, 0.64);
  const [left, right] = k > 0 ? [-4, wall.left] : [wall.right, W + 4];
  const tone = scene.fadeIntoSky(ink, 0.3);
  scene.fill(-30, tone, pen.rect(left, top, right - left, wall.ground - top));
  scene.fill(-29, scene.fadeIntoSky(palette.trim, 0.3), pen.rect(left, top - 5, right - left, 9));
  let windows = "";
  for (let x = left + H * 0.07; x < right - H * 0.1; x += H * 0.15)
    windows += pen.rect(x, top + H * 0.07, H * 0.06, H * 0.13);
  const isLit = palette.isLit && random.chance(0.7);
  scene.fill(-29, isLit ? palette.glow : scene.fadeIntoSky(palette.glass, 0.3), windows);
}

function drawPartyWall(scene: Scene, { left, right, top, ground, ink }: PartyWall): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const width = right - left;
  const step = H * 0.06;
  // A stepped parapet that falls toward the back of the house.
  const back = k > 0 ? left : right;
  const at = (share: number) => back + k * width * share;
  scene.fill(
    -10,
    ink,
    pen.polygon(
      [at(0), ground],
      [at(0), top + 2 * step],
      [at(0.3), top + 2 * step],
      [at(0.3), top + step],
      [at(0.62), top + step],
      [at(0.62), top],
      [at(1), top],
      [at(1), ground],
    ),
  );
  const coping = (from: number, to: number, y: number) =>
    pen.rect(Math.min(at(from), at(to)) - 3, y - 5, Math.abs(at(to) - at(from)) + 6, 7);
  const copings = coping(0, 0.3, top + 2 * step) + coping(0.3, 0.62, top + step) + coping(0.62, 1, top);
  scene.fill(-9, palette.season === "winter" ? palette.ground : mixInks(ink, palette.dark, 0.45), copings);
  const chimney = { x: at(random.between(0.4, 0.5)) - H * 0.04, top: top - H * 0.06 };
  scene.fill(
    -11,
    mixInks(ink, palette.dark, 0.2),
    pen.rect(chimney.x, chimney.top, H * 0.08, step * 2) +
      pen.rect(chimney.x + H * 0.01, chimney.top - H * 0.035, H * 0.02, H * 0.04) +
      pen.rect(chimney.x + H * 0.05, chimney.top - H * 0.035, H * 0.02, H * 0.04),
  );
  let bricks = "";
  for (let i = 0; i < 26; i += 1) {
    const y = top + 2 * step + Math.round((random.next() * (ground - top - 2 * step)) / 9) * 9;
    bricks += pen.rect(left + width * random.between(0.02, 0.96), Math.min(y, ground - 6), 12, 2.4);
  }
  scene.fill(-5, mixInks(ink, palette.dark, 0.22), bricks);
  scene.fill(-8, mixInks(ink, palette.dark, 0.35), pen.rect(left, ground - H * 0.035, width, H * 0.035));
}

function drawPainting(scene: Scene, brief: Brief, wall: PartyWall, ground: string): void {
  const { palette, pen, random, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const width = wall.right - wall.left;
  const x = wall.left + width * (palette.shadeSide > 0 ? 0.52 : 0.48);
  const y = H * 0.55;
  const radius = Math.min(H * 0.29, width * 0.42);
  const shape = random.pick(["disc", "rays", "arch", "panel"] as const);
  const board = shape === "rays" ? palette.accent : ground;
  const disc = pen.circle(x, y, radius);
  if (shape === "disc") scene.fill(-7, board, disc);
  if (shape === "arch") scene.fill(-7, board, pen.arch(x - radius, y - radius, 2 * radius, 2 * radius));
  if (shape === "panel") {
    scene.fill(-7, palette.paper, pen.rect(x - radius * 1.06, y - radius * 0.98, radius * 2.12, radius * 1.96));
    scene.fill(-6.5, board, pen.rect(x - radius, y - radius * 0.92, radius * 2, radius * 1.84));
  }
  if (shape === "rays") {
    let rays = "";
    for (let i = 0; i < 16; i += 1) {
      const [from, to] = [(i * Math.PI) / 8, (i * Math.PI) / 8 + 0.2];
      const reach = radius * 1.24;
      rays += pen.polygon(
        [x, y],
        [x + Math.cos(from) * reach, y + Math.sin(from) * reach],
        [x + Math.cos(to) * reach, y + Math.sin(to) * reach],
      );
    }
    scene.fill(-7.5, mixInks(wall.ink, palette.paper, 0.4), rays);
    scene.fill(-7, board, pen.circle(x, y, radius * 0.86));
  }
  const size = radius * 1.24;
  const isPale = inkLightness(board) > PALE_LIGHTNESS;
  drawGlyph(scene, -6, {
    name: random.pick(shop.glyphs),
    x: x - size / 2,
    y: y - size * 0.54,
    size,
    inks: {
      main: shape === "rays" || !isPale ? inkOnSign(scene, board) : palette.dark,
      light: shape === "rays" ? mixInks(board, palette.dark, 0.5) : palette.accent,
      dark: board,
      accent: shape === "rays" ? palette.dark : palette.accent,
    },
  });
}

/** White paint isn't visible on walls lighter than this. */
const PALE_LIGHTNESS = 0.7;

/** The roofline of the houses opposite, low on the wall. */
function drawShadeOnWall(scene: Scene, wall: PartyWall): void {
  const { palette, pen, random, height: H } = scene;
  if (palette.isNight) return;
  const k = palette.shadeSide;
  const width = wall.right - wall.left;
  const [near, far] = k > 0 ? [wall.right, wall.left] : [wall.left, wall.right];
  const high = H * random.between(0.44, 0.58);
  const low = H * random.between(0.76, 0.82);
  const shade =
    pen.polygon([near, wall.ground], [near, high], [far, low], [far, wall.ground]) +
    pen.polygon(
      [near - k * width * 0.3, wall.ground],
      [near - k * width * 0.3, high - H * 0.02],
      [near - k * width * 0.4, high],
      [near - k * width * 0.4, wall.ground],
    );
  scene.shade(-4, shade);
}
