export type Point = readonly [x: number, y: number];

/** Writes shapes as SVG path data, every coordinate rounded to the pen's step. */
export type Pen = ReturnType<typeof createPen>;

/**
 * @param stepsPerUnit 2 rounds to half units. Pictures with many small parts use 1, which saves 10 % of their bytes
 * without visible difference.
 */
export function createPen(stepsPerUnit: number) {
  const round: Round = (value) => {
    const rounded = Math.round(value * stepsPerUnit) / stepsPerUnit;
    // Avoids -0, which would make equal pictures differ in tests.
    return rounded === 0 ? 0 : rounded;
  };

  /** Tagged template for path data, path`M${x} ${y}q${a} ${b} ${c} ${d}z`, which rounds the numbers. */
  const path = (strings: TemplateStringsArray, ...values: readonly (number | string)[]) => {
    const texts = values.map((value) => (typeof value === "number" ? String(round(value)) : value));
    return String.raw({ raw: strings }, ...texts).replaceAll(" -", "-");
  };

  return { round, path, ...straightShapes(round), ...roundShapes(round) };
}

type Round = (value: number) => number;

function straightShapes(round: Round) {
  const rect = (x: number, y: number, width: number, height: number) => {
    const w = round(width);
    const h = round(height);
    return w <= 0 || h <= 0 ? "" : `M${round(x)} ${round(y)}h${w}v${h}h-${w}z`;
  };

  /** Normalizes the winding, so that overlapping polygons in a path don't cut holes. */
  const polygon = (...points: readonly Point[]) => {
    const corners = clockwise(points).map(([x, y]) => [round(x), round(y)] as const);
    const first = corners[0];
    if (first === undefined) return "";
    let [lastX, lastY] = first;
    let steps = "";
    let count = 0;
    for (const [x, y] of corners.slice(1)) {
      if (x === lastX && y === lastY) continue;
      steps += spaced(round(x - lastX), count > 0) + spaced(round(y - lastY), true);
      [lastX, lastY] = [x, y];
      count += 1;
    }
    return count < 2 ? "" : `M${first[0]} ${first[1]}l${steps}z`;
  };

  /** A line as a filled shape, since pictures don't use strokes. */
  const bar = (x1: number, y1: number, x2: number, y2: number, thickness: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const a = (((y2 - y1) / length) * thickness) / 2;
    const b = (((x2 - x1) / length) * thickness) / 2;
    return polygon([x1 - a, y1 + b], [x2 - a, y2 + b], [x2 + a, y2 - b], [x1 + a, y1 - b]);
  };

  return { rect, polygon, bar };
}

// Radii are rounded first and everything else is derived from them. Rounded separately, discs get pointed ends.
function roundShapes(round: Round) {
  const ellipse = (x: number, y: number, radiusX: number, radiusY: number) => {
    const a = round(radiusX) || 0.5;
    const b = round(radiusY) || 0.5;
    return `M${round(x) - a} ${round(y)}a${a} ${b} 0 0 1 ${2 * a} 0a${a} ${b} 0 0 1-${2 * a} 0z`;
  };
  const circle = (x: number, y: number, radius: number) => ellipse(x, y, radius, radius);

  /** The upper half of an ellipse, standing on y. */
  const dome = (x: number, y: number, radiusX: number, radiusY = radiusX) => {
    const a = round(radiusX) || 0.5;
    return `M${round(x) - a} ${round(y)}a${a} ${round(radiusY) || 0.5} 0 0 1 ${2 * a} 0z`;
  };

  /** A rectangle topped by a half ellipse of the given rise. */
  const arch = (x: number, y: number, width: number, height: number, rise = width / 2) => {
    const w = round(width / 2) * 2;
    const r = round(Math.min(rise, height));
    const foot = round(y + height);
    return `M${round(x)} ${foot}V${round(y) + r}a${w / 2} ${r} 0 0 1 ${w} 0V${foot}z`;
  };

  const ring = (x: number, y: number, radius: number, hole: number) => {
    const q = round(hole);
    const cut = `M${round(x) - q} ${round(y)}a${q} ${q} 0 0 0 ${2 * q} 0a${q} ${q} 0 0 0-${2 * q} 0z`;
    return circle(x, y, radius) + cut;
  };

  /** Two curves that meet in a point. `angle` is in radians, 0 points right. */
  const leaf = (x: number, y: number, length: number, angle: number, plumpness = 0.32) => {
    const dx = Math.cos(angle) * length;
    const dy = Math.sin(angle) * length;
    const [bx, by] = [dy * plumpness, dx * plumpness];
    const tip = [dx * 0.5 - bx, dy * 0.5 + by, dx, dy].map((v) => round(v));
    const back = [bx - dx * 0.5, -by - dy * 0.5, -dx, -dy].map((v) => round(v));
    return `M${round(x)} ${round(y)}q${joined(tip)}q${joined(back)}z`;
  };

  return { ellipse, circle, dome, arch, ring, leaf };
}

function clockwise(points: readonly Point[]): readonly Point[] {
  let area = 0;
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    area += x * nextY - nextX * y;
  }
  return area < 0 ? points.toReversed() : points;
}

/** SVG needs no space before a minus sign. */
function spaced(value: number, needsSpace: boolean): string {
  return needsSpace && value >= 0 ? ` ${value}` : String(value);
}

function joined(values: readonly number[]): string {
  return values.map((value, i) => spaced(value, i > 0)).join("");
}
