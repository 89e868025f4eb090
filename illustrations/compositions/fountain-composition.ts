import { drawDistantHouses } from "../houses/far-houses.ts";
import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import { bushyBank } from "../drawing/landscape.ts";
import { drawHorseman } from "../drawing/statues.ts";
import type { Scene } from "../scene.ts";
import { drawBirds, drawDisc, drawSky, drawStars, drawGrain } from "../drawing/sky.ts";
import { drawTree } from "../drawing/trees.ts";

/** A traffic circle: a fountain or an equestrian statue, benches, and houses in the haze. */
export function drawFountain(scene: Scene): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const horizon = H * random.pick([0.58, 0.62, 0.66]);
  const x = W * (scene.shape === "square" ? 0.5 : random.pick([0.4, 0.5, 0.6]));
  drawSky(scene, horizon);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: horizon });
  drawStars(scene, 20, H * 0.4);
  drawDisc(
    scene,
    x - k * H * random.between(0, 0.16),
    H * random.between(0.25, 0.31),
    H * (palette.isNight ? 0.13 : 0.22),
  );
  drawDistantHouses(scene, horizon, 0.62);
  scene.fill(
    -50,
    mixInks(palette.leaf, palette.skyLow, 0.4),
    bushyBank(scene, horizon - H * 0.06, horizon + H * 0.04, H * 0.09),
  );
  drawGround(scene, x, horizon);
  if (random.chance(0.6)) drawBasin(scene, x);
  else drawHorseman(scene, { x, ground: H * 0.86, height: H * 0.66 });
  for (const side of [-1, 1]) {
    const treeX = side < 0 ? W * random.between(0, 0.1) : W * random.between(0.9, 1);
    drawTree(scene, { x: treeX, ground: horizon + H * 0.2, height: H * random.between(0.62, 0.78), depth: -20 });
  }
  drawBench(scene, x + k * H * 0.5, horizon + H * 0.16);
  const personX = Math.max(H * 0.1, Math.min(W - H * 0.1, x - k * H * random.between(0.4, 0.5)));
  const person = { x: personX, ground: H * 0.95, height: H * 0.19, depth: 60, facing: k } as const;
  drawPerson(scene, { ...person, wearsDress: random.chance(0.5), hasDog: random.chance(0.4) });
  if (!palette.isNight) drawBirds(scene, W * (x < W / 2 ? 0.6 : 0.2), H * 0.12);
}

function drawGround(scene: Scene, x: number, horizon: number): void {
  const { palette, pen, width: W, height: H } = scene;
  scene.fill(-40, mixInks(palette.leaf, palette.ground, 0.3), pen.rect(0, horizon, W, H - horizon));
  scene.fill(-39, palette.ground, pen.ellipse(x, H * 0.92, H * 0.98, H * 0.24));
  const joints = [-0.5, -0.3, -0.1, 0.1, 0.3, 0.5].map((out) =>
    pen.bar(x + out * H * 0.5, H * 0.9, x + out * H * 2.4, H + 4, 2),
  );
  scene.fill(-38, mixInks(palette.ground, palette.dark, 0.14), joints.join(""));
}

