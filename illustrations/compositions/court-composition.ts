import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { drawBirds, drawSky, drawSun, drawGrain } from "../drawing/sky.ts";
import { drawTree } from "../drawing/trees.ts";

/** A public basketball court: the backboard against the sky, the ball in the air, houses behind the fence. */
export function drawCourt(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const ground = H * 0.84;
  const x = W * (scene.shape === "square" ? 0.56 : k > 0 ? 0.64 : 0.36);
  drawSky(scene);
  drawGrain(scene, { ink: palette.skyLow, top: H * 0.05, bottom: ground });
  drawSun(scene, W * (k > 0 ? 0.2 : 0.8), H * random.between(0.24, 0.36), H * random.between(0.14, 0.2));
  drawHousesBehind(scene, ground);
  if (random.chance(0.6))
    drawTree(scene, {
      x: W * (k > 0 ? 0.94 : 0.06),
      ground: ground - 2,
      height: H * random.between(0.44, 0.6),
      depth: -30,
    });
  if (random.chance(0.65)) drawFence(scene, ground);
  scene.fill(
    -5,
    mixInks(palette.walls[2], palette.ground, random.pick([0.15, 0.5])),
    pen.rect(0, ground, W, H - ground),
  );
  scene.fill(
    -4,
    palette.paper,
    pen.polygon([x - H * 0.3, H], [x - H * 0.24, ground + 3], [x - H * 0.23, ground + 3], [x - H * 0.28, H]) +
      pen.polygon([x + H * 0.28, H], [x + H * 0.23, ground + 3], [x + H * 0.24, ground + 3], [x + H * 0.3, H]) +
      pen.rect(0, ground + 2, W, 2),
  );
  drawHoop(scene, x, ground);
  drawPlayers(scene, x, ground);
  drawBirds(scene, W * (k > 0 ? 0.42 : 0.34), H * 0.12);
}

function drawHousesBehind(scene: Scene, ground: number): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let [windows, trims] = ["", ""];
  const first = random.integer(0, 2);
  for (let x = -H * 0.05, i = first; x < W; i += 1) {
    const width = H * random.between(0.18, 0.26);
    const top = ground - H * random.between(0.3, 0.38);
    const ink = mixInks(cyclic(palette.walls, i), palette.skyLow, 0.3);
    scene.fill(-60, ink, pen.rect(x, top, width + 0.5, ground - top));
    const roof = random.next();
    if (roof < 0.35)
      scene.fill(
        -59,
        mixInks(palette.slate, palette.skyLow, 0.3),
        pen.polygon([x + width * 0.4, top], [x + width * 0.7, top - H * 0.13], [x + width, top]),
      );
    else trims += pen.rect(x - 1, top - 4, width + 2, 8);
    for (const row of [0, 1, 2])
      for (const across of [0.16, 0.6])
        windows += pen.rect(x + width * across, top + H * (0.035 + 0.1 * row), width * 0.22, H * 0.06);
    x += width;
  }
  scene.fill(-58, mixInks(palette.trim, palette.skyLow, 0.25), trims);
  scene.fill(
    -58,
    palette.isLit ? mixInks(palette.glow, palette.skyLow, 0.2) : mixInks(palette.glass, palette.skyLow, 0.35),
    windows,
  );
}

function drawFence(scene: Scene, ground: number): void {
  const { palette, pen, width: W, height: H } = scene;
  const top = ground - H * 0.26;
  const id = scene.newId("f");
  const ink = mixInks(palette.dark, palette.skyLow, 0.35);
  scene.define(
    `<pattern id="${id}" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0l9 9M9 0L0 9" stroke="${ink}" stroke-width=".8"/></pattern>`,
  );
  scene.fill(-20, `url(#${id})`, pen.rect(0, top, W, ground - top));
  let posts = pen.rect(0, top - 2, W, 3);
  for (let x = H * 0.1; x < W; x += H * 0.36) posts += pen.rect(x, top - 4, 3, ground - top + 4);
  scene.fill(-19, ink, posts);
}

