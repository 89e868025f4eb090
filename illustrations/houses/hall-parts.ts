import { drawGlyph } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

type HallKind = "school" | "hospital" | "firehouse" | "embassy" | "library" | "office";

export type Hall = {
  kind: HallKind;
  x: number;
  half: number;
  top: number;
  ground: number;
  wall: string;
  stone: string;
  storeys: number;
};

export function drawHallRoof(scene: Scene, hall: Hall): void {
  if (hall.kind === "school") drawBellRoof(scene, hall);
  else if (hall.kind === "embassy") drawMansard(scene, hall);
  else if (hall.kind === "firehouse") drawHoseTower(scene, hall);
  else drawParapet(scene, hall);
  if (hall.kind !== "hospital") drawFlag(scene, hall);
}

/** A hipped roof with the bell in its cupola. */
function drawBellRoof(scene: Scene, { x, half, top, stone, wall }: Hall): void {
  const { palette, pen, height: H } = scene;
  const ridge = top - H * 0.1;
  scene.fill(
    0,
    palette.slate,
    pen.polygon([x - half - 8, top], [x - half + H * 0.1, ridge], [x + half - H * 0.1, ridge], [x + half + 8, top]),
  );
  scene.fill(3, stone, pen.rect(x - half - 8, top - 3, 2 * half + 16, 8));
  scene.shade(1, pen.rect(x - half, top + 5, 2 * half, 8 * palette.shadowY + 2));
  const gable = H * 0.15;
  scene.fill(4, wall, pen.polygon([x - gable, top + 1], [x, top - H * 0.12], [x + gable, top + 1]));
  scene.fill(
    5,
    stone,
    pen.bar(x - gable - 5, top, x, top - H * 0.12, 6) +
      pen.bar(x, top - H * 0.12, x + gable + 5, top, 6) +
      pen.circle(x, top - H * 0.035, H * 0.03),
  );
  scene.fill(
    6,
    palette.dark,
    pen.bar(x, top - H * 0.035, x, top - H * 0.058, 2) + pen.bar(x, top - H * 0.035, x + H * 0.013, top - H * 0.028, 2),
  );
  const bell = ridge - H * 0.1;
  scene.fill(1, stone, pen.rect(x - H * 0.045, bell, H * 0.09, H * 0.1));
  scene.fill(2, palette.dark, pen.arch(x - H * 0.03, bell + H * 0.012, H * 0.06, H * 0.09));
  scene.fill(
    2.5,
    palette.glow,
    pen.dome(x, bell + H * 0.078, H * 0.02, H * 0.034) + pen.rect(x - H * 0.024, bell + H * 0.076, H * 0.048, 3),
  );
  scene.fill(3, palette.accent, pen.polygon([x - H * 0.06, bell], [x, bell - H * 0.1], [x + H * 0.06, bell]));
  scene.shade(3.5, scene.awayFromSun(x - H * 0.045, bell, H * 0.09, H * 0.09, 0.35));
}

function drawMansard(scene: Scene, { x, half, top, stone }: Hall): void {
  const { palette, pen, height: H } = scene;
  const ridge = top - H * 0.15;
  scene.fill(
    0,
    palette.slate,
    pen.polygon([x - half - 4, top], [x - half + 16, ridge], [x + half - 16, ridge], [x + half + 4, top]),
  );
  scene.fill(
    3,
    stone,
    pen.rect(x - half - 8, top - 4, 2 * half + 16, 10) + pen.rect(x - half + 12, ridge - 4, 2 * half - 24, 6),
  );
  scene.shade(1, pen.rect(x - half, top + 6, 2 * half, 8 * palette.shadowY + 2));
  for (const across of [-0.66, -0.22, 0.22, 0.66]) {
    const [left, w] = [x + half * across - H * 0.035, H * 0.07];
    scene.fill(1.5, stone, pen.arch(left - 4, top - H * 0.125, w + 8, H * 0.125, w * 0.4));
    scene.fill(
      2,
      palette.isLit ? palette.glow : palette.glass,
      pen.arch(left + 4, top - H * 0.1, w - 8, H * 0.09, w * 0.3),
    );
    scene.shade(2.5, scene.awayFromSun(left - 4, top - H * 0.1, w + 8, H * 0.1, 0.2));
  }
  const chimneys = [-0.9, 0.8].map((across) => pen.rect(x + half * across - 8, ridge - H * 0.09, 18, H * 0.1));
  scene.fill(-1, mixInks(stone, palette.dark, 0.25), chimneys.join(""));
}

