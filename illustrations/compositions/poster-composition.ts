import type { Brief } from "../brief.ts";
import { mixInks } from "../inks/ink.ts";
import { drawRoofs } from "./roofs-composition.ts";
import type { Scene } from "../scene.ts";
import { pathPoints, PLAN_UNITS, type FlatPath, type MetroLine, type StreetPlan } from "../houses/street-plan.ts";
import type { Point } from "../drawing/svg-pen.ts";

/** Projects plan units to picture units, with the neighborhood centered and the plan filling the picture. */
type Sheet = { plan: StreetPlan; project: (x: number, y: number) => Point };

/** A neighborhood as a raised slab on its surroundings: blocks, streets, water, Metro. */
export function drawPoster(scene: Scene, brief: Brief): void {
  if (brief.map === null) {
    drawRoofs(scene);
    return;
  }
  const sheet = layOut(scene, brief.map);
  const shape = outlines(scene, sheet, brief.map.shape, 0.7);
  drawSurroundings(scene, sheet);
  drawSlab(scene, shape);
  scene.within(shape, () => {
    drawBlocks(scene, sheet);
    drawInside(scene, sheet);
  });
  scene.fill(-79, "none", shape, ` stroke="${streetInk(scene)}" stroke-width="2.2"`);
  drawMetroLines(scene, sheet);
}

function layOut({ width: W, height: H, shape }: Scene, plan: StreetPlan): Sheet {
  const points = plan.shape.flatMap(pathPoints);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const share = shape === "wide" ? 0.86 : 0.72;
  const fitting = Math.min((H * share) / (bottom - top), (W * 0.8) / (right - left));
  const scale = Math.max(fitting, W / PLAN_UNITS, H / PLAN_UNITS);
  // The middle of the shape in the middle of the picture, as far as the plan's edges stay outside it.
  const offset = (middle: number, size: number) =>
    Math.min(0, Math.max(size - PLAN_UNITS * scale, size / 2 - middle * scale));
  const [dx, dy] = [offset((left + right) / 2, W), offset((top + bottom) / 2, H)];
  return { plan, project: (x, y) => [Math.round(x * scale + dx), Math.round(y * scale + dy)] };
}

const streetInk = ({ palette }: Scene) => (palette.isNight ? mixInks(palette.glow, palette.paper, 0.4) : palette.paper);

/** Simplification and minimum length of the surrounding streets. A wide crop shows 50 % more of them. */
const FAINT_STREETS = {
  wide: { tolerance: 3, shortest: 200 },
  card: { tolerance: 1.8, shortest: 42 },
  square: { tolerance: 1.8, shortest: 42 },
} as const;

function drawSurroundings(scene: Scene, sheet: Sheet): void {
  const { palette, pen, width: W, height: H } = scene;
  const { plan } = sheet;
  const land = palette.isNight
    ? mixInks(palette.sky, palette.dark, 0.2)
    : mixInks(palette.sky, palette.paper, palette.isDusk ? 0.1 : 0.35);
  const water = waterInk(scene);
  const waterShape = outlines(scene, sheet, plan.water.flat(), 1.1);
  const stroke = (ink: string, width: number) => ` stroke="${ink}" stroke-width="${width}"`;
  scene.fill(-100, land, pen.rect(0, 0, W, H));
  scene.fill(-99, mixInks(land, palette.leaf, 0.31), outlines(scene, sheet, plan.parks.flat(), 1));
  const { tolerance, shortest } = FAINT_STREETS[scene.shape];
  const faint = mixInks(land, palette.paper, palette.isNight ? 0.12 : 0.62);
  scene.fill(-98, "none", polylines(scene, sheet, plan.streets.outside, tolerance, shortest), stroke(faint, 0.9));
  if (waterShape !== "") {
    scene.fill(-97, water, waterShape);
    scene.fill(-96, mixInks(water, palette.paper, 0.4), waves(scene), scene.clip(waterShape));
    scene.fill(-95, "none", waterShape, stroke(mixInks(water, palette.paper, 0.55), 1.4));
  }
  const roadInk = palette.isNight ? mixInks(land, palette.paper, 0.25) : palette.paper;
  scene.fill(-94, "none", polylines(scene, sheet, roadsOf(plan), 1.2, 12), stroke(roadInk, 1.5));
}