/** A wide basin, a shaft with a bowl on top, water falling from its rim. */
function drawBasin(scene: Scene, x: number): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const { stone } = palette;
  const water = palette.isNight
    ? mixInks(palette.river, palette.sky, 0.2)
    : mixInks(palette.river, palette.paper, 0.25);
  const floor = H * 0.84;
  const half = H * 0.36;
  if (!palette.isNight)
    scene.shade(-30, pen.ellipse(x + palette.shadowX * H * 0.2, floor + H * 0.07, half * 1.04, H * 0.06));
  scene.fill(0, mixInks(stone, palette.dark, 0.16), pen.ellipse(x, floor + H * 0.045, half, H * 0.075));
  scene.fill(1, stone, pen.ellipse(x, floor, half * 1.04, H * 0.075));
  scene.fill(2, water, pen.ellipse(x, floor, half * 0.94, H * 0.06));
  const bowl = { y: H * random.pick([0.4, 0.44]), half: H * 0.17 };
  const shaft = pen.path`M${x - H * 0.06} ${floor + H * 0.02}Q${x - H * 0.015} ${H * 0.66} ${x - H * 0.035} ${bowl.y + H * 0.05}h${H * 0.07}Q${x + H * 0.015} ${H * 0.66} ${x + H * 0.06} ${floor + H * 0.02}z`;
  scene.fill(5, stone, shaft);
  scene.shade(
    5.5,
    scene.awayFromSun(x - H * 0.06, bowl.y, H * 0.12, floor - bowl.y + H * 0.02, 0.5),
    scene.clip(shaft),
  );
  for (const side of [-1, 1]) {
    const figure = x + side * H * 0.055;
    scene.fill(
      5.2,
      mixInks(stone, palette.dark, 0.12),
      pen.polygon(
        [figure - H * 0.02, H * 0.55],
        [figure + H * 0.02, H * 0.55],
        [figure + H * 0.03, floor],
        [figure - H * 0.03, floor],
      ) + pen.circle(figure, H * 0.53, H * 0.018),
    );
    if (side === k) scene.shade(5.6, pen.rect(figure - H * 0.02, H * 0.51, H * 0.05, floor - H * 0.51));
  }
  const dish = pen.path`M${x - bowl.half} ${bowl.y}Q${x - bowl.half * 0.7} ${bowl.y + H * 0.07} ${x} ${bowl.y + H * 0.075}Q${x + bowl.half * 0.7} ${bowl.y + H * 0.07} ${x + bowl.half} ${bowl.y}z`;
  scene.fill(6, stone, dish + pen.rect(x - bowl.half * 1.06, bowl.y - H * 0.014, bowl.half * 2.12, H * 0.016));
  scene.shade(6.5, scene.awayFromSun(x - bowl.half, bowl.y, bowl.half * 2, H * 0.08, 0.42), scene.clip(dish));
  drawFallingWater(scene, x, bowl, floor);
}

function drawFallingWater(scene: Scene, x: number, bowl: { y: number; half: number }, floor: number): void {
  const { palette, pen, random, height: H } = scene;
  let [veils, jets, drops] = ["", "", ""];
  for (const out of [-1, -0.55, 0.55, 1]) {
    const [start, end] = [x + out * bowl.half, x + out * (bowl.half + H * 0.05)];
    const w = H * 0.022;
    veils += pen.path`M${start} ${bowl.y + H * 0.004}Q${end} ${bowl.y + H * 0.05} ${end} ${floor}h${w}Q${end + w} ${bowl.y + H * 0.05} ${start + w * 0.6} ${bowl.y + H * 0.004}z`;
    drops += pen.ellipse(end + w / 2, floor, H * 0.04, H * 0.011);
  }
  for (const lean of [-0.05, 0, 0.05])
    jets += pen.bar(x, bowl.y - H * 0.01, x + lean * H, bowl.y - H * (lean === 0 ? 0.16 : 0.11), 3);
  for (let i = 0; i < 7; i += 1)
    drops += pen.circle(x + random.between(-0.06, 0.06) * H, bowl.y - H * random.between(0.08, 0.19), 2);
  const foam = palette.isNight ? mixInks(palette.paper, palette.sky, 0.35) : palette.paper;
  scene.fill(8, foam, veils, ' opacity=".75"');
  scene.fill(9, foam, jets + drops);
}

function drawBench(scene: Scene, x: number, ground: number): void {
  const { palette, pen, height: H } = scene;
  const [w, h] = [H * 0.2, H * 0.075];
  const legs = [-0.42, 0.38].map((across) => pen.rect(x + w * across, ground - h, 3.5, h));
  const slats = [0, 0.26, 0.52].map((down) => pen.rect(x - w / 2, ground - h * (1 - down), w, h * 0.16));
  scene.shade(
    -15,
    pen.polygon(
      [x - w / 2, ground],
      [x + w / 2, ground],
      [x + w / 2 + palette.shadowX * 18, ground + 6],
      [x - w / 2 + palette.shadowX * 18, ground + 6],
    ),
  );
  scene.fill(-14, palette.dark, legs.join("") + slats.join(""));
}