function drawHoseTower(scene: Scene, hall: Hall): void {
  const { palette, pen, height: H } = scene;
  const { x, half, wall, stone } = hall;
  drawParapet(scene, hall);
  const side = palette.shadeSide;
  const towerX = x + side * half * 0.66;
  const top = H * 0.1;
  scene.fill(-1, mixInks(wall, palette.paper, 0.08), pen.rect(towerX - H * 0.08, top, H * 0.16, hall.top - top + 4));
  scene.fill(-0.5, stone, pen.rect(towerX - H * 0.095, top - 5, H * 0.19, 9));
  scene.fill(
    -0.5,
    palette.dark,
    [-0.045, 0.012].map((dx) => pen.arch(towerX + H * dx, top + H * 0.04, H * 0.034, H * 0.1)).join(""),
  );
  scene.fill(
    -0.8,
    palette.slate,
    pen.polygon([towerX - H * 0.1, top - 4], [towerX, top - H * 0.09], [towerX + H * 0.1, top - 4]),
  );
  scene.shade(-0.3, scene.awayFromSun(towerX - H * 0.08, top, H * 0.16, hall.top - top, 0.4));
}

function drawParapet(scene: Scene, { x, half, top, stone, kind }: Hall): void {
  const { palette, pen, height: H } = scene;
  const left = x - half;
  scene.fill(3, stone, pen.rect(left - 7, top - 5, 2 * half + 14, 11));
  scene.shade(1, pen.rect(left, top + 6, 2 * half, 9 * palette.shadowY + 2));
  if (kind === "hospital") {
    scene.fill(-1, mixInks(stone, palette.dark, 0.2), pen.rect(x + half * 0.2, top - H * 0.08, half * 0.5, H * 0.09));
    return;
  }
  let teeth = "";
  for (let at = left; at < left + 2 * half - 6; at += 15) teeth += pen.rect(at, top + 6, 7, 6);
  scene.fill(3, stone, teeth);
  const crest = H * 0.2;
  if (kind === "library")
    scene.fill(3, stone, pen.polygon([x - crest, top - 4], [x, top - H * 0.09], [x + crest, top - 4]));
  else
    scene.fill(
      3,
      stone,
      pen.rect(x - crest, top - H * 0.045, 2 * crest, H * 0.045) +
        pen.rect(x - crest * 0.5, top - H * 0.075, crest, H * 0.04),
    );
}

/** A generic flag with three bands in the neighborhood's inks. */
function drawFlag(scene: Scene, { x, half, top, kind }: Hall): void {
  const { palette, pen, height: H } = scene;
  const poleX =
    kind === "embassy" || kind === "firehouse"
      ? x - palette.shadeSide * half * 0.5
      : x - palette.shadeSide * half * 0.72;
  const [head, foot] = [H * 0.05, kind === "embassy" ? top - H * 0.14 : top];
  const k = palette.shadeSide;
  const band = (from: number, to: number) => {
    const [y1, y2] = [head + H * 0.012 + H * 0.09 * from, head + H * 0.012 + H * 0.09 * to];
    const bend = H * 0.018;
    const end = poleX + k * H * 0.15;
    const middle = poleX + k * H * 0.075;
    return pen.path`M${poleX} ${y1}Q${poleX + k * H * 0.037} ${y1 - bend} ${middle} ${y1}T${end} ${y1}V${y2}Q${poleX + k * H * 0.112} ${y2 + bend} ${middle} ${y2}T${poleX} ${y2}z`;
  };
  // A dark pole would be invisible against a night sky, and its flag would seem to float.
  scene.fill(
    8,
    palette.isNight ? palette.stone : palette.dark,
    pen.rect(poleX - 1.6, head, 3.2, foot - head) + pen.circle(poleX, head, 3.6),
  );
  scene.fill(8.5, palette.accent, band(0, 0.34));
  scene.fill(8.5, palette.paper, band(0.34, 0.67));
  scene.fill(8.5, kind === "embassy" ? palette.walls[2] : palette.accent, band(0.67, 1));
}

export function drawHallEntrance(scene: Scene, hall: Hall): void {
  if (hall.kind === "firehouse") drawEngineDoors(scene, hall);
  else if (hall.kind === "hospital") drawAmbulanceCanopy(scene, hall);
  else drawPortal(scene, hall);
}

