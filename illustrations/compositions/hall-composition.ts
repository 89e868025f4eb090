import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { drawHallEntrance, drawHallRoof, type Hall } from "../houses/hall-parts.ts";
import { mixInks } from "../inks/ink.ts";
import { bushyBank } from "../drawing/landscape.ts";
import type { PictureSubject } from "../picture-subject.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawPavement, drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { castTreeShadow, drawTree } from "../drawing/trees.ts";

/** A public building straight on, larger than the picture is wide, its flag out. */
export function drawHall(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const kind = hallKindOf(brief.subject);
  const wall = cyclic(
    palette.walls,
    kind === "hospital" || kind === "embassy" ? random.pick([1, 1, 2]) : random.pick([0, 0, 2]),
  );
  const storeys = kind === "hospital" || kind === "office" ? 3 : 2;
  const hall: Hall = {
    kind,
    x: W * (scene.shape === "square" ? 0.5 : k > 0 ? random.between(0.52, 0.6) : random.between(0.4, 0.48)),
    half: H * (scene.shape === "square" ? 0.46 : random.pick([0.54, 0.62, 0.7])),
    top: H * (storeys === 3 ? 0.24 : 0.34),
    ground: H * 0.84,
    wall,
    stone: mixInks(palette.trim, wall, 0.12),
    storeys,
  };
  drawSky(scene, hall.ground);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: hall.ground });
  drawStars(scene, 20, H * 0.3);
  drawSun(scene, W * (k > 0 ? 0.12 : 0.88), H * random.between(0.16, 0.26), H * random.between(0.11, 0.16));
  scene.fill(
    -60,
    mixInks(palette.leaf, palette.skyLow, 0.45),
    bushyBank(scene, hall.ground - H * 0.1, hall.ground, H * 0.1),
  );
  drawBody(scene, hall);
  drawHallRoof(scene, hall);
  drawHallEntrance(scene, hall);
  const curb = drawPavement(scene, hall.ground, 0.55);
  if (!palette.isNight && random.chance(0.6))
    castTreeShadow(scene, {
      x: hall.x - k * hall.half * 0.5,
      y: H * 0.5,
      reach: H * 0.3,
      depth: 26,
      clip: scene.clip(scene.pen.rect(hall.x - hall.half, hall.top, 2 * hall.half, hall.ground - hall.top)),
    });
  const treeX = k > 0 ? W * random.between(0.02, 0.12) : W * random.between(0.88, 0.98);
  drawTree(scene, { x: treeX, ground: curb - 3, height: H * random.between(0.46, 0.62), depth: 40 });
  const personX = hall.x - k * H * random.between(0.24, 0.34);
  drawPerson(scene, {
    x: personX,
    ground: curb + 2,
    height: H * 0.13,
    depth: 60,
    facing: k,
    wearsDress: random.chance(0.5),
  });
  if (kind === "school")
    drawPerson(scene, {
      x: personX - k * H * 0.06,
      ground: curb + 2,
      height: H * 0.085,
      depth: 60,
      facing: k,
      coat: palette.walls[1],
    });
}

function hallKindOf(subject: PictureSubject): Hall["kind"] {
  switch (subject) {
    case "hospital":
    case "firehouse":
    case "embassy":
    case "library":
      return subject;
    case "schoolhouse":
    case "campus":
      return "school";
    default:
      return "office";
  }
}

function drawBody(scene: Scene, hall: Hall): void {
  const { pen, height: H } = scene;
  const { x, half, top, ground, wall, stone, storeys, kind } = hall;
  const left = x - half;
  const storey = (ground - top - H * 0.04) / storeys;
  scene.fill(0, wall, pen.rect(left, top, 2 * half, ground - top));
  const quoins = kind === "embassy" || kind === "library" ? quoinStones(scene, left, top, half, ground) : "";
  scene.fill(2, stone, pen.rect(left - 3, ground - H * 0.05, 2 * half + 6, H * 0.05) + quoins);
  for (let i = 1; i < storeys; i += 1) scene.fill(2, stone, pen.rect(left, top + storey * i, 2 * half, 5));
  const columns = Math.max(5, Math.round((2 * half) / (H * 0.15)) | 1);
  for (let row = 0; row < storeys; row += 1)
    for (let i = 0; i < columns; i += 1) {
      const isEntrance = row === storeys - 1 && Math.abs(i - (columns - 1) / 2) < (kind === "firehouse" ? columns : 1);
      if (isEntrance) continue;
      const w = ((2 * half) / columns) * (kind === "school" || kind === "hospital" ? 0.62 : 0.42);
      const windowX = left + (2 * half * (i + 0.5)) / columns - w / 2;
      drawHallWindow(scene, hall, {
        x: windowX,
        y: top + storey * row + storey * 0.26,
        w,
        h: storey * 0.56,
        isUpper: row === 0,
      });
    }
}

function quoinStones(scene: Scene, left: number, top: number, half: number, ground: number): string {
  let stones = "";
  for (let y = top + 6, i = 0; y < ground - 20; y += 13, i += 1) {
    const w = i % 2 === 0 ? 16 : 10;
    stones += scene.pen.rect(left, y, w, 10) + scene.pen.rect(left + 2 * half - w, y, w, 10);
  }
  return stones;
}

function drawHallWindow(
  scene: Scene,
  { kind, stone }: Hall,
  window: { x: number; y: number; w: number; h: number; isUpper: boolean },
): void {
  const { palette, pen, random } = scene;
  const { x, y, w, h, isUpper } = window;
  const isArched = (kind === "library" || kind === "firehouse" || kind === "school") && isUpper;
  const shape = (grow: number) =>
    isArched
      ? pen.arch(x - grow, y - grow, w + 2 * grow, h + grow)
      : pen.rect(x - grow, y - grow, w + 2 * grow, h + grow);
  const isLit = random.chance(palette.isNight ? 0.6 : palette.isDusk ? 0.35 : 0);
  scene.fill(3, stone, shape(4) + pen.rect(x - 7, y + h, w + 14, 5));
  scene.fill(4, isLit ? palette.glow : palette.glass, shape(0));
  if (!isLit && !isArched && random.chance(0.6))
    scene.fill(5, palette.reflection, pen.polygon([x, y], [x + w, y], [x + w, y + h * 0.2], [x, y + h * 0.6]));
  const bars = kind === "school" || kind === "hospital" ? [1 / 3, 2 / 3] : [0.5];
  scene.fill(
    7,
    stone,
    bars.map((across) => pen.rect(x + w * across - 1, y, 2, h)).join("") + pen.rect(x, y + h * 0.42, w, 2),
  );
  scene.shade(6, pen.rect(x, y, w, 5 * palette.shadowY + 2) + scene.towardsSun(x, y, w, h, 0.12));
  scene.shade(3.5, pen.rect(x - 5 + 4 * palette.shadowX, y + h + 5, w + 10, 4));
}