function drawHoop(scene: Scene, x: number, ground: number): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const board = { w: H * 0.4, h: H * 0.27, y: H * 0.17 };
  const [left, rimY] = [x - board.w / 2, board.y + board.h * 0.9];
  const pole = x + k * H * 0.05;
  scene.fill(
    0,
    palette.dark,
    pen.rect(pole - H * 0.014, board.y + board.h * 0.5, H * 0.028, ground - board.y - board.h * 0.5 + 4),
  );
  scene.shade(1, pen.rect(pole, board.y + board.h, H * 0.014, ground - board.y - board.h));
  scene.shade(
    -3,
    pen.polygon(
      [pole - 4, ground + 4],
      [pole + 4, ground + 4],
      [pole + palette.shadowX * H * 0.3 + 5, H],
      [pole + palette.shadowX * H * 0.3 - 5, H],
    ),
  );
  scene.fill(2, palette.dark, pen.rect(left - 5, board.y - 5, board.w + 10, board.h + 10));
  scene.fill(3, palette.paper, pen.rect(left, board.y, board.w, board.h));
  const far = k > 0 ? left + board.w : left;
  const foot = board.y + board.h;
  scene.shade(4, pen.polygon([far, board.y + board.h * 0.12], [far, foot], [far - k * board.w * 0.72, foot]));
  const target = { w: board.w * 0.42, h: board.h * 0.46, y: board.y + board.h * 0.36 };
  const frame = (inset: number) =>
    pen.rect(x - target.w / 2 + inset, target.y + inset, target.w - 2 * inset, target.h - 2 * inset);
  scene.fill(5, random.chance(0.5) ? palette.walls[2] : palette.dark, frame(0));
  scene.fill(5.5, palette.paper, frame(5));
  const rim = H * 0.1;
  scene.fill(8, palette.accent, pen.rect(x - rim, rimY, 2 * rim, 6) + pen.rect(x - 8, rimY - 8, 16, 10));
  let net = "";
  for (let i = 0; i <= 6; i += 1) {
    const [upper, lower] = [x - rim + 4 + ((2 * rim - 8) * i) / 6, x - rim * 0.5 + (rim * i) / 6];
    net += pen.bar(upper, rimY + 5, lower, rimY + H * 0.13, 1.6);
    if (i < 6) net += pen.bar(upper, rimY + 5, lower + rim / 3, rimY + H * 0.13, 1.6);
  }
  scene.fill(7, palette.paper, net);
  const ball = { x: x - k * H * random.between(0.16, 0.34), y: rimY - H * random.between(0.06, 0.22), r: H * 0.062 };
  scene.fill(10, mixInks(palette.accent, palette.walls[1], 0.3), pen.circle(ball.x, ball.y, ball.r));
  const clip = scene.clip(pen.circle(ball.x, ball.y, ball.r));
  scene.fill(
    11,
    palette.dark,
    pen.ring(ball.x - ball.r * 1.1, ball.y, ball.r * 1.05, ball.r * 1.05 - 1.6) +
      pen.ring(ball.x + ball.r * 1.1, ball.y, ball.r * 1.05, ball.r * 1.05 - 1.6) +
      pen.rect(ball.x - ball.r, ball.y - 0.8, 2 * ball.r, 1.6),
    clip,
  );
  scene.shade(12, pen.circle(ball.x + palette.shadowX * ball.r * 0.7, ball.y + ball.r * 0.5, ball.r), clip);
}

function drawPlayers(scene: Scene, x: number, ground: number): void {
  const { palette, random, height: H, width: W } = scene;
  const k = palette.shadeSide;
  const foot = ground + (H - ground) * 0.55;
  const spot = Math.max(H * 0.14, Math.min(W - H * 0.14, x - k * H * random.between(0.36, 0.5)));
  drawPerson(scene, { x: spot, ground: foot, height: H * 0.2, depth: 60, facing: k, coat: palette.accent });
  if (random.chance(0.7))
    drawPerson(scene, {
      x: spot - k * H * 0.13,
      ground: foot + 4,
      height: H * 0.19,
      depth: 61,
      facing: k,
      coat: palette.walls[1],
    });
}
