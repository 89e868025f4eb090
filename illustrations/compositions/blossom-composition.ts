import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

/** A cherry branch over the Tidal Basin, Jefferson's dome on the far bank. */
export function drawBlossom(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const horizon = H * 0.64;
  const trunkSide = random.chance(0.5) ? 1 : -1;
  const memorialX = W * (trunkSide > 0 ? 0.68 : 0.32);
  drawSky(scene, horizon);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: horizon });
  drawStars(scene, 20, H * 0.4);
  drawSun(scene, W * (trunkSide > 0 ? 0.3 : 0.7), H * 0.34, H * 0.15);
  drawFarBank(scene, horizon);
  const memorial = { x: memorialX, size: H * 0.2 };
  drawMemorial(scene, horizon, memorial);
  drawBasin(scene, horizon, memorial);
  scene.at(10, () => {
    drawTrunk(scene, trunkSide);
    drawFlowers(scene, trunkSide);
  });
  const person = { x: memorialX - trunkSide * H * 0.36, ground: H * 0.97, height: H * 0.17 };
  drawPerson(scene, { ...person, depth: 70, facing: trunkSide, wearsDress: true });
}

function drawFarBank(scene: Scene, horizon: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let [trees, blossoms] = [pen.rect(0, horizon - H * 0.03, W, H * 0.03), ""];
  for (let i = 0; i < 16; i += 1)
    trees += pen.circle((W * i) / 15, horizon - H * 0.03, H * random.between(0.025, 0.05));
  for (let i = 0; i < 20; i += 1)
    blossoms += pen.circle((W * i) / 19 + random.between(-8, 8), horizon - H * 0.018, H * random.between(0.018, 0.036));
  scene.fill(-40, mixInks(palette.leaf, palette.skyLow, 0.4), trees);
  scene.fill(-39, mixInks(palette.blossom, palette.skyLow, 0.25), blossoms);
}

type Memorial = { x: number; size: number };

function drawMemorial(scene: Scene, horizon: number, { x, size: s }: Memorial): void {
  const { palette, pen } = scene;
  const { stone } = palette;
  const step = (half: number, low: number, high: number) =>
    pen.rect(x - s * half, horizon - s * high, s * 2 * half, s * (high - low));
  scene.fill(-30.5, mixInks(stone, palette.dark, 0.45), step(0.55, 0.21, 0.66));
  scene.fill(
    -30,
    stone,
    step(0.9, 0, 0.12) +
      step(0.75, 0.12, 0.22) +
      step(0.6, 0.64, 0.74) +
      step(0.5, 0.72, 0.86) +
      pen.dome(x, horizon - s * 0.85, s * 0.46, s * 0.38),
  );
  const columns = Array.from({ length: 8 }, (_, i) =>
    pen.rect(x - s * 0.56 + i * s * 0.152, horizon - s * 0.66, s * 0.065, s * 0.45),
  );
  const pediment = pen.polygon(
    [x - s * 0.34, horizon - s * 0.66],
    [x, horizon - s * 0.84],
    [x + s * 0.34, horizon - s * 0.66],
  );
  scene.fill(-29, stone, columns.join("") + pediment);
  scene.shade(-28, scene.awayFromSun(x - s * 0.6, horizon - s * 0.74, s * 1.2, s * 0.52, 0.33));
}

function drawBasin(scene: Scene, horizon: number, { x, size: s }: Memorial): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const water = palette.isNight ? mixInks(palette.river, palette.dark, 0.3) : mixInks(palette.river, palette.sky, 0.35);
  scene.fill(-20, water, pen.rect(0, horizon, W, H - horizon));
  const dome = pen.path`M${x - s * 0.46} ${horizon + s * 0.7}a${s * 0.46} ${s * 0.38} 0 0 0 ${s * 0.92} 0z`;
  scene.fill(
    -19,
    mixInks(palette.stone, water, 0.5),
    pen.rect(x - s * 0.7, horizon, s * 1.4, s * 0.2) + pen.rect(x - s * 0.5, horizon, s, s * 0.7) + dome,
  );
  const dashes = (count: number, longest: number) => {
    let lines = "";
    for (let i = 0; i < count; i += 1)
      lines += pen.rect(
        random.next() * W,
        horizon + (H - horizon) * random.next(),
        H * random.between(0.03, longest),
        1.5,
      );
    return lines;
  };
  scene.fill(-18, water, dashes(26, 0.16));
  scene.fill(-17, mixInks(water, palette.blossom, 0.6), dashes(14, 0.1));
}

