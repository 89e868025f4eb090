import type { Brief } from "../brief.ts";
import { drawDistantHouses } from "../houses/far-houses.ts";
import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import { bushyBank } from "../drawing/landscape.ts";
import type { Scene } from "../scene.ts";
import { drawBirds, drawSky, drawSun, drawGrain } from "../drawing/sky.ts";
import { castTreeShadow, drawTree } from "../drawing/trees.ts";

type Lawn = { horizon: number; grass: string; x: number };

/** A neighborhood park: a grassy rise, a path, one activity. */
export function drawLawn(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const lawn: Lawn = {
    horizon: H * random.pick([0.52, 0.58]),
    grass: mixInks(palette.leaf, palette.isDusk ? palette.skyLow : palette.paper, 0.34),
    x: W * (scene.shape === "square" ? 0.54 : k > 0 ? 0.58 : 0.42),
  };
  drawSky(scene, H * 0.7);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: lawn.horizon });
  drawSun(scene, W * (k > 0 ? 0.2 : 0.8), H * random.between(0.2, 0.32), H * random.between(0.12, 0.18));
  if (random.chance(0.7)) drawDistantHouses(scene, lawn.horizon + H * 0.08, scene.shape === "wide" ? 0.8 : 0.66);
  scene.fill(
    -60,
    mixInks(palette.leaf, palette.skyLow, 0.4),
    bushyBank(scene, lawn.horizon - H * 0.03, lawn.horizon + H * 0.1, H * 0.08),
  );
  drawGrass(scene, lawn);
  // Nobody swings or flies a kite in a botanical garden.
  const pastimes =
    brief.subject === "garden" ? [drawPicnic, drawBandstand] : [drawKite, drawPicnic, drawSwings, drawBandstand];
  random.pick(pastimes)(scene, lawn);
  const frame = k > 0 ? W * random.between(0, 0.07) : W * random.between(0.93, 1);
  drawTree(scene, { x: frame, ground: H * 0.86, height: H * random.between(0.78, 0.92), depth: 30, leaves: 14 });
  drawTree(scene, { x: W * (k > 0 ? 0.9 : 0.1), ground: H * 0.66, height: H * random.between(0.3, 0.4), depth: 4 });
  castTreeShadow(scene, {
    x: W * (k > 0 ? 0.2 : 0.8),
    y: H * 0.84,
    reach: H * 0.26,
    depth: 12,
    forks: scene.shape === "wide" ? 0 : 1,
  });
  drawBirds(scene, W * (k > 0 ? 0.66 : 0.1), H * 0.12);
}

/** Two rises of grass, the light one in front of the dark one, and the path between them. */
function drawGrass(scene: Scene, { horizon, grass }: Lawn): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const far = mixInks(grass, palette.skyLow, 0.25);
  scene.fill(
    -50,
    far,
    pen.path`M-4 ${horizon + H * 0.06}Q${W * 0.4} ${horizon + H * 0.02} ${W + 4} ${horizon + H * 0.1}V${H}H-4z`,
  );
  const path = mixInks(palette.ground, palette.paper, 0.3);
  const [from, to] = k > 0 ? [W * 0.66, W * 0.2] : [W * 0.34, W * 0.8];
  scene.fill(
    -48,
    path,
    pen.path`M${from} ${horizon + H * 0.075}Q${from - k * H * 0.3} ${H * 0.74} ${to} ${H}h${k * H * 0.34}Q${from - k * H * 0.08} ${H * 0.76} ${from + k * H * 0.03} ${horizon + H * 0.075}z`,
  );
  scene.fill(
    -46,
    grass,
    k > 0
      ? pen.path`M${W + 4} ${horizon + H * 0.14}Q${W * 0.6} ${H * 0.74} ${W * 0.46} ${H}H${W + 4}z`
      : pen.path`M-4 ${horizon + H * 0.14}Q${W * 0.4} ${H * 0.74} ${W * 0.54} ${H}H-4z`,
  );
  scene.fill(
    -46,
    mixInks(grass, palette.dark, 0.1),
    k > 0
      ? pen.path`M-4 ${horizon + H * 0.2}Q${W * 0.2} ${H * 0.8} ${W * 0.16} ${H + 4}H-4z`
      : pen.path`M${W + 4} ${horizon + H * 0.2}Q${W * 0.8} ${H * 0.8} ${W * 0.84} ${H + 4}H${W + 4}z`,
  );
  let blades = "";
  for (let i = 0; i < 34; i += 1) {
    const [x, y] = [random.next() * W, H * random.between(0.74, 0.99)];
    blades += pen.path`M${x} ${y}l2 ${-H * 0.022} 2 ${H * 0.022}z`;
  }
  scene.fill(-44, mixInks(grass, palette.dark, 0.22), blades);
}

