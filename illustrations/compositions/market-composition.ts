import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

type Hall = { wall: string; eave: number; ground: number; middle: number };

/** A brick market hall behind its stalls. The seed decides the hall, the shelter and the goods. */
export function drawMarket(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const hall: Hall = {
    wall: cyclic(palette.walls, random.pick([0, 0, 2])),
    eave: H * random.pick([0.22, 0.25, 0.29]),
    ground: H * 0.86,
    middle: W * (k > 0 ? 0.62 : 0.38),
  };
  drawSky(scene, H * 0.5);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: H * 0.4 });
  drawStars(scene, 14, H * 0.2);
  drawSun(scene, W * (k > 0 ? 0.16 : 0.84), H * 0.13, H * 0.1);
  scene.fill(0, hall.wall, scene.pen.rect(-4, hall.eave, W + 8, hall.ground - hall.eave));
  random.pick([drawGableHall, drawGableHall, drawTowerHall, drawSawtoothHall])(scene, hall);
  drawArcade(scene, hall, random.pick(["round", "round", "square"]));
  scene.fill(9, palette.ground, scene.pen.rect(-4, hall.ground, W + 8, H));
  const shelter = random.pick(["awning", "awning", "umbrellas", "tents"] as const);
  if (shelter === "awning") drawLongAwning(scene, hall.ground);
  else drawSeparateShelters(scene, hall.ground, shelter);
  drawStalls(scene, hall.ground);
  drawShoppers(scene);
}

/** The cornice on both sides of a raised middle. */
function drawCornice(scene: Scene, { eave }: Hall, from: number, to: number): void {
  const { palette, pen, width: W, height: H } = scene;
  scene.fill(5, palette.trim, pen.rect(-4, eave - 4, from + 4, 7) + pen.rect(to, eave - 4, W, 7));
  scene.shade(4, pen.rect(-4, eave + 3, W + 8, H * 0.02));
}

/** Eastern Market: a low gable with a round window. */
function drawGableHall(scene: Scene, hall: Hall): void {
  const { palette, pen, height: H } = scene;
  const { wall, eave: y, middle: x } = hall;
  const half = H * 0.42;
  const [shoulder, peak] = [y - H * 0.055, y - H * 0.2];
  scene.fill(
    0,
    wall,
    pen.polygon([x - half, y + 2], [x - half, shoulder], [x, peak], [x + half, shoulder], [x + half, y + 2]),
  );
  scene.fill(
    5,
    palette.trim,
    pen.bar(x - half - 6, shoulder, x, peak, 6) + pen.bar(x, peak, x + half + 6, shoulder, 6),
  );
  drawCornice(scene, hall, x - half, x + half);
  drawRoundWindow(scene, x, y - H * 0.05, H * 0.066);
}

function drawRoundWindow(scene: Scene, x: number, y: number, radius: number): void {
  const { palette, pen } = scene;
  scene.fill(2, palette.trim, pen.circle(x, y, radius));
  scene.fill(3, palette.isLit ? palette.glow : palette.glass, pen.circle(x, y, radius * 0.8));
  scene.fill(4, palette.trim, pen.rect(x - 1, y - radius, 2, 2 * radius) + pen.rect(x - radius, y - 1, 2 * radius, 2));
}

/** A clock tower at one end. */
function drawTowerHall(scene: Scene, hall: Hall): void {
  const { palette, pen, height: H } = scene;
  const { wall, eave: y, middle: x } = hall;
  const half = H * 0.11;
  const top = H * 0.07;
  scene.fill(0.5, wall, pen.rect(x - half, top, 2 * half, y - top + H * 0.1));
  scene.fill(4, palette.slate, pen.polygon([x - half - 8, top], [x, -H * 0.11], [x + half + 8, top]));
  scene.fill(
    5,
    palette.trim,
    pen.rect(x - half - 8, top - 3, 2 * half + 16, 7) + pen.rect(x - half, y - 4, 2 * half, 4),
  );
  scene.shade(4.5, scene.awayFromSun(x - half, top, 2 * half, y - top, 0.4));
  scene.fill(5.5, palette.paper, pen.circle(x, top + H * 0.085, H * 0.05));
  scene.fill(
    6,
    palette.dark,
    pen.bar(x, top + H * 0.085, x, top + H * 0.05, 2.4) +
      pen.bar(x, top + H * 0.085, x + H * 0.026, top + H * 0.1, 2.4),
  );
  drawCornice(scene, hall, x - half, x + half);
}