/** The trunk's position, just outside the frame. */
const trunkX = (scene: Scene, side: number) => (side > 0 ? -scene.height * 0.02 : scene.width + scene.height * 0.02);

function drawTrunk(scene: Scene, side: number): void {
  const { palette, pen, height: H } = scene;
  const x = trunkX(scene, side);
  const at = (share: number) => x + side * H * share;
  scene.fill(
    0,
    palette.dark,
    pen.path`M${x} ${H + 2}C${at(0.06)} ${H * 0.7} ${at(-0.04)} ${H * 0.4} ${at(0.1)} ${H * 0.1}l${side * H * 0.07} ${H * 0.04}C${at(0.08)} ${H * 0.4} ${at(0.2)} ${H * 0.7} ${at(0.2)} ${H + 2}z`,
  );
}

const BOUGHS = [
  { y: 0.12, angle: 0.12, length: 0.9 },
  { y: 0.3, angle: -0.22, length: 0.75 },
  { y: 0.02, angle: 0.5, length: 0.75 },
  { y: 0.16, angle: -0.1, length: 1.2 },
] as const;

function drawFlowers(scene: Scene, side: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const x = trunkX(scene, side);
  let [wood, flowers, pale, hearts] = ["", "", "", ""];
  for (const bough of BOUGHS) {
    const length = H * bough.length * (scene.shape === "wide" ? 1.25 : 1) * 0.9;
    const y = H * bough.y;
    const [startX, endX] = [x + side * H * 0.1, x + side * (H * 0.12 + Math.cos(bough.angle) * length)];
    const endY = y + Math.sin(bough.angle) * length;
    wood += pen.polygon([startX, y - H * 0.016], [endX, endY], [startX, y + H * 0.02]);
    for (let i = 1; i < 7; i += 1) {
      const [twigX, twigY] = [startX + ((endX - startX) * i) / 7, y + ((endY - y) * i) / 7];
      wood += pen.bar(twigX, twigY, twigX + side * H * 0.08, twigY + (i % 2 === 1 ? 1 : -1) * H * 0.075, 2.6);
    }
    for (let i = 0; i < 17; i += 1) {
      const along = (i / 16) ** 0.8;
      const flowerX = x + side * (H * 0.12 + Math.cos(bough.angle) * length * along) + random.between(-0.08, 0.08) * H;
      const flowerY = y + (endY - y) * along + random.between(-0.1, 0.1) * H;
      const size = H * random.between(0.02, 0.038);
      if (i % 4 === 0) pale += flower(scene, flowerX, flowerY, size);
      else flowers += flower(scene, flowerX, flowerY, size);
      if (i % 3 === 0) hearts += pen.circle(flowerX, flowerY, size * 0.22);
    }
  }
  let petals = "";
  for (let i = 0; i < 14; i += 1)
    petals += pen.leaf(random.next() * W, H * random.between(0.4, 0.95), H * 0.022, random.next() * 6, 0.5);
  scene.fill(0, palette.dark, wood);
  scene.fill(1, palette.blossom, flowers);
  scene.fill(2, mixInks(palette.blossom, palette.paper, 0.6), pale);
  scene.fill(3, mixInks(palette.blossom, palette.accent, 0.6), hearts);
  scene.fill(4, palette.blossom, petals);
}

function flower(scene: Scene, x: number, y: number, size: number): string {
  const turn = scene.random.next();
  const petals = [0, 1, 2, 3, 4].map((i) => {
    const angle = (i * 2 * Math.PI) / 5 + turn;
    return scene.pen.circle(x + Math.cos(angle) * size * 0.62, y + Math.sin(angle) * size * 0.62, size * 0.5);
  });
  return petals.join("");
}
