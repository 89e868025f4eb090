import type { Brief } from "../brief.ts";
import { drawBicycle, drawLamp, drawPerson } from "../drawing/figures.ts";
import { drawHouse, houseKindsOf } from "../houses/houses.ts";
import type { HouseKind } from "../houses/house-parts.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawPavement, drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import type { Point } from "../drawing/svg-pen.ts";
import { castTreeShadow, drawTree } from "../drawing/trees.ts";

/** A row of houses seen straight on, under the shadow of the houses opposite. */
export function drawRow(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const ground = H * 0.86;
  drawSky(scene, ground);
  const caster = shadeCaster(scene);
  // Leaves and grain take the most bytes, so a picture gets only one of them, and a wide row neither.
  if (caster !== "tree" && scene.shape !== "wide")
    drawGrain(scene, { ink: palette.skyLow, top: ground * 0.1, bottom: ground * 0.98 });
  drawStars(scene, 22, ground * 0.5);
  const sunX = W * (palette.shadeSide > 0 ? random.between(0.1, 0.3) : random.between(0.7, 0.9));
  const houses = drawHouses(scene, brief, ground);
  drawSun(scene, sunX, Math.max(H * 0.1, houses.top * 0.7 + H * 0.03), H * random.between(0.08, 0.13));
  const curb = drawPavement(scene, ground, 0.55);
  drawShadeOnHouses(scene, { caster, ground, fronts: houses.fronts });

  const treeX = W * (palette.shadeSide > 0 ? random.between(0.68, 0.94) : random.between(0.06, 0.32));
  if (random.chance(0.8))
    drawTree(scene, { x: treeX, ground: curb - 4, height: H * random.between(0.5, 0.72), trunk: 4 });
  drawPerson(scene, {
    x: W - treeX + random.between(-30, 30),
    ground: curb - 2 + random.between(0, 4),
    height: H * 0.105,
    depth: 44,
    facing: random.pick([-1, 1]),
    wearsDress: random.chance(0.5),
    hasDog: random.chance(0.4),
    coat: random.pick([palette.accent, palette.dark, palette.paper]),
  });
  const lampX = W * random.between(0.4, 0.6);
  if (scene.shape === "wide") {
    drawLamp(scene, { x: lampX, ground: curb - 3, height: H * 0.3, depth: 36 });
    drawBicycle(scene, { x: W * random.between(0.15, 0.3), ground: curb - 2, length: 38, depth: 40 });
  } else if (palette.isNight) drawLamp(scene, { x: W * 0.3, ground: curb - 3, height: H * 0.32, depth: 36 });
}

/** Two or three wall inks, never the same three times in a row. */
const WALL_PATTERNS = [
  [0, 0, 1, 0],
  [0, 1, 0, 0, 0],
  [0, 1, 0, 1],
  [0, 0, 2, 0, 1],
  [0, 1],
] as const;

const WIDER: Partial<Record<HouseKind, number>> = { wardman: 1.25, modern: 1.12, deco: 1.12 };

function drawHouses(scene: Scene, brief: Brief, ground: number): { fronts: string; top: number } {
  const { palette, pen, random, width: W, height: H } = scene;
  const kinds = houseKindsOf(brief.neighborhood);
  const first = random.integer(0, kinds.length - 1);
  const step = random.pick([1, 1, 2]);
  const walls = random.shuffle([0, 1, 2]);
  const pattern = random.pick(WALL_PATTERNS);
  const houseWidth =
    H *
    { wide: random.between(0.5, 0.58), card: random.between(0.33, 0.38), square: 0.5 }[scene.shape] *
    scene.partScale;
  let [fronts, top] = ["", ground];
  let x = -houseWidth * random.between(0.1, 0.6);
  for (let i = 0; x < W; i += 1) {
    const kind = cyclic(kinds, first + i * step);
    const width = houseWidth * random.between(0.9, 1.12) * (WIDER[kind] ?? 1);
    const storeys = kind === "wardman" ? 2 : random.pick([2, 3, 3]);
    const storey =
      ((ground * random.between(0.58, 0.66)) / 3) * (scene.shape === "wide" ? 1.08 : 1) * (storeys === 2 ? 1.12 : 1);
    const storeyHeight = Math.min(storey, width * 0.78);
    const wall = cyclic(walls, cyclic(pattern, i));
    const house = {
      kind,
      x,
      width,
      ground,
      storeys,
      storeyHeight,
      wall: cyclic(palette.walls, wall),
      doorInk: cyclic(palette.walls, wall + 1 + random.integer(0, 1)),
      isFlipped: random.chance(0.5),
      windowHead: random.pick(["flat", "segment", "round"] as const),
      hasFlatBay: random.chance(0.35),
      shutterInk: random.pick([palette.slate, palette.leaf, palette.dark]),
      hasFlowerBoxes: random.chance(0.4),
    };
    top = Math.min(top, drawHouse(scene, house));
    fronts += pen.rect(x, Math.max(0, ground - storeyHeight * storeys + 8), width, ground);
    x += width;
  }
  return { fronts, top };
}

type ShadeCaster = "roofs" | "tree" | "nothing";

/** What casts the shadow from outside the picture: the roofs opposite or a tree. */
function shadeCaster(scene: Scene): ShadeCaster {
  const caster = scene.random.pick<ShadeCaster>(["roofs", "tree", "nothing", "roofs"]);
  if (scene.palette.isNight) return "nothing";
  return caster === "tree" && scene.shape === "wide" ? "roofs" : caster;
}

function drawShadeOnHouses(scene: Scene, shade: { caster: ShadeCaster; ground: number; fronts: string }): void {
  const { random, width: W, height: H } = scene;
  const { caster, ground } = shade;
  if (caster === "nothing") return;
  const clip = scene.clip(shade.fronts);
  if (caster === "roofs")
    castRoofShadow(scene, { top: ground - H * random.between(0.3, 0.42), ground, depth: 20, clip });
  else
    castTreeShadow(scene, {
      x: W * random.between(0.2, 0.8),
      y: ground - H * 0.42,
      reach: H * 0.27,
      depth: 20,
      clip,
      forks: 1,
    });
}

function castRoofShadow(scene: Scene, input: { top: number; ground: number; depth: number; clip: string }): void {
  const { pen, random, width: W } = scene;
  const { top, ground } = input;
  const outline: Point[] = [
    [-20, ground + 2],
    [-20, top],
  ];
  for (let x = -20; x < W + 20;) {
    const w = random.between(60, 110);
    const y = top + random.between(-18, 16);
    const roof = random.pick<readonly Point[]>([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0, 0],
        [0.3, 0],
        [0.55, -46],
        [0.8, 0],
        [1, 0],
      ],
      [
        [0, 0],
        [0.15, 0],
        [0.15, -22],
        [0.3, -22],
        [0.3, 0],
        [1, 0],
      ],
      [
        [0, 0],
        [0.5, -26],
        [1, 0],
      ],
    ]);
    outline.push(...roof.map(([across, up]): Point => [x + w * across, y + up]));
    x += w;
  }
  outline.push([W + 20, ground + 2]);
  scene.shade(input.depth, pen.polygon(...outline), input.clip);
}