/** Like Union Market: a warehouse with a saw-tooth roof and a strip of glass. */
function drawSawtoothHall(scene: Scene, hall: Hall): void {
  const { palette, pen, width: W, height: H } = scene;
  const { wall, eave: y } = hall;
  const step = H * 0.3;
  const k = palette.shadeSide;
  for (let x = -step * 0.4; x < W; x += step) {
    const [steep, flat] = k > 0 ? [x, x + step] : [x + step, x];
    scene.fill(0, wall, pen.polygon([steep, y + 2], [steep, y - H * 0.13], [flat, y + 2]));
    const glass = steep + (flat - steep) * 0.07;
    scene.fill(
      3,
      palette.isLit ? palette.glow : palette.reflection,
      pen.polygon([glass, y - 2], [glass, y - H * 0.1], [glass + (flat - steep) * 0.62, y - 2]),
    );
    scene.fill(5, palette.trim, pen.bar(steep, y - H * 0.13, flat, y, 5));
  }
  drawCornice(scene, hall, W / 2, W / 2);
}

function drawArcade(scene: Scene, { wall, eave, ground, middle }: Hall, kind: "round" | "square"): void {
  const { palette, pen, width: W, height: H } = scene;
  const bay = H * 0.3;
  const glass = palette.isLit ? palette.glow : palette.glass;
  for (let x = middle - bay / 2 - bay * Math.ceil(middle / bay); x < W; x += bay) {
    const opening = (inset: number, down: number) => {
      const [left, top, width] = [x + bay * inset, eave + H * down, bay * (1 - 2 * inset)];
      return kind === "round" ? pen.arch(left, top, width, ground - top) : pen.rect(left, top, width, ground - top);
    };
    const bars = [0.34, 0.65].map((across) => pen.rect(x + bay * across, eave + H * 0.13, 1.6, H * 0.3));
    scene.fill(1, mixInks(wall, palette.dark, 0.4), opening(0.13, 0.06));
    scene.fill(2, palette.trim, opening(0.17, 0.08));
    scene.fill(3, glass, opening(0.2, 0.1));
    scene.fill(
      4,
      palette.trim,
      pen.rect(x + bay * 0.5 - 1.2, eave + H * 0.1, 2.4, ground - eave) +
        pen.rect(x + bay * 0.2, eave + H * 0.26, bay * 0.6, 2.4) +
        bars.join(""),
    );
    scene.shade(5, scene.towardsSun(x + bay * 0.2, eave + H * 0.25, bay * 0.6, ground - eave, 0.12));
    scene.fill(
      1,
      mixInks(wall, palette.dark, 0.18),
      pen.rect(x - bay * 0.05, eave + H * 0.03, bay * 0.1, ground - eave),
    );
  }
}

function drawLongAwning(scene: Scene, ground: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const top = H * 0.5;
  const foot = top + H * 0.1;
  const strip = H * 0.075;
  const stripes = random.pick([2, 2, 4]);
  const spread = (i: number) => i * strip + (i - W / strip / 2) * 1.6;
  let [cloth, white] = ["", ""];
  for (let i = -1; i < W / strip + 1; i += 1) {
    const piece =
      pen.polygon([i * strip, top], [(i + 1) * strip, top], [spread(i + 1), foot], [spread(i), foot]) +
      pen.path`M${spread(i)} ${foot}h${strip + 1.6}v5a${strip / 2} 9 0 0 1 ${-strip - 1.6} 0z`;
    if (Math.abs(i) % stripes < stripes / 2) cloth += piece;
    else white += piece;
  }
  scene.shade(10, pen.rect(-4, foot, W + 8, H * 0.12));
  scene.fill(11, palette.accent, cloth);
  scene.fill(11, palette.trim, white);
  let posts = "";
  for (let x = W * 0.1; x < W; x += H * 0.62) posts += pen.rect(x, foot, 3.5, ground - top - H * 0.06);
  scene.fill(12, palette.dark, posts);
}

function drawSeparateShelters(scene: Scene, ground: number, kind: "umbrellas" | "tents"): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const inks = random.shuffle([palette.accent, palette.trim, palette.walls[2], palette.walls[1]]);
  const width = H * 0.36;
  let i = 0;
  for (let x = -width * random.between(0.1, 0.6); x < W; x += width * 1.12) {
    const [middle, right] = [x + width / 2, x + width];
    const foot = H * (0.56 + 0.02 * (i % 2));
    const ink = cyclic(inks, i);
    const shape =
      kind === "tents"
        ? pen.polygon(
            [x, foot],
            [x + width * 0.3, foot - H * 0.13],
            [right - width * 0.3, foot - H * 0.13],
            [right, foot],
          ) + pen.rect(x, foot - 1, width, 12)
        : pen.path`M${x} ${foot}Q${x + width * 0.12} ${foot - H * 0.15} ${middle} ${foot - H * 0.16}Q${right - width * 0.12} ${foot - H * 0.15} ${right} ${foot}z`;
    scene.shade(10, pen.rect(x + palette.shadowX * 12, foot, width, H * 0.12));
    scene.fill(11, ink, shape);
    scene.shade(11.5, scene.awayFromSun(x, foot - H * 0.16, width, H * 0.2, 0.42), scene.clip(shape));
    const posts =
      kind === "tents"
        ? pen.rect(x + 3, foot, 3, ground - foot) + pen.rect(right - 6, foot, 3, ground - foot)
        : pen.rect(middle - 1.5, foot, 3, ground - foot);
    scene.fill(10.5, palette.dark, posts);
    i += 1;
  }
}

