import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import type { Point } from "./svg-pen.ts";

type TreeKind = "round" | "column" | "oval" | "bare" | "fir";

type Tree = {
  x: number;
  ground: number;
  height: number;
  depth?: number;
  kind?: TreeKind;
  ink?: string;
  trunk?: number;
  leaves?: number;
  hasNoShadow?: boolean;
};

/** A street tree: a flat shape with a scalloped edge, an overprint for the shaded side, a few leaves. */
export function drawTree(scene: Scene, tree: Tree): void {
  const { palette, pen, random } = scene;
  const { x, ground, height } = tree;
  const depth = tree.depth ?? 30;
  const trunk = tree.trunk ?? height * 0.02;
  const ink = tree.ink ?? palette.leaf;
  const isWinter = palette.season === "winter";
  const kind = tree.kind ?? (isWinter ? random.pick(WINTER_TREES) : random.pick(SUMMER_TREES));
  if (kind === "bare") drawBareTree(scene, { x, ground, height, trunk, depth });
  else if (kind === "fir") drawFir(scene, { x, ground, height, trunk, depth });
  else {
    const radiusX = height * (kind === "column" ? 0.17 : kind === "oval" ? 0.24 : 0.31);
    const radiusY = height * (kind === "column" ? 0.4 : 0.34);
    const middle = ground - height + radiusY;
    const crown = crownOutline(scene, kind, x, middle, radiusX, radiusY);
    const [bottom, top] = [trunk, trunk * 0.6];
    scene.fill(
      depth,
      palette.dark,
      pen.polygon([x - bottom, ground], [x - top, middle], [x + top, middle], [x + bottom, ground]),
    );
    scene.fill(depth + 1, ink, crown);
    const shade = pen.ellipse(
      x + palette.shadowX * radiusX * 0.5,
      middle + radiusY * 0.42,
      radiusX * 1.05,
      radiusY * 1.02,
    );
    scene.shade(depth + 2, shade, scene.clip(crown));
    const lightInk = mixInks(ink, palette.paper, palette.isNight ? 0.14 : 0.38);
    scene.fill(
      depth + 3,
      lightInk,
      lightLeaves(scene, { x, middle, radiusX, radiusY, count: tree.leaves ?? 11, size: height * 0.045 }),
    );
    scene.fill(depth + 3, palette.dark, limbs(scene, x, middle, radiusX, radiusY, trunk));
  }
  if (tree.hasNoShadow !== true) drawTreeShadowOnGround(scene, { x, ground, height, trunk, depth: depth - 1 });
}

const SUMMER_TREES = ["round", "round", "column", "oval"] as const;
const WINTER_TREES = ["bare", "bare", "bare", "fir"] as const;

function crownOutline(scene: Scene, kind: TreeKind, x: number, y: number, radiusX: number, radiusY: number): string {
  const { pen } = scene;
  if (kind === "oval") return pen.ellipse(x, y, radiusX, radiusY);
  if (kind === "column") {
    const side = radiusX * 1.5;
    return pen.path`M${x} ${y - radiusY}Q${x + side} ${y} ${x} ${y + radiusY}Q${x - side} ${y} ${x} ${y - radiusY}z`;
  }
  return scalloped(scene, x, y, radiusX, radiusY, 13);
}

/** Arcs between points on an ellipse look like cut paper. Circles would look like broccoli. */
function scalloped(scene: Scene, x: number, y: number, radiusX: number, radiusY: number, lobes: number): string {
  const { pen, random } = scene;
  const points = Array.from({ length: lobes }, (_, i): Point => {
    const angle = (Math.PI * 2 * i) / lobes + random.between(-0.12, 0.12);
    const reach = random.between(0.9, 1.06);
    return [x + Math.cos(angle) * radiusX * reach, y + Math.sin(angle) * radiusY * reach];
  });
  const start = points[0] ?? [x, y];
  let d = pen.path`M${start[0]} ${start[1]}`;
  for (const [i, [fromX, fromY]] of points.entries()) {
    const [toX, toY] = points[(i + 1) % lobes] ?? start;
    const radius = Math.hypot(toX - fromX, toY - fromY) * 0.56;
    d += pen.path`A${radius} ${radius} 0 0 1 ${toX} ${toY}`;
  }
  return `${d}z`;
}