function drawKite(scene: Scene, { x }: Lawn): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const kite = { x: x + k * H * random.between(0.1, 0.2), y: H * random.between(0.18, 0.24), s: H * 0.12 };
  const tip = (dx: number, dy: number) => [kite.x + k * kite.s * dx, kite.y + kite.s * dy] as const;
  scene.fill(40, palette.accent, pen.polygon(tip(0.3, -1), tip(0.62, 0), tip(-0.3, 1.1), tip(-0.5, -0.1)));
  scene.shade(41, pen.polygon(tip(0.3, -1), tip(0.62, 0), tip(-0.3, 1.1)));
  const person = { x: x - k * H * 0.24, ground: H * 0.85 };
  scene.fill(39, palette.dark, pen.bar(...tip(0, 0), person.x + k * H * 0.03, person.ground - H * 0.1, 1.2));
  for (const i of [1, 2, 3])
    scene.fill(
      40,
      i % 2 === 0 ? palette.paper : palette.walls[0],
      pen.polygon(
        tip(-0.3 - i * 0.2, 1.1 + i * 0.36),
        tip(-0.1 - i * 0.2, 1.3 + i * 0.36),
        tip(-0.5 - i * 0.2, 1.45 + i * 0.36),
      ),
    );
  drawPerson(scene, { ...person, height: H * 0.15, depth: 42, facing: k, coat: palette.paper });
  drawPerson(scene, {
    x: person.x - k * H * 0.09,
    ground: person.ground + H * 0.02,
    height: H * 0.1,
    depth: 43,
    facing: k,
    coat: palette.walls[0],
  });
}

function drawPicnic(scene: Scene, { x }: Lawn): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const y = H * 0.86;
  const cloth = [
    [x - H * 0.26, y - H * 0.03],
    [x + H * 0.14, y - H * 0.05],
    [x + H * 0.3, y + H * 0.05],
    [x - H * 0.18, y + H * 0.08],
  ] as const;
  scene.shade(18, pen.polygon(...cloth.map(([cx, cy]) => [cx + palette.shadowX * 6, cy + 5] as const)));
  scene.fill(19, palette.accent, pen.polygon(...cloth));
  let stripes = "";
  for (const i of [0.18, 0.46, 0.74]) {
    const lerp = (a: readonly [number, number], b: readonly [number, number], t: number) =>
      [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t] as const;
    stripes += pen.polygon(
      lerp(cloth[0], cloth[1], i),
      lerp(cloth[0], cloth[1], i + 0.1),
      lerp(cloth[3], cloth[2], i + 0.1),
      lerp(cloth[3], cloth[2], i),
    );
  }
  scene.fill(20, palette.paper, stripes);
  const basket = x + H * 0.04;
  scene.fill(
    22,
    mixInks(palette.walls[1], palette.dark, 0.35),
    pen.rect(basket, y - H * 0.07, H * 0.12, H * 0.075) + pen.ring(basket + H * 0.06, y - H * 0.07, H * 0.05, H * 0.04),
  );
  scene.shade(23, scene.awayFromSun(basket, y - H * 0.07, H * 0.12, H * 0.075, 0.4));
  scene.fill(
    22,
    palette.leaf,
    pen.rect(basket - H * 0.07, y - H * 0.08, H * 0.03, H * 0.09) +
      pen.rect(basket - H * 0.061, y - H * 0.11, H * 0.012, H * 0.04),
  );
  drawPerson(scene, {
    x: x - k * H * 0.34,
    ground: y - H * 0.02,
    height: H * 0.15,
    depth: 30,
    facing: k,
    coat: palette.paper,
    wearsDress: true,
  });
  drawPerson(scene, {
    x: x - k * H * 0.46,
    ground: y,
    height: H * 0.16,
    depth: 31,
    facing: k,
    coat: palette.walls[2],
    hasDog: true,
  });
}

