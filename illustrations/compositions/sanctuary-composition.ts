import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import { bushyBank } from "../drawing/landscape.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawBirds, drawPavement, drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawBranch, drawTree } from "../drawing/trees.ts";

type Sanctuary = { x: number; half: number; eave: number; ground: number; wall: string; stone: string; arch: number };

/** A broad dome over a large door, arcades on both sides. No religious symbol, so it fits any faith. */
export function drawSanctuary(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wall = cyclic(palette.walls, random.pick([1, 1, 0, 2]));
  const house: Sanctuary = {
    x: W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.55 : 0.45),
    half: H * random.pick([0.26, 0.3]),
    eave: H * random.pick([0.4, 0.44]),
    ground: H * 0.85,
    wall,
    stone: mixInks(palette.trim, wall, 0.25),
    // 0.5 is a round arch, more is a pointed one.
    arch: random.pick([0.5, 0.72]),
  };
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.05, bottom: H });
  drawStars(scene, 22, H * 0.4);
  drawSun(scene, W * (k > 0 ? 0.16 : 0.84), H * random.between(0.2, 0.3), H * random.between(0.13, 0.17));
  scene.fill(
    -60,
    mixInks(palette.leaf, palette.skyLow, 0.5),
    bushyBank(scene, house.ground - H * 0.14, house.ground, H * 0.1),
  );
  drawWings(scene, house);
  drawDome(scene, house);
  drawPortal(scene, house);
  const curb = drawPavement(scene, house.ground, 0.55);
  drawTree(scene, { x: W * (k > 0 ? 0.06 : 0.94), ground: curb - 3, height: H * random.between(0.4, 0.54), depth: 40 });
  const personX = house.x - k * H * random.between(0.24, 0.36);
  drawPerson(scene, {
    x: personX,
    ground: curb + 2,
    height: H * 0.125,
    depth: 60,
    facing: k,
    wearsDress: random.chance(0.5),
  });
  drawPerson(scene, {
    x: personX - k * H * 0.07,
    ground: curb + 3,
    height: H * 0.12,
    depth: 60,
    facing: k,
    coat: palette.walls[2],
  });
  if (random.chance(0.4))
    drawBranch(scene, 70, {
      x: k > 0 ? W + 6 : -6,
      y: H * 0.06,
      length: H * 0.4,
      direction: k > 0 ? 2.8 : 0.34,
      leaf: H * 0.05,
      thickness: 5,
    });
  drawBirds(scene, W * (k > 0 ? 0.74 : 0.1), H * 0.12);
}

function opening(scene: Scene, house: Sanctuary, box: { x: number; y: number; width: number; height: number }): string {
  const { pen } = scene;
  const { x, y, width: w, height: h } = box;
  if (house.arch <= 0.5) return pen.arch(x, y, w, h);
  const [spring, middle] = [y + w * house.arch, x + w / 2];
  return pen.path`M${x} ${y + h}V${spring}Q${x} ${y + w * 0.24} ${middle} ${y}Q${x + w} ${y + w * 0.24} ${x + w} ${spring}V${y + h}z`;
}

function drawWings(scene: Scene, house: Sanctuary): void {
  const { palette, pen, random, height: H } = scene;
  const { x, half, eave, ground, wall, stone } = house;
  const reach = half + H * random.pick([0.36, 0.5]);
  const top = eave + H * 0.1;
  scene.fill(-10, wall, pen.rect(x - reach, top, 2 * reach, ground - top));
  scene.fill(
    -9,
    stone,
    pen.rect(x - reach - 6, top - 5, 2 * reach + 12, 10) + pen.rect(x - reach, ground - H * 0.04, 2 * reach, H * 0.04),
  );
  scene.shade(-8, pen.rect(x - reach, top + 5, 2 * reach, 8 * palette.shadowY + 2));
  const w = H * 0.1;
  for (const side of [-1, 1] as const)
    for (let i = 0; i < 3; i += 1) {
      const middle = x + side * (half + H * 0.09 + i * H * 0.15);
      if (Math.abs(middle - x) + w > reach) continue;
      const box = { x: middle - w / 2, y: top + H * 0.07, width: w, height: H * 0.2 };
      const isLit = random.chance(palette.isNight ? 0.8 : palette.isDusk ? 0.5 : 0);
      scene.fill(
        -7,
        stone,
        opening(scene, house, { x: box.x - 5, y: box.y - 6, width: w + 10, height: box.height + 6 }),
      );
      scene.fill(-6, isLit ? palette.glow : palette.glass, opening(scene, house, box));
      scene.fill(
        -5,
        stone,
        pen.rect(middle - 1, box.y, 2, box.height) + pen.rect(box.x, box.y + box.height * 0.5, w, 2),
      );
    }
}

