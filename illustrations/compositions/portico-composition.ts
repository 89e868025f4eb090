import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSeatedFigure } from "../drawing/seated-figure.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawBranch } from "../drawing/trees.ts";

type Temple = {
  left: number;
  right: number;
  middle: number;
  /** Underside of the entablature, and the floor. */
  eave: number;
  ground: number;
  stone: string;
  shaded: string;
  column: { count: number; width: number; isFluted: boolean; capital: "plain" | "leafy" | "scroll" };
  head: "pediment" | "attic" | "dome" | "stepped";
  cella: string;
};

/** Giant columns, cropped on one side, with shade between them. */
export function drawPortico(scene: Scene, brief: Brief): void {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const temple = planTemple(scene);
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: H * 0.8 });
  drawStars(scene, 20, H * 0.3);
  drawSun(scene, W * (k > 0 ? 0.1 : 0.9), H * random.between(0.13, 0.2), H * 0.1);
  HEADS[temple.head](scene, temple);
  drawEntablature(scene, temple);
  drawCella(scene, temple, brief.subject === "memorial");
  for (let i = 0; i < temple.column.count; i += 1) drawColumn(scene, temple, columnX(temple, i));
  drawStairs(scene, temple);
  if (brief.subject === "museum" || brief.subject === "science-museum") drawBanners(scene, temple);
  const personX = Math.max(H * 0.2, Math.min(W - H * 0.2, temple.middle - k * W * random.between(0.12, 0.3)));
  const facing = k > 0 ? -1 : 1;
  const person = { x: personX, ground: temple.ground + H * 0.06, height: H * 0.13, facing, depth: 60 } as const;
  drawPerson(scene, { ...person, wearsDress: random.chance(0.5) });
  if (random.chance(0.6))
    drawPerson(scene, {
      ...person,
      x: personX + k * H * 0.08,
      ground: person.ground + 3,
      height: H * 0.12,
      coat: palette.dark,
    });
  if (random.chance(0.35))
    drawBranch(scene, 70, {
      x: k > 0 ? -6 : W + 6,
      y: H * 0.04,
      length: H * 0.5,
      direction: k > 0 ? 0.3 : 2.84,
      leaf: H * 0.05,
      thickness: 5,
    });
}

