import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawVista } from "../drawing/vistas.ts";

/** The far stands, the floodlights and the game, seen from the cheap seats. */
export function drawStadium(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const rim = H * random.pick([0.4, 0.44, 0.48]);
  drawSky(scene, rim + H * 0.1);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: rim });
  drawStars(scene, 18, H * 0.3);
  const sunX = W * (palette.shadeSide > 0 ? 0.22 : 0.78);
  drawSun(scene, sunX, H * 0.2, H * random.between(0.1, 0.15));
  drawVista(scene, { kind: random.pick(["dome", "dome", "monument"]), x: W - sunX, ground: rim, size: H * 0.15 });
  drawStands(scene, rim);
  for (const across of scene.shape === "square" ? [0.16, 0.84] : [0.1, 0.38, 0.66, 0.94])
    drawMast(scene, W * across, rim);
  const field = rim + H * 0.22;
  const grass = palette.isNight
    ? mixInks(palette.leaf, palette.glow, 0.28)
    : mixInks(palette.leaf, palette.paper, 0.12);
  scene.fill(0, grass, pen.rect(-4, field, W + 8, H));
  if (random.chance(0.5)) drawDiamond(scene, field, grass);
  else drawPitch(scene, field, grass);
  drawNearRow(scene);
}

/** Tiers of seats with the crowd as grain, and a roof over the upper tier. */
function drawStands(scene: Scene, rim: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const seats = mixInks(palette.walls[0], palette.dark, palette.isNight ? 0.35 : 0.2);
  const bow = (y: number, depth: number) => pen.path`M-4 ${y}Q${W / 2} ${y + depth} ${W + 4} ${y}`;
  const tier = (top: number, bottom: number) => `${bow(top, H * 0.05)}V${pen.round(bottom)}H-4z`;
  scene.fill(-20, mixInks(palette.slate, palette.dark, 0.3), tier(rim - H * 0.035, rim + H * 0.3));
  scene.fill(-19, seats, tier(rim, rim + H * 0.3));
  drawGrain(scene, {
    ink: palette.paper,
    top: rim + H * 0.01,
    bottom: rim + H * 0.24,
    depth: -18,
    isUpward: random.chance(0.5),
  });
  drawGrain(scene, { ink: palette.accent, top: rim - H * 0.02, bottom: rim + H * 0.26, depth: -17 });
  scene.fill(-16, palette.trim, tier(rim + H * 0.1, rim + H * 0.3));
  scene.fill(-15, mixInks(palette.dark, palette.walls[2], 0.2), tier(rim + H * 0.115, rim + H * 0.3));
  const board = { x: W * random.pick([0.3, 0.5, 0.62]) - H * 0.16, y: rim - H * 0.11, w: H * 0.32, h: H * 0.12 };
  scene.fill(
    -14,
    palette.dark,
    pen.rect(board.x, board.y, board.w, board.h) +
      pen.rect(board.x + board.w * 0.2, board.y, 4, H * 0.16) +
      pen.rect(board.x + board.w * 0.78, board.y, 4, H * 0.16),
  );
  scene.fill(-13, palette.glow, pen.rect(board.x + 6, board.y + 6, board.w * 0.42, board.h - 12));
  let digits = "";
  for (const row of [0, 1])
    for (let i = 0; i < 4; i += 1)
      digits += pen.rect(
        board.x + board.w * (0.54 + 0.11 * i),
        board.y + board.h * (0.2 + 0.36 * row),
        board.w * 0.07,
        board.h * 0.22,
      );
  scene.fill(-13, palette.accent, digits);
  scene.fill(
    -12,
    palette.dark,
    pen.bar(board.x + 6 + board.w * 0.1, board.y + board.h * 0.7, board.x + board.w * 0.3, board.y + board.h * 0.35, 3),
  );
  // Advertising boards along the field, too far off to read.
  let boards = "";
  for (let x = -H * 0.1; x < W; x += H * 0.22) boards += pen.rect(x, rim + H * 0.175, H * 0.16, H * 0.03);
  scene.fill(-11, mixInks(palette.accent, palette.paper, 0.3), boards);
}

function drawMast(scene: Scene, x: number, rim: number): void {
  const { palette, pen, height: H } = scene;
  const top = rim - H * 0.3;
  const w = H * 0.11;
  if (palette.isLit) {
    const beam = pen.polygon(
      [x - w * 0.5, top + H * 0.05],
      [x + w * 0.5, top + H * 0.05],
      [x + H * 0.26, rim + H * 0.24],
      [x - H * 0.26, rim + H * 0.24],
    );
    scene.fill(-10, palette.glow, beam, ' opacity=".13"');
  }
  scene.fill(-21, palette.dark, pen.rect(x - 2.5, top, 5, H * 0.36) + pen.rect(x - w / 2, top, w, H * 0.06));
  let lamps = "";
  for (const row of [0, 1])
    for (let i = 0; i < 4; i += 1)
      lamps += pen.circle(x - w * 0.38 + w * 0.253 * i, top + H * (0.017 + 0.026 * row), H * 0.0095);
  scene.fill(-9, palette.isLit ? palette.glow : palette.paper, lamps);
}