function lightLeaves(
  scene: Scene,
  crown: { x: number; middle: number; radiusX: number; radiusY: number; count: number; size: number },
): string {
  const { palette, pen, random } = scene;
  let leaves = "";
  for (let i = 0; i < crown.count; i += 1) {
    const angle = random.next() * 2 * Math.PI;
    const reach = Math.sqrt(random.next()) * 0.85;
    const x = crown.x + Math.cos(angle) * crown.radiusX * reach;
    const y = crown.middle + Math.sin(angle) * crown.radiusY * reach;
    const tilt = 2.2 + random.between(-0.5, 0.5);
    if ((x - crown.x) * palette.shadowX < crown.radiusX * 0.25) leaves += pen.leaf(x, y, crown.size, tilt);
  }
  return leaves;
}

function limbs(scene: Scene, x: number, y: number, radiusX: number, radiusY: number, trunk: number): string {
  const { bar } = scene.pen;
  return (
    bar(x, y + radiusY * 0.9, x, y - radiusY * 0.2, trunk * 1.1) +
    bar(x, y + radiusY * 0.55, x - radiusX * 0.45, y + radiusY * 0.1, trunk * 0.8) +
    bar(x, y + radiusY * 0.3, x + radiusX * 0.4, y - radiusY * 0.15, trunk * 0.7)
  );
}

type Trunk = { x: number; ground: number; height: number; trunk: number; depth: number };

function drawBareTree(scene: Scene, { x, ground, height, trunk, depth }: Trunk): void {
  const { palette, pen, random } = scene;
  let d = "";
  const grow = (fromX: number, fromY: number, angle: number, length: number, thickness: number, forks: number) => {
    const toX = fromX + Math.cos(angle) * length;
    const toY = fromY + Math.sin(angle) * length;
    d += pen.bar(fromX, fromY, toX, toY, thickness);
    if (forks === 0) return;
    for (const turn of [-random.between(0.25, 0.55), random.between(0.2, 0.55)])
      grow(toX, toY, angle + turn, length * random.between(0.68, 0.82), thickness * 0.64, forks - 1);
  };
  grow(x, ground, -Math.PI / 2 + random.between(-0.05, 0.05), height * 0.3, trunk * 2.2, 4);
  scene.fill(depth, palette.dark, d);
}

/** Four tiers, each with snow on its sunny side. */
function drawFir(scene: Scene, { x, ground, height, trunk, depth }: Trunk): void {
  const { palette, pen } = scene;
  const foot = ground - height * 0.1;
  let [tiers, snow, shade] = ["", "", ""];
  for (const i of [0, 1, 2, 3]) {
    const y = foot - height * 0.2 * i;
    const half = height * (0.26 - 0.055 * i);
    const peak = y - height * 0.32;
    const k = palette.shadeSide;
    tiers += pen.polygon([x - half, y], [x, peak], [x + half, y]);
    shade += pen.polygon([x, y], [x, peak], [x + k * half, y]);
    snow += pen.polygon([x, peak], [x - k * half * 0.62, y - height * 0.12], [x - k * half * 0.1, y - height * 0.17]);
  }
  scene.fill(depth, palette.dark, pen.rect(x - trunk, foot, 2 * trunk, ground - foot));
  scene.fill(depth + 1, palette.leaf, tiers);
  scene.shade(depth + 2, shade);
  scene.fill(depth + 3, palette.ground, snow);
}