function drawSwings(scene: Scene, { x }: Lawn): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const [top, ground, half] = [H * 0.42, H * 0.84, H * 0.3];
  const iron = palette.dark;
  const frame =
    pen.bar(x - half, top, x - half - H * 0.08, ground, H * 0.014) +
    pen.bar(x - half, top, x - half + H * 0.06, ground, H * 0.014) +
    pen.bar(x + half, top, x + half - H * 0.06, ground, H * 0.014) +
    pen.bar(x + half, top, x + half + H * 0.08, ground, H * 0.014) +
    pen.rect(x - half, top - H * 0.008, 2 * half, H * 0.018);
  scene.shade(
    14,
    pen.polygon(
      [x - half, ground],
      [x + half, ground],
      [x + half + palette.shadowX * H * 0.2, ground + H * 0.1],
      [x - half + palette.shadowX * H * 0.2, ground + H * 0.1],
    ),
    ' opacity=".5"',
  );
  scene.fill(20, iron, frame);
  const seat = { x: x - k * H * 0.24, y: ground - H * 0.14 };
  scene.fill(
    21,
    iron,
    pen.bar(x - k * H * 0.06, top, seat.x - H * 0.02, seat.y, 1.6) +
      pen.bar(x - k * H * 0.1, top, seat.x + H * 0.02, seat.y, 1.6),
  );
  drawPerson(scene, {
    x: seat.x,
    ground: seat.y + H * 0.05,
    height: H * 0.13,
    depth: 22,
    facing: -k === 1 ? 1 : -1,
    hasNoShadow: true,
  });
  const empty = x + H * 0.14;
  scene.fill(
    21,
    iron,
    pen.rect(empty - H * 0.03, top, 1.6, ground - H * 0.1 - top) +
      pen.rect(empty + H * 0.03, top, 1.6, ground - H * 0.1 - top) +
      pen.rect(empty - H * 0.04, ground - H * 0.1, H * 0.08, H * 0.014),
  );
  drawPerson(scene, {
    x: x + k * H * 0.46,
    ground: ground + H * 0.04,
    height: H * 0.17,
    depth: 30,
    facing: k > 0 ? -1 : 1,
    coat: palette.walls[2],
    wearsDress: true,
  });
}

/** An open pavilion with eight posts. */
function drawBandstand(scene: Scene, { x }: Lawn): void {
  const { palette, pen, height: H } = scene;
  const [eave, floor, half] = [H * 0.48, H * 0.78, H * 0.27];
  const k = palette.shadeSide;
  scene.shade(
    12,
    pen.polygon(
      [x - half, floor + H * 0.05],
      [x + half, floor + H * 0.05],
      [x + half + palette.shadowX * H * 0.2, floor + H * 0.14],
      [x - half + palette.shadowX * H * 0.2, floor + H * 0.14],
    ),
  );
  const posts = [-0.94, -0.5, 0, 0.46, 0.9].map((at) => pen.rect(x + half * at, eave, H * 0.018, floor - eave));
  scene.fill(
    20,
    palette.trim,
    posts.join("") +
      pen.rect(x - half, eave, 2 * half, H * 0.03) +
      pen.rect(x - half, floor - H * 0.09, 2 * half, H * 0.012),
  );
  let balusters = "";
  for (let at = x - half; at < x + half; at += H * 0.035) balusters += pen.rect(at, floor - H * 0.085, 2, H * 0.085);
  scene.fill(20, palette.trim, balusters);
  scene.fill(19, mixInks(palette.trim, palette.dark, 0.45), pen.rect(x - half * 1.06, floor, half * 2.12, H * 0.05));
  scene.fill(21, palette.walls[2], pen.polygon([x - half * 1.12, eave], [x, H * 0.3], [x + half * 1.12, eave]));
  scene.shade(
    22,
    pen.polygon([x, H * 0.3], [x + k * half * 1.12, eave], [x + k * half * 0.2, eave]) +
      pen.rect(x - half, eave + H * 0.03, 2 * half, H * 0.02),
  );
  scene.fill(
    21,
    palette.accent,
    pen.rect(x - 1.5, H * 0.22, 3, H * 0.09) + pen.polygon([x, H * 0.22], [x + k * H * 0.09, H * 0.245], [x, H * 0.27]),
  );
  drawPerson(scene, { x: x - k * half * 1.6, ground: floor + H * 0.09, height: H * 0.15, depth: 30, facing: k });
}