/** Baseball, from behind the plate. */
function drawDiamond(scene: Scene, field: number, grass: string): void {
  const { palette, pen, width: W, height: H } = scene;
  const x = W / 2;
  const clay = mixInks(palette.walls[1], palette.walls[0], 0.45);
  const plate = H * 1.02;
  scene.fill(1, mixInks(grass, palette.paper, 0.14), pen.ellipse(x, field + H * 0.02, W * 0.5, H * 0.05));
  scene.fill(
    2,
    clay,
    pen.polygon([x, plate], [x - H * 0.56, field + H * 0.17], [x, field + H * 0.05], [x + H * 0.56, field + H * 0.17]) +
      pen.dome(x, field + H * 0.19, H * 0.52, H * 0.14),
  );
  scene.fill(
    3,
    grass,
    pen.polygon(
      [x, plate - H * 0.1],
      [x - H * 0.36, field + H * 0.17],
      [x, field + H * 0.09],
      [x + H * 0.36, field + H * 0.17],
    ),
  );
  scene.fill(4, clay, pen.ellipse(x, field + H * 0.17, H * 0.05, H * 0.018));
  const base = (bx: number, by: number) => pen.polygon([bx - 7, by], [bx, by - 4], [bx + 7, by], [bx, by + 4]);
  scene.fill(
    5,
    palette.paper,
    pen.bar(x, plate, x - W * 0.6, field + H * 0.1, 2.4) +
      pen.bar(x, plate, x + W * 0.6, field + H * 0.1, 2.4) +
      base(x - H * 0.46, field + H * 0.17) +
      base(x + H * 0.46, field + H * 0.17) +
      base(x, field + H * 0.075),
  );
  drawPerson(scene, { x, ground: field + H * 0.175, height: H * 0.12, depth: 20, coat: palette.paper });
  drawPerson(scene, { x: x - H * 0.36, ground: field + H * 0.14, height: H * 0.1, depth: 19, facing: -1 });
  drawPerson(scene, { x: x + H * 0.3, ground: field + H * 0.12, height: H * 0.09, depth: 18, coat: palette.paper });
}

/** A soccer field: mown stripes, the center circle, a goal. */
function drawPitch(scene: Scene, field: number, grass: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const vanishing = { x: W * random.pick([0.38, 0.62]), y: field - H * 0.3 };
  const at = (across: number, y: number) => vanishing.x + across * H * ((y - vanishing.y) / (H - vanishing.y)) * 2;
  let stripes = "";
  for (let i = -6; i < 7; i += 2)
    stripes += pen.polygon(
      [at(i * 0.2, field), field],
      [at(i * 0.2 + 0.2, field), field],
      [at(i * 0.2 + 0.2, H + 4), H + 4],
      [at(i * 0.2, H + 4), H + 4],
    );
  scene.fill(1, mixInks(grass, palette.paper, 0.13), stripes);
  const middle = field + (H - field) * 0.42;
  const circle = (r: number) => pen.ellipse(at(0, middle), middle, H * r, H * r * 0.3);
  const box = (out: number) =>
    pen.bar(at(out, field + H * 0.03), field + H * 0.03, at(out, field + H * 0.1), field + H * 0.1, 2.4);
  const boxLine = pen.rect(
    at(-0.3, field + H * 0.1),
    field + H * 0.1,
    at(0.3, field + H * 0.1) - at(-0.3, field + H * 0.1),
    2.4,
  );
  scene.fill(2, palette.paper, pen.rect(-4, field + H * 0.03, W + 8, 2.4) + box(-0.3) + box(0.3) + boxLine);
  scene.fill(2, "none", circle(0.17), ` stroke="${palette.paper}" stroke-width="2.6"`);
  const goal = { x: at(0, field), y: field + H * 0.03 };
  const [half, tall] = [H * 0.13, H * 0.1];
  scene.fill(
    3,
    palette.paper,
    pen.rect(goal.x - half, goal.y - tall, 2 * half, 4) +
      pen.rect(goal.x - half, goal.y - tall, 4, tall) +
      pen.rect(goal.x + half - 4, goal.y - tall, 4, tall),
  );
  let net = "";
  for (let i = 1; i < 12; i += 1) net += pen.rect(goal.x - half + (2 * half * i) / 12, goal.y - tall, 1, tall);
  for (let i = 1; i < 5; i += 1) net += pen.rect(goal.x - half, goal.y - tall + (tall * i) / 5, 2 * half, 1);
  scene.fill(2.5, palette.paper, net, ' opacity=".45"');
  for (const [i, [across, down, height]] of (
    [
      [-0.22, 0.52, 0.15],
      [0.16, 0.34, 0.12],
      [0.34, 0.68, 0.17],
      [-0.42, 0.26, 0.11],
    ] as const
  ).entries()) {
    const ground = field + (H - field) * down;
    drawPerson(scene, {
      x: at(across, ground),
      ground,
      height: H * height,
      depth: 20 + down,
      facing: i % 2 === 0 ? 1 : -1,
      coat: i % 2 === 0 ? palette.accent : palette.paper,
    });
  }
  scene.fill(
    22,
    palette.paper,
    pen.circle(at(-0.1, field + (H - field) * 0.56), field + (H - field) * 0.56, H * 0.012),
  );
}

/** Silhouettes of the row in front: heads and one raised arm. */
function drawNearRow(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const ink = mixInks(palette.dark, palette.walls[0], 0.12);
  let heads = "";
  for (let x = H * random.between(0.02, 0.1); x < W; x += H * random.between(0.15, 0.22)) {
    const y = H * random.between(0.955, 0.975);
    heads += pen.circle(x, y, H * 0.034) + pen.dome(x, H * 1.05, H * 0.075, H * 0.07);
    if (random.chance(0.18)) heads += pen.bar(x + H * 0.05, H, x + H * 0.075, H * 0.9, H * 0.022);
  }
  scene.fill(40, ink, heads);
}