const roadsOf = ({ roads }: StreetPlan) => [...roads.freeway, ...roads.arterial];

const waterInk = ({ palette }: Scene) =>
  palette.isNight ? mixInks(palette.river, palette.dark, 0.25) : mixInks(palette.river, palette.sky, 0.12);

function waves(scene: Scene): string {
  const { pen, random, width: W, height: H } = scene;
  let lines = "";
  for (let y = 6; y < H; y += 11)
    for (let x = ((y * 37) % 50) - 30; x < W; x += Math.round(random.between(50, 110)))
      lines += pen.rect(x, y, Math.round(random.between(8, 26)), 1);
  return lines;
}

function drawSlab(scene: Scene, shape: string): void {
  const { palette } = scene;
  scene.shade(-92, shape, ' transform="translate(13 16)"');
  scene.fill(-91, mixInks(palette.walls[0], palette.dark, 0.55), shape, ' transform="translate(3 4.5)"');
  scene.fill(-90, palette.walls[0], shape);
}

/** City blocks, approximated by cells between the long streets. Some are lighter, a few in the accent color. */
function drawBlocks(scene: Scene, { plan, project }: Sheet): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const across = new Map<number, number>();
  const down = new Map<number, number>();
  const add = (sums: Map<number, number>, key: number, length: number) => sums.set(key, (sums.get(key) ?? 0) + length);
  for (const path of plan.streets.inside) {
    const points = pathPoints(path).map(([x, y]) => project(x, y));
    for (const [i, [toX, toY]] of points.entries()) {
      const [fromX, fromY] = points[i - 1] ?? [toX, toY];
      if (Math.abs(toX - fromX) < 2 && Math.abs(toY - fromY) > 6) add(across, toX, Math.abs(toY - fromY));
      if (Math.abs(toY - fromY) < 2 && Math.abs(toX - fromX) > 6) add(down, toY, Math.abs(toX - fromX));
    }
  }
  const cuts = (sums: Map<number, number>) =>
    apart([...sums].filter(([, length]) => length > H * 0.08).map(([at]) => at));
  const [xs, ys] = [
    [0, ...cuts(across), W],
    [0, ...cuts(down), H],
  ];
  const [light, second, accent]: [string[], string[], string[]] = [[], [], []];
  for (const [i, x] of xs.slice(0, -1).entries())
    for (const [j, y] of ys.slice(0, -1).entries()) {
      const choice = random.next();
      const block = pen.rect(x, y, (xs[i + 1] ?? W) - x, (ys[j + 1] ?? H) - y);
      if (choice < 0.3) light.push(block);
      else if (choice < 0.44) second.push(block);
      else if (choice < 0.5) accent.push(block);
    }
  scene.fill(-87, mixInks(palette.walls[0], palette.paper, palette.isNight ? 0.1 : 0.2), light.join(""));
  scene.fill(-86, palette.walls[1], second.join(""));
  scene.fill(-85, palette.accent, accent.join(""));
}

/** Sorts values and drops those less than 5 units above the previous one. */
function apart(values: readonly number[]): number[] {
  const separated: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) if (value - (separated.at(-1) ?? -9) > 5) separated.push(value);
  return separated;
}

function drawInside(scene: Scene, sheet: Sheet): void {
  const { palette } = scene;
  const { plan } = sheet;
  const ink = streetInk(scene);
  scene.fill(-84, palette.leaf, outlines(scene, sheet, plan.parks.flat(), 1));
  scene.fill(-83, waterInk(scene), outlines(scene, sheet, plan.water.flat(), 1.1));
  scene.fill(-81, "none", polylines(scene, sheet, plan.streets.inside, 1, 9), ` stroke="${ink}" stroke-width="1.7"`);
  scene.fill(-80, "none", polylines(scene, sheet, roadsOf(plan), 1.2, 12), ` stroke="${ink}" stroke-width="3.4"`);
}