function planTemple(scene: Scene): Temple {
  const { palette, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const middle = W / 2 + k * W * random.between(0.14, 0.24);
  const width = W * random.pick([0.98, 1.06, 1.2]);
  const tint = random.pick([palette.stone, palette.stone, mixInks(palette.stone, palette.walls[1], 0.35)]);
  const spacing = H * random.pick([0.2, 0.23, 0.27, 0.32]);
  return {
    left: middle - width / 2,
    right: middle + width / 2,
    middle,
    eave: H * random.pick([0.35, 0.39, 0.39]),
    ground: H * random.pick([0.78, 0.82, 0.85]),
    stone: tint,
    shaded: mixInks(tint, palette.dark, palette.isNight ? 0.4 : 0.3),
    column: {
      count: Math.max(4, Math.round(width / spacing)),
      width: spacing * random.pick([0.34, 0.4, 0.46]),
      isFluted: random.chance(0.7),
      capital: random.pick(["plain", "leafy", "scroll"]),
    },
    head: random.pick(["pediment", "pediment", "attic", "dome", "stepped"]),
    cella: mixInks(palette.dark, cyclic(palette.walls, random.integer(0, 2)), 0.35),
  };
}

function columnX({ left, right, column }: Temple, index: number): number {
  const inset = column.width * 0.5;
  return left + inset + ((right - left - 2 * inset - column.width) * index) / (column.count - 1);
}

const HEADS: Record<Temple["head"], (scene: Scene, temple: Temple) => void> = {
  pediment: drawPediment,
  attic: drawAttic,
  dome: drawRoundDome,
  stepped: drawSteppedRoof,
};

/** The bottom of the entablature, which the capitals carry. */
const topOf = (scene: Scene, { eave }: Temple) => eave - scene.height * 0.09;

function drawPediment(scene: Scene, temple: Temple): void {
  const { pen, random, height: H } = scene;
  const { left, right, middle, stone, shaded } = temple;
  const width = right - left;
  const base = topOf(scene, temple);
  const peak = base - Math.min(H * 0.26, width * 0.16);
  scene.fill(0, stone, pen.polygon([left - H * 0.04, base], [middle, peak], [right + H * 0.04, base]));
  scene.fill(
    1,
    shaded,
    pen.polygon(
      [left + width * 0.1, base - H * 0.015],
      [middle, peak + H * 0.03],
      [right - width * 0.1, base - H * 0.015],
    ),
  );
  if (random.chance(0.4)) scene.fill(2, stone, pen.circle(middle, base - H * 0.06, H * 0.035));
}

function drawAttic(scene: Scene, temple: Temple): void {
  const { palette, pen, height: H } = scene;
  const { left, right, stone, shaded } = temple;
  const base = topOf(scene, temple);
  scene.fill(
    0,
    stone,
    pen.rect(left + H * 0.02, base - H * 0.12, right - left - H * 0.04, H * 0.13) +
      pen.rect(left - H * 0.02, base - H * 0.135, right - left + H * 0.04, H * 0.03),
  );
  scene.shade(1, pen.rect(left + H * 0.02, base - H * 0.105, right - left - H * 0.04, 8 * palette.shadowY));
  let wreaths = "";
  for (let i = 0; i < temple.column.count; i += 1)
    wreaths += pen.ring(columnX(temple, i) + temple.column.width / 2, base - H * 0.05, H * 0.026, H * 0.016);
  scene.fill(2, shaded, wreaths);
}

/** The shallow dome behind the columns, as on the Jefferson Memorial and the museum. */
function drawRoundDome(scene: Scene, temple: Temple): void {
  const { palette, pen, height: H } = scene;
  const { middle, stone, shaded, right, left } = temple;
  const base = topOf(scene, temple);
  const radius = Math.min(H * 0.4, (right - left) * 0.3);
  const drum = base - H * 0.07;
  const domeInk = mixInks(stone, palette.walls[2], 0.3);
  scene.fill(-2, domeInk, pen.dome(middle, drum, radius, Math.min(radius * 0.72, drum - H * 0.05)));
  scene.fill(-1.5, mixInks(domeInk, palette.dark, 0.25), pen.rect(middle - radius, drum, 2 * radius, H * 0.08));
  scene.fill(-1, stone, pen.rect(middle - radius * 1.06, drum - H * 0.012, radius * 2.12, H * 0.025));
  const k = palette.shadeSide;
  const top = drum - Math.min(radius * 0.72, drum - H * 0.05);
  const edge = middle + k * radius;
  scene.shade(
    -1.2,
    pen.path`M${middle + k * radius * 0.15} ${top}Q${edge} ${top + H * 0.03} ${edge} ${drum}H${middle + k * radius * 0.4}Q${middle + k * radius * 0.42} ${top + H * 0.08} ${middle + k * radius * 0.15} ${top}z`,
  );
  scene.fill(0, shaded, pen.rect(left + H * 0.06, base - H * 0.03, right - left - H * 0.12, H * 0.04));
}

function drawSteppedRoof(scene: Scene, temple: Temple): void {
  const { palette, pen, height: H } = scene;
  const { left, right, stone } = temple;
  const base = topOf(scene, temple);
  for (const i of [0, 1, 2]) {
    const inset = (right - left) * (0.06 + 0.09 * i);
    const y = base - H * 0.055 * (i + 1);
    scene.fill(
      -i * 0.2,
      mixInks(stone, palette.dark, 0.05 * i),
      pen.rect(left + inset, y, right - left - 2 * inset, H * 0.06),
    );
    scene.shade(0.5, pen.rect(left + inset, y + H * 0.045, right - left - 2 * inset, H * 0.012));
  }
}

function drawEntablature(scene: Scene, temple: Temple): void {
  const { pen, height: H } = scene;
  const { left, right, eave, stone, shaded } = temple;
  const width = right - left;
  const top = topOf(scene, temple);
  scene.fill(0, stone, pen.rect(left - H * 0.02, top, width + H * 0.04, H * 0.09));
  scene.shade(1, pen.rect(left, top + H * 0.005, width, H * 0.016));
  let triglyphs = "";
  for (let x = left + 4; x < right; x += H * 0.055) triglyphs += pen.rect(x, eave - H * 0.045, H * 0.028, H * 0.022);
  scene.fill(2, shaded, triglyphs);
}

/** A door behind the columns or, in a memorial, the statue. */
function drawCella(scene: Scene, temple: Temple, isMemorial: boolean): void {
  const { palette, pen, height: H } = scene;
  const { left, right, middle, eave, ground, cella } = temple;
  scene.fill(
    0,
    palette.isNight ? palette.glow : cella,
    pen.rect(left + H * 0.02, eave, right - left - H * 0.04, ground - eave),
  );
  if (palette.isNight)
    scene.fill(
      0.5,
      mixInks(palette.glow, palette.accent, 0.4),
      pen.rect(left + H * 0.02, eave, right - left - H * 0.04, H * 0.06),
    );
  const doorInk = mixInks(palette.accent, palette.dark, palette.isNight ? 0.3 : 0.25);
  const top = eave + (ground - eave) * 0.3;
  if (!isMemorial) {
    scene.fill(0.6, doorInk, pen.rect(middle - H * 0.09, top, H * 0.18, ground - top));
    scene.fill(0.7, palette.dark, pen.rect(middle - 1, top, 2, ground - top));
  } else {
    const stone = mixInks(palette.isNight ? palette.glow : palette.stone, palette.dark, palette.isNight ? 0.5 : 0.12);
    drawSeatedFigure(scene, { x: middle, ground, height: (ground - eave) * 0.74, stone, depth: 0.6 });
  }
}

function drawColumn(scene: Scene, { column, eave, ground, stone, shaded }: Temple, x: number): void {
  const { palette, pen, height: H } = scene;
  const w = column.width;
  const k = palette.shadeSide;
  const top = eave + H * 0.02;
  const taper = w * 0.08;
  const shaft = palette.isNight ? mixInks(stone, palette.dark, 0.5) : stone;
  scene.fill(3, shaft, pen.polygon([x + taper, top], [x + w - taper, top], [x + w, ground], [x, ground]));
  if (column.isFluted) {
    let flutes = "";
    for (let i = 1; i < 5; i += 1) {
      const upper = x + taper + ((w - 2 * taper) * i) / 5;
      flutes += pen.polygon(
        [upper, top],
        [upper + 1, top],
        [x + (w * i) / 5 + 1.4, ground - 4],
        [x + (w * i) / 5, ground - 4],
      );
    }
    scene.fill(4, shaded, flutes);
  }
  const from = x + w / 2 + k * w * 0.05;
  const edge = x + w / 2 + (k * w) / 2;
  scene.shade(5, pen.polygon([from, top], [edge - k * taper, top], [edge, ground], [from - k * w * 0.02, ground]));
  const capitals = {
    plain: pen.rect(x - 4, eave - 2, w + 8, H * 0.028),
    leafy: pen.polygon(
      [x - 4, eave - 2],
      [x + w + 4, eave - 2],
      [x + w - taper, eave + H * 0.055],
      [x + taper, eave + H * 0.055],
    ),
    scroll:
      pen.rect(x - 2, eave - 2, w + 4, H * 0.022) +
      pen.circle(x, eave + H * 0.022, H * 0.017) +
      pen.circle(x + w, eave + H * 0.022, H * 0.017),
  };
  scene.fill(
    6,
    palette.isNight ? shaft : stone,
    capitals[column.capital] + pen.rect(x - 5, ground - H * 0.02, w + 10, H * 0.02),
  );
  scene.shade(7, pen.rect(x, top + H * 0.006, w, 6 * palette.shadowY));
}

function drawStairs(scene: Scene, temple: Temple): void {
  const { palette, pen, width: W, height: H } = scene;
  const { ground: g, stone, column } = temple;
  const rise = (H - g) / 6;
  let [treads, risers, shades] = ["", "", ""];
  for (let i = 0; i < 6; i += 1) {
    treads += pen.rect(-2, g + i * rise, W + 4, rise * 0.5);
    risers += pen.rect(-2, g + i * rise + rise * 0.5, W + 4, rise * 0.5 + 0.5);
  }
  scene.fill(8, stone, treads);
  scene.fill(8, mixInks(stone, palette.dark, 0.24), risers);
  if (palette.isNight) return;
  const reach = palette.shadeSide * H * 0.14;
  for (let i = 0; i < column.count; i += 1) {
    const x = columnX(temple, i);
    shades += pen.polygon([x, g], [x + column.width, g], [x + column.width + reach, H], [x + reach, H]);
  }
  scene.shade(9, shades);
}

/** A museum's banners between the columns beside the door. */
function drawBanners(scene: Scene, temple: Temple): void {
  const { palette, pen, height: H } = scene;
  const { column, eave, ground } = temple;
  const height = (ground - eave) * 0.62;
  for (const [i, index] of [0, 1, column.count - 3, column.count - 2].entries()) {
    const from = columnX(temple, index) + column.width;
    const room = columnX(temple, index + 1) - from;
    const x = from + room * 0.2;
    if (index < 0 || Math.abs(x + room * 0.3 - temple.middle) < H * 0.12) continue;
    scene.fill(2.5, i % 2 === 0 ? palette.accent : palette.walls[2], pen.rect(x, eave + H * 0.05, room * 0.6, height));
    scene.fill(2.6, palette.paper, pen.circle(x + room * 0.3, eave + H * 0.05 + height * 0.3, room * 0.16));
    scene.shade(2.7, pen.rect(x, eave + H * 0.05, room * 0.6, height * 0.12));
  }
}
