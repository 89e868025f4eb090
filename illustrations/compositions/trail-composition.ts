import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawGrain } from "../drawing/sky.ts";
import { drawBranch } from "../drawing/trees.ts";

/** Rock Creek: tree trunks at three distances, a stone bridge over the water, a tree in the foreground. */
export function drawTrail(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const [far, middle, near] = [0.7, 0.4, 0].map((air) => mixInks(palette.leaf, palette.skyLow, air));
  if (far === undefined || middle === undefined || near === undefined) return;
  const bank = mixInks(near, palette.dark, 0.2);
  drawSky(scene);
  scene.fill(-90, palette.skyLow, pen.circle(W * (k > 0 ? 0.34 : 0.66), H * random.between(0.26, 0.34), H * 0.2));
  scene.fill(-80, far, hill(scene, H * 0.46, H * 0.07));
  scene.fill(-79, far, trunks(scene, { count: 9, thickness: H * 0.018, ground: H * 0.55 }));
  drawGrain(scene, { ink: middle, top: H * 0.2, bottom: H * 0.6, depth: -78 });
  scene.fill(-70, middle, hill(scene, H * 0.56, H * 0.05));
  scene.fill(-69, middle, trunks(scene, { count: 6, thickness: H * 0.032, ground: H * 0.6 }));
  const bridge = { x: W * (k > 0 ? 0.6 : 0.4), y: H * 0.6, half: H * 0.5 };
  drawStoneBridge(scene, bridge);
  scene.fill(-50, bank, hill(scene, H * 0.8, H * 0.03));
  drawCreek(scene, bridge);
  scene.at(10, () => drawForeground(scene, bank));
  drawPerson(scene, {
    x: bridge.x + k * H * 0.1,
    ground: bridge.y + H * 0.005,
    height: H * 0.11,
    depth: 80,
    facing: k > 0 ? -1 : 1,
  });
}

function hill(scene: Scene, top: number, roughness: number): string {
  const { pen, random, width: W, height: H } = scene;
  let d = pen.path`M-4 ${H + 4}V${top}`;
  for (let x = -4; x < W + 30;) {
    const width = random.between(H * 0.08, H * 0.16);
    d += pen.path`q${width / 2} ${-roughness} ${width} ${random.between(-roughness * 0.3, roughness * 0.4)}`;
    x += width;
  }
  return `${d}${pen.path`V${H + 4}z`}`;
}

function trunks(
  scene: Scene,
  { count, thickness, ground }: { count: number; thickness: number; ground: number },
): string {
  const { pen, random, width: W } = scene;
  let d = "";
  for (let i = 0; i < count; i += 1) {
    const x = (W * (i + random.next())) / count;
    const w = thickness * random.between(0.6, 1.2);
    d += pen.polygon([x - w * 0.5, -4], [x + w * 0.5, -4], [x + w * 0.75, ground], [x - w * 0.75, ground]);
    d += pen.bar(
      x,
      ground * random.between(0.2, 0.5),
      x + w * random.pick([-4, 4]),
      ground * random.between(0, 0.2),
      w * 0.35,
    );
  }
  return d;
}

type Bridge = { x: number; y: number; half: number };

function drawStoneBridge(scene: Scene, { x, y, half }: Bridge): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const stone = mixInks(palette.trim, palette.slate, 0.25);
  const [left, right] = [x - half, x + half];
  scene.fill(
    -60,
    stone,
    pen.path`M${left} ${y + H * 0.12}Q${x} ${y - H * 0.16} ${right} ${y + H * 0.12}V${y + H * 0.2}H${left}z`,
  );
  scene.fill(-59, mixInks(palette.dark, palette.leaf, 0.2), pen.dome(x, y + H * 0.2, half * 0.42, H * 0.19));
  const at = (share: number) => x + k * half * share;
  scene.shade(
    -58.5,
    pen.path`M${at(0.2)} ${y - H * 0.01}Q${at(0.6)} ${y + H * 0.02} ${at(1)} ${y + H * 0.12}V${y + H * 0.2}H${at(0.42)}Q${at(0.4)} ${y + H * 0.08} ${at(0.2)} ${y - H * 0.01}z`,
  );
  let stones = "";
  for (let i = 0; i < 16; i += 1) {
    const across = random.between(-0.9, 0.9);
    stones += pen.rect(
      x + across * half,
      y + H * (0.02 + Math.abs(across) * 0.11 + random.between(0, 0.05)),
      H * 0.035,
      3,
    );
  }
  scene.fill(-58.8, mixInks(stone, palette.dark, 0.2), stones);
}

function drawCreek(scene: Scene, { x, y, half }: Bridge): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const top = y + H * 0.2;
  scene.fill(
    -49,
    mixInks(palette.river, palette.sky, 0.3),
    pen.path`M${x - half * 0.4} ${top}h${half * 0.8}C${x + half * 0.5} ${H * 0.86} ${x - k * half * 0.2} ${H * 0.9} ${x + half * 0.9} ${H + 4}H${x - half * 0.9}C${x - half * 0.7} ${H * 0.9} ${x - half * 0.2} ${H * 0.88} ${x - half * 0.4} ${top}z`,
  );
  let lines = "";
  for (let i = 0; i < 12; i += 1) {
    const down = random.next();
    const lineY = top + H * 0.02 + (H - top) * down;
    lines += pen.rect(
      x + random.between(-0.5, 0.4) * half * (0.5 + down * 0.3),
      lineY,
      H * random.between(0.04, 0.12),
      1.8,
    );
  }
  scene.fill(-48, palette.paper, lines);
}

/** A tree in the foreground, its branch across the picture, ferns at its foot. */
function drawForeground(scene: Scene, bank: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const x = k > 0 ? W * 0.1 : W * 0.9;
  const q = H * 0.06;
  const dark = mixInks(palette.leaf, palette.dark, 0.62);
  const trunk = pen.polygon([x - q * 0.7, -4], [x + q * 0.7, -4], [x + q * 1.2, H + 4], [x - q * 1.4, H + 4]);
  const bough = pen.polygon(
    [x + k * q * 0.5, H * 0.34],
    [x + k * q * 5, -4],
    [x + k * q * 6, -4],
    [x + k * q * 0.6, H * 0.46],
  );
  const ground = pen.path`M-4 ${H + 4}V${H * 0.93}Q${W * 0.3} ${H * 0.86} ${W * 0.5} ${H * 0.97}T${W + 4} ${H * 0.92}V${H + 4}z`;
  scene.fill(0, dark, trunk + bough + ground);
  scene.shade(1, scene.awayFromSun(x - q * 0.7, 0, q * 1.4, H, 0.5));
  let ferns = "";
  for (const across of [0.3, 0.78])
    for (let i = 0; i < 7; i += 1)
      ferns += pen.leaf(W * across, H * 0.97, H * random.between(0.1, 0.17), -2.6 + i * 0.35, 0.2);
  scene.fill(2, bank, ferns);
  drawBranch(scene, 3, {
    x,
    y: H * 0.1,
    length: H * 0.9,
    direction: k > 0 ? 0.1 : 3.04,
    leaf: H * 0.045,
    thickness: 6,
    ink: dark,
  });
}