function drawStalls(scene: Scene, ground: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const goods = random.shuffle([palette.accent, palette.leaf, palette.walls[1], palette.blossom, palette.walls[2]]);
  const kinds = random.shuffle(["fruit", "fruit", "flowers", "bread"] as const);
  const wood = mixInks(palette.walls[1], palette.dark, random.pick([0.35, 0.5]));
  let x = -H * 0.05;
  for (let i = 0; x < W; i += 1) {
    const width = H * random.between(0.24, 0.32);
    const [right, top] = [x + width, ground - H * 0.12];
    scene.fill(
      14,
      wood,
      pen.polygon([x, top], [right, top], [right - 4, ground + H * 0.045], [x + 4, ground + H * 0.045]),
    );
    scene.fill(
      15,
      mixInks(wood, palette.dark, 0.3),
      pen.rect(x + 2, ground - H * 0.06, width - 4, 2) + pen.rect(x + 3, ground - H * 0.005, width - 6, 2),
    );
    drawGoods(scene, { kind: cyclic(kinds, i), ink: cyclic(goods, i), x, width, top });
    x += width + H * 0.02 + (i % 3 === 2 ? H * 0.18 : 0);
  }
  scene.shade(16, pen.rect(-4, ground + H * 0.045, W + 8, H * 0.02));
}

function drawGoods(
  scene: Scene,
  stall: { kind: "fruit" | "flowers" | "bread"; ink: string; x: number; width: number; top: number },
): void {
  const { palette, pen, random, height: H } = scene;
  const { x, width, top } = stall;
  let goods = "";
  if (stall.kind === "fruit") {
    const count = Math.floor(width / (H * 0.045));
    for (let i = 0; i < count; i += 1)
      goods += pen.circle(x + H * 0.03 + i * H * 0.043, top - H * 0.01 - (i % 2) * H * 0.008, H * 0.024);
    for (let i = 0; i < count - 2; i += 1)
      goods += pen.circle(x + H * 0.07 + i * H * 0.043, top - H * 0.045, H * 0.022);
    scene.fill(13, stall.ink, goods);
    return;
  }
  if (stall.kind === "bread") {
    for (let i = 0; i < 4; i += 1) goods += pen.dome(x + width * (0.15 + 0.23 * i), top + 2, width * 0.11, H * 0.04);
    for (let i = 0; i < 3; i += 1)
      goods += pen.dome(x + width * (0.27 + 0.23 * i), top - H * 0.03, width * 0.11, H * 0.035);
    scene.fill(13, mixInks(palette.accent, palette.glow, 0.5), goods);
    return;
  }
  let leaves = "";
  for (let i = 0; i < 10; i += 1) {
    const [stem, angle] = [x + width * (0.08 + 0.093 * i), -1.57 + random.between(-0.5, 0.5)];
    const length = H * random.between(0.06, 0.11);
    leaves += pen.leaf(stem, top + 4, length, angle, 0.3);
    goods += pen.circle(stem + Math.cos(angle) * length, top + 4 + Math.sin(angle) * length, H * 0.014);
  }
  scene.fill(13, palette.leaf, leaves);
  scene.fill(13.5, stall.ink, goods);
}

function drawShoppers(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const coats = random.shuffle([palette.accent, palette.paper, palette.dark, palette.walls[2], palette.walls[1]]);
  let x = W * random.between(0.16, 0.3);
  for (let i = 0; i < (scene.shape === "wide" ? 5 : 3); i += 1) {
    const person = { x, ground: H * 0.965, height: H * 0.26, depth: 70, hasDog: i === 1 && random.chance(0.6) };
    drawPerson(scene, {
      ...person,
      facing: i % 2 === 1 ? 1 : -1,
      wearsDress: random.chance(0.5),
      coat: cyclic(coats, i),
    });
    x += W * random.between(0.17, 0.26);
  }
}