function drawPortal(scene: Scene, { x, ground, stone, kind }: Hall): void {
  const { palette, pen, height: H } = scene;
  const [half, top] = [H * 0.085, ground - H * 0.23];
  scene.fill(9, stone, pen.rect(x - half * 1.3, top, half * 2.6, ground - top));
  scene.fill(
    10,
    stone,
    kind === "embassy"
      ? pen.rect(x - half * 1.7, top - 10, half * 3.4, 14)
      : pen.polygon([x - half * 1.6, top + 2], [x, top - H * 0.08], [x + half * 1.6, top + 2]),
  );
  scene.shade(9.5, pen.rect(x - half * 1.3, top + 3, half * 2.6, 8));
  scene.fill(11, palette.dark, pen.arch(x - half * 0.72, top + H * 0.03, half * 1.44, ground - top - H * 0.03));
  scene.fill(
    12,
    palette.isLit ? palette.glow : palette.reflection,
    pen.dome(x, top + H * 0.03 + half * 0.72, half * 0.6),
  );
  scene.fill(
    12,
    palette.accent,
    pen.rect(x - half * 0.64, top + H * 0.03 + half * 0.78, half * 0.6, H * 0.13) +
      pen.rect(x + half * 0.04, top + H * 0.03 + half * 0.78, half * 0.6, H * 0.13),
  );
  const columns = [-1.18, 0.98].map((across) => pen.rect(x + half * across, top + 4, half * 0.2, ground - top));
  scene.fill(13, palette.paper, columns.join(""));
  let [treads, risers] = ["", ""];
  for (let i = 0; i < 3; i += 1) {
    const w = half * (3 + i * 0.5);
    treads += pen.rect(x - w / 2, ground - H * 0.045 + i * H * 0.018, w, H * 0.009);
    risers += pen.rect(x - w / 2, ground - H * 0.036 + i * H * 0.018, w, H * 0.01);
  }
  scene.fill(14, palette.trim, treads);
  scene.fill(14, mixInks(palette.trim, palette.slate, 0.45), risers);
}

/** Two fire engine doors in the accent color. */
function drawEngineDoors(scene: Scene, { x, half, ground, stone }: Hall): void {
  const { palette, pen, height: H } = scene;
  const w = half * 0.62;
  for (const across of [-0.5, 0.5]) {
    const left = x + half * across - w / 2;
    const top = ground - H * 0.24;
    scene.fill(9, stone, pen.arch(left - 7, top - 7, w + 14, ground - top + 7, w * 0.28));
    scene.fill(10, palette.accent, pen.arch(left, top, w, ground - top, w * 0.22));
    let panes = "";
    for (let i = 0; i < 4; i += 1)
      panes += pen.rect(left + w * (0.08 + 0.225 * i), top + H * 0.065, w * 0.16, H * 0.055);
    scene.fill(11, palette.isLit ? palette.glow : palette.glass, panes);
    let panels = "";
    for (const row of [0, 1]) panels += pen.rect(left + w * 0.06, top + H * (0.14 + 0.047 * row), w * 0.88, 2);
    scene.fill(11, mixInks(palette.accent, palette.dark, 0.4), panels);
    scene.shade(
      12,
      pen.rect(left, top + w * 0.2, w, 6) + scene.towardsSun(left, top + w * 0.2, w, ground - top - w * 0.2, 0.06),
    );
  }
  const lamp = (dx: number) => pen.circle(x + dx, ground - H * 0.2, H * 0.014);
  scene.fill(12, palette.isLit ? palette.glow : palette.paper, lamp(0));
  drawGlyph(scene, 12, {
    name: "star",
    x: x - H * 0.035,
    y: ground - H * 0.33,
    size: H * 0.07,
    inks: { main: palette.glow, light: palette.accent, dark: palette.dark, accent: palette.accent },
  });
}

function drawAmbulanceCanopy(scene: Scene, { x, half, ground, stone, top }: Hall): void {
  const { palette, pen, height: H } = scene;
  const canopy = ground - H * 0.19;
  scene.fill(
    9,
    palette.isLit ? palette.glow : palette.glass,
    pen.rect(x - half * 0.4, canopy, half * 0.8, ground - canopy),
  );
  scene.fill(
    10,
    stone,
    [-0.4, -0.14, 0.12, 0.38].map((across) => pen.rect(x + half * across, canopy, 4, ground - canopy)).join(""),
  );
  scene.shade(11, pen.rect(x - half * 0.46, canopy + 12, half * 0.92, 16));
  scene.fill(12, palette.paper, pen.rect(x - half * 0.5, canopy - 6, half, 18));
  scene.fill(13, palette.leaf, pen.rect(x - half * 0.5, canopy + 6, half, 6));
  const size = H * 0.17;
  const y = top + H * 0.03;
  scene.fill(12, palette.paper, pen.rect(x - size * 0.62, y, size * 1.24, size * 1.24));
  scene.shade(11.5, pen.rect(x - size * 0.62 + 8 * palette.shadowX, y + 8 * palette.shadowY, size * 1.24, size * 1.24));
  scene.fill(
    13,
    palette.accent,
    pen.rect(x - size * 0.14, y + size * 0.16, size * 0.28, size * 0.92) +
      pen.rect(x - size * 0.46, y + size * 0.48, size * 0.92, size * 0.28),
  );
}