/** Lines that share tracks are shifted apart, inside a common dark outline. */
const LINES: readonly { line: MetroLine; ink: string; shift: number }[] = [
  { line: "red", ink: "#bf0d3e", shift: 0 },
  { line: "green", ink: "#00b140", shift: 0 },
  { line: "yellow", ink: "#ffd100", shift: 1 },
  { line: "blue", ink: "#009cde", shift: -1 },
  { line: "orange", ink: "#ed8b00", shift: 0 },
  { line: "silver", ink: "#919d9d", shift: 1 },
];

function drawMetroLines(scene: Scene, sheet: Sheet): void {
  const { palette, pen, width: W, height: H } = scene;
  for (const [i, { line, ink, shift }] of LINES.entries()) {
    const tracks = sheet.plan.metro.filter((track) => track.line === line).map((track) => track.path);
    const d = polylines(scene, sheet, tracks, 0.9, 4);
    const place = ` transform="translate(${shift * 1.4} ${shift * 3.4})" stroke-linejoin="round"`;
    scene.fill(-70, "none", d, `${place} stroke="${palette.dark}" stroke-width="5.4"`);
    scene.fill(-60 + i * 0.1, "none", d, `${place} stroke="${ink}" stroke-width="3.2"`);
  }
  const places = sheet.plan.stations
    .map(({ x, y }) => sheet.project(x, y))
    .filter(([x, y]) => x > 4 && x < W - 4 && y > 4 && y < H - 4);
  const discs = (radius: number) => places.map(([x, y]) => pen.circle(x, y, radius)).join("");
  scene.fill(-50, palette.dark, discs(7));
  scene.fill(-49, palette.paper, discs(5));
  scene.fill(-48, palette.dark, discs(2.5));
}

function outlines(scene: Scene, sheet: Sheet, paths: readonly FlatPath[], tolerance: number): string {
  return paths
    .map((path) =>
      simplify(
        pathPoints(path).map(([x, y]) => sheet.project(x, y)),
        tolerance,
      ),
    )
    .filter((points) => points.length > 2 && isInPicture(scene, points) && area(points) > 40)
    .map((points) => `${stepsBetween(points)}z`)
    .join("");
}

function polylines(
  scene: Scene,
  sheet: Sheet,
  paths: readonly FlatPath[],
  tolerance: number,
  shortest: number,
): string {
  return paths
    .map((path) =>
      simplify(
        pathPoints(path).map(([x, y]) => sheet.project(x, y)),
        tolerance,
      ),
    )
    .filter((points) => points.length > 1 && isInPicture(scene, points) && reach(points) > shortest)
    .map((points) => stepsBetween(points))
    .join("");
}

function stepsBetween(points: readonly Point[]): string {
  const [first = [0, 0] as const] = points;
  let [lastX, lastY] = first;
  let d = `M${lastX} ${lastY}l`;
  for (const [x, y] of points.slice(1)) {
    if (x === lastX && y === lastY) continue;
    d += `${x - lastX < 0 || d.endsWith("l") ? "" : " "}${x - lastX}${y - lastY < 0 ? "" : " "}${y - lastY}`;
    [lastX, lastY] = [x, y];
  }
  return d.endsWith("l") ? "" : d;
}

function isInPicture({ width: W, height: H }: Scene, points: readonly Point[]): boolean {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.max(...xs) > 0 && Math.min(...xs) < W && Math.max(...ys) > 0 && Math.min(...ys) < H;
}

function reach(points: readonly Point[]): number {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

function area(points: readonly Point[]): number {
  let sum = 0;
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    sum += x * nextY - nextX * y;
  }
  return Math.abs(sum) / 2;
}

/** Douglas-Peucker simplification: drops points less than `tolerance` units off the line. */
function simplify(points: readonly Point[], tolerance: number): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 3) return points;
  const length = Math.hypot(last[0] - first[0], last[1] - first[1]);
  let [farthest, index] = [0, 0];
  for (const [i, [x, y]] of points.entries()) {
    const off =
      length === 0
        ? Math.hypot(x - first[0], y - first[1])
        : Math.abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / length;
    if (off > farthest) [farthest, index] = [off, i];
  }
  if (farthest <= tolerance) return [first, last];
  return [...simplify(points.slice(0, index + 1), tolerance).slice(0, -1), ...simplify(points.slice(index), tolerance)];
}