function drawDome(scene: Scene, { x, half, eave, wall, stone }: Sanctuary): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const drum = eave - H * 0.03;
  const radius = half * 0.86;
  const rise = radius * random.pick([0.8, 0.95]);
  const cover = random.pick([palette.walls[2], palette.slate, mixInks(palette.accent, palette.paper, 0.1)]);
  const ink = cover === wall ? palette.slate : cover;
  const dome = pen.dome(x, drum, radius, rise);
  scene.fill(-3, ink, dome);
  scene.shade(-2.5, pen.ellipse(x + k * radius * 0.86, drum, radius, rise * 1.1), scene.clip(dome));
  let ribs = "";
  for (const at of [-0.55, -0.2, 0.2, 0.55])
    ribs += pen.path`M${x + at * radius} ${drum}Q${x + at * radius * 0.9} ${drum - rise * 0.7} ${x} ${drum - rise}l2 0Q${x + at * radius * 0.9 + 3} ${drum - rise * 0.7} ${x + at * radius + 3} ${drum}z`;
  scene.fill(-2.4, mixInks(ink, palette.dark, 0.25), ribs);
  scene.fill(
    -2,
    stone,
    pen.rect(x - radius * 1.08, drum - 4, radius * 2.16, H * 0.045) +
      pen.rect(x - H * 0.012, drum - rise - H * 0.05, H * 0.024, H * 0.06) +
      pen.circle(x, drum - rise - H * 0.055, H * 0.014),
  );
}

function drawPortal(scene: Scene, house: Sanctuary): void {
  const { palette, pen, height: H } = scene;
  const { x, half, eave, ground, wall, stone } = house;
  const k = palette.shadeSide;
  const front = mixInks(wall, palette.paper, palette.isNight ? 0.08 : 0.2);
  scene.fill(0, front, pen.rect(x - half, eave, 2 * half, ground - eave));
  scene.fill(
    1,
    stone,
    pen.rect(x - half - 5, eave - 5, 2 * half + 10, 11) + pen.rect(x - half, ground - H * 0.04, 2 * half, H * 0.04),
  );
  scene.shade(1.5, pen.rect(x - half, eave + 6, 2 * half, 7 * palette.shadowY + 2));
  scene.shade(
    -4,
    pen.polygon(
      [x + k * half, eave],
      [x + k * half, ground],
      [x + k * half + palette.shadowX * H * 0.1, ground],
      [x + k * half + palette.shadowX * H * 0.1, eave + H * 0.1],
    ),
  );
  for (const [i, [grow, ink]] of (
    [
      [1, stone],
      [0.84, mixInks(wall, palette.dark, 0.35)],
      [0.7, stone],
      [0.58, palette.isLit ? palette.glow : palette.glass],
    ] as const
  ).entries()) {
    const w = half * 1.3 * grow;
    const y = eave + H * 0.06 + (1 - grow) * half * 0.7;
    scene.fill(2 + i * 0.1, ink, opening(scene, house, { x: x - w / 2, y, width: w, height: ground - y }));
  }
  const [doorHalf, top] = [half * 0.36, ground - H * 0.2];
  scene.fill(
    3,
    palette.accent,
    pen.rect(x - doorHalf, top, doorHalf - 2, ground - top) + pen.rect(x + 2, top, doorHalf - 2, ground - top),
  );
  scene.fill(3.1, stone, pen.rect(x - doorHalf, top - 6, 2 * doorHalf, 6));
  let panels = "";
  for (const side of [-1, 1])
    for (const row of [0, 1])
      panels += pen.rect(
        x + side * doorHalf * 0.5 - doorHalf * 0.26,
        top + H * (0.025 + row * 0.09),
        doorHalf * 0.52,
        H * 0.06,
      );
  scene.fill(3.2, mixInks(palette.accent, palette.dark, 0.3), panels);
  scene.shade(
    3.4,
    pen.rect(x - doorHalf, top, 2 * doorHalf, 6) +
      scene.towardsSun(x - doorHalf, top, 2 * doorHalf, ground - top, 0.16),
  );
}