function drawTreeShadowOnGround(scene: Scene, { x, ground, height, trunk, depth }: Trunk): void {
  const { palette, pen } = scene;
  const end = x + palette.shadowX * height * 0.6;
  const foot = ground + Math.min(scene.height - ground, height * 0.16);
  const wide = trunk * 2;
  scene.shade(depth, pen.polygon([x - trunk, ground], [x + trunk, ground], [end + wide, foot], [end - wide, foot]));
}

type Twig = {
  x: number;
  y: number;
  length: number;
  /** Radians, 0 points right. */
  direction: number;
  leaf?: number;
  leavesPerPart?: number;
  plumpness?: number;
  thickness?: number;
  /** Levels of further branching. */
  forks?: number;
};

/** Lens-shaped leaves on twigs, which are recognizable as a silhouette. */
export function branchOutline(scene: Scene, twig: Twig): { wood: string; leaves: string } {
  const { pen, random } = scene;
  const isBare = scene.palette.season === "winter";
  const leafLength = twig.leaf ?? 11;
  const plumpness = twig.plumpness ?? 0.36;
  let [wood, leaves] = ["", ""];
  const grow = (start: Point, direction: number, length: number, thickness: number, forks: number) => {
    let [x, y] = start;
    let angle = direction;
    let thick = thickness;
    for (let part = 0; part < TWIG_PARTS; part += 1) {
      const nextX = x + (Math.cos(angle) * length) / TWIG_PARTS;
      const nextY = y + (Math.sin(angle) * length) / TWIG_PARTS;
      wood += pen.bar(x, y, nextX, nextY, thick);
      thick *= 0.85;
      for (let i = 0; i < (isBare ? 0 : (twig.leavesPerPart ?? 2)); i += 1) {
        const leafAngle = angle + (random.chance(0.5) ? 1 : -1) * random.between(0.5, 1.3);
        const along = random.next();
        const size = leafLength * random.between(0.7, 1.25);
        leaves += pen.leaf(x + (nextX - x) * along, y + (nextY - y) * along, size, leafAngle, plumpness);
      }
      if (forks > 0 && part > 0 && random.chance(0.8)) {
        const turn = (part % 2 === 1 ? 1 : -1) * random.between(0.4, 0.8);
        grow([nextX, nextY], angle + turn, length * 0.55, thick * 0.7, forks - 1);
      }
      [x, y] = [nextX, nextY];
      angle += random.between(-0.16, 0.16);
    }
    if (!isBare) leaves += pen.leaf(x, y, leafLength, angle);
  };
  grow([twig.x, twig.y], twig.direction, twig.length, twig.thickness ?? 4, twig.forks ?? 2);
  return { wood, leaves };
}

const TWIG_PARTS = 4;

/** A branch that extends into the picture from a corner. */
export function drawBranch(scene: Scene, depth: number, twig: Twig & { ink?: string }): void {
  const { wood, leaves } = branchOutline(scene, twig);
  scene.fill(depth, scene.palette.dark, wood);
  scene.fill(depth + 1, twig.ink ?? scene.palette.leaf, leaves);
}

/** The shadow of a tree outside the picture, on everything below `depth`. */
export function castTreeShadow(
  scene: Scene,
  input: { x: number; y: number; reach: number; depth: number; clip?: string; forks?: number },
): void {
  const { x, y, reach } = input;
  const fromLeft = scene.palette.shadeSide > 0;
  const { wood, leaves } = branchOutline(scene, {
    x: x + (fromLeft ? -1.3 : 1.3) * reach,
    y: y - reach * 0.9,
    length: reach * 2.1,
    direction: fromLeft ? 0.55 : Math.PI - 0.55,
    leaf: reach * 0.16,
    leavesPerPart: 2,
    thickness: reach * 0.04,
    plumpness: 0.45,
    forks: input.forks ?? 2,
  });
  scene.shade(input.depth, wood + leaves, input.clip ?? "");
}
