import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { drawGlyph } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { castTreeShadow } from "../drawing/trees.ts";
import { drawWindow } from "../houses/windows.ts";

type Job = { wall: string; ground: number; columns: number; paneWidth: number };

/** Work on a house: a facade larger than the picture, a ladder, the contractor's van at the curb. */
export function drawLadderJob(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wallIndex = random.integer(0, 2);
  const wall = cyclic(palette.walls, wallIndex);
  const spacing = H * random.pick([0.38, 0.44]);
  const job: Job = { wall, ground: H * 0.88, columns: Math.ceil(W / spacing) + 1, paneWidth: spacing * 0.42 };
  scene.fill(-20, wall, pen.rect(0, 0, W, H));
  const isPainting = brief.subject === "painter" || random.chance(0.3);
  if (isPainting) drawFreshPaint(scene, cyclic(palette.walls, wallIndex + 1));
  else drawCourses(scene, wall);
  const first = -spacing * random.between(0.1, 0.4);
  for (let i = 0; i < job.columns; i += 1)
    for (const [row, y] of [-0.2, 0.26].entries())
      drawWindow(scene, {
        x: first + spacing * i + spacing * 0.29,
        y: H * y,
        width: job.paneWidth,
        height: H * 0.34,
        frame: 6,
        bar: 3,
        panes: random.pick(["four", "four", "sashes"]),
        hasFlowerBox: row === 0 && random.chance(0.25),
        head: "flat",
      });
  scene.fill(-8, mixInks(palette.trim, wall, 0.15), pen.rect(0, H * 0.185, W, H * 0.03));
  scene.shade(-9, pen.rect(0, H * 0.215, W, H * 0.03 * palette.shadowY + 3));
  drawGround(scene, job);
  drawVan(scene, brief, { x: W * (k > 0 ? 0.62 : 0.38), ground: H * 0.955 });
  drawLadder(scene, {
    x: W * (scene.shape === "square" ? (k > 0 ? 0.24 : 0.76) : k > 0 ? 0.26 : 0.74),
    ground: H * 0.92,
  });
  if (!palette.isNight && random.chance(0.5))
    castTreeShadow(scene, { x: W * (k > 0 ? 0.6 : 0.4), y: H * 0.1, reach: H * 0.36, depth: 45 });
}

function drawCourses(scene: Scene, wall: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  let bricks = "";
  for (let i = 0; i < 44; i += 1)
    bricks += pen.rect(random.next() * W, Math.round((random.next() * H) / 9) * 9, 13, 2.6);
  scene.fill(-19, mixInks(wall, palette.dark, 0.16), bricks);
}

/** Fresh paint covers the wall down to a ragged edge. */
function drawFreshPaint(scene: Scene, ink: string): void {
  const { pen, random, width: W, height: H } = scene;
  let d = pen.path`M-2-2H${W + 2}`;
  const step = H * 0.07;
  for (let x = W; x > -step; x -= step) d += pen.path`V${H * random.between(0.36, 0.52)}H${x - step}`;
  scene.fill(-18, ink, `${d}z`);
}

function drawGround(scene: Scene, { ground, wall }: Job): void {
  const { palette, pen, width: W, height: H } = scene;
  scene.fill(-7, mixInks(wall, palette.dark, 0.4), pen.rect(0, ground - H * 0.07, W, H * 0.07));
  scene.fill(-6, palette.ground, pen.rect(0, ground, W, H - ground));
  scene.fill(-5, palette.road, pen.rect(0, H * 0.95, W, H));
  scene.fill(-5, mixInks(palette.ground, palette.paper, 0.5), pen.rect(0, H * 0.945, W, 3));
}

/** A ladder with a person half-way up and a bucket on a hook, and their shadows on the wall. */
function drawLadder(scene: Scene, { x, ground }: { x: number; ground: number }): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const [lean, wide] = [k * H * 0.12, H * 0.1];
  const at = (share: number) => ({ x: x + lean * share, y: ground - (ground + H * 0.06) * share });
  const rail = (dx: number) => pen.bar(x + dx, ground, at(1).x + dx * 0.86, at(1).y, H * 0.016);
  let ladder = rail(0) + rail(wide);
  for (let i = 1; i < 13; i += 1) {
    const step = at(i / 13);
    ladder += pen.rect(step.x, step.y, wide * (1 - 0.14 * (i / 13)), H * 0.011);
  }
  const climb = random.pick([0.34, 0.4, 0.46]);
  const feet = at(climb);
  const bucket = at(climb + 0.13);
  const pail = pen.polygon(
    [bucket.x - k * H * 0.09 - H * 0.03, bucket.y],
    [bucket.x - k * H * 0.09 + H * 0.03, bucket.y],
    [bucket.x - k * H * 0.09 + H * 0.024, bucket.y + H * 0.06],
    [bucket.x - k * H * 0.09 - H * 0.024, bucket.y + H * 0.06],
  );
  const [dx, dy] = [palette.shadowX * H * 0.07, palette.shadowY * H * 0.05];
  scene.shade(20, ladder + pail, ` transform="translate(${pen.round(dx)} ${pen.round(dy)})"`);
  scene.fill(30, palette.isNight ? palette.trim : palette.dark, ladder);
  scene.fill(31, palette.trim, pail);
  scene.shade(31.5, scene.awayFromSun(bucket.x - k * H * 0.09 - H * 0.03, bucket.y, H * 0.06, H * 0.06, 0.4));
  const body = { x: feet.x + wide * 0.45, ground: feet.y, height: H * 0.27 };
  scene.shade(
    20.5,
    pen.rect(body.x - H * 0.033 + dx, body.ground - H * 0.22 + dy, H * 0.066, H * 0.22) +
      pen.circle(body.x + dx, body.ground - H * 0.245 + dy, H * 0.025),
  );
  drawPerson(scene, { ...body, depth: 40, facing: k, hasNoShadow: true });
  scene.fill(
    41,
    palette.accent,
    pen.bar(body.x, body.ground - H * 0.2, at(climb + 0.24).x + wide * 0.5, at(climb + 0.27).y, H * 0.02),
  );
}

/** In the foreground, cut by the lower edge, with the trade's object on its side. */
function drawVan(scene: Scene, brief: Brief, { x, ground }: { x: number; ground: number }): void {
  const { palette, pen, random, height: H } = scene;
  const k = palette.shadeSide;
  const [length, height] = [H * 0.78, H * 0.36];
  // The van faces the light.
  const left = x - length / 2 + k * H * 0.05;
  const across = (share: number) => (k > 0 ? left + length * share : left + length * (1 - share));
  const body = random.pick([palette.paper, palette.paper, palette.walls[2]]);
  const top = ground - height;
  scene.shade(
    49,
    pen.polygon(
      [left, ground],
      [left + length, ground],
      [left + length + palette.shadowX * H * 0.12, H],
      [left + palette.shadowX * H * 0.12, H],
    ),
  );
  scene.fill(
    50,
    body,
    pen.polygon(
      [across(1), ground - H * 0.02],
      [across(1), top + H * 0.02],
      [across(0.97), top],
      [across(0.3), top],
      [across(0.14), top + height * 0.46],
      [across(0.02), top + height * 0.56],
      [across(0), ground - H * 0.03],
    ),
  );
  scene.fill(
    51,
    palette.isLit ? palette.glow : palette.glass,
    pen.polygon(
      [across(0.36), top + H * 0.035],
      [across(0.3), top + H * 0.035],
      [across(0.18), top + height * 0.46],
      [across(0.36), top + height * 0.46],
    ),
  );
  scene.shade(52, pen.rect(left, ground - height * 0.26, length, height * 0.2));
  scene.fill(
    52.5,
    palette.accent,
    pen.rect(Math.min(across(0.4), across(1)), top + height * 0.76, length * 0.6, H * 0.014),
  );
  const wheels = (radius: number) =>
    pen.circle(across(0.2), ground - H * 0.02, radius) + pen.circle(across(0.8), ground - H * 0.02, radius);
  scene.fill(53, palette.dark, wheels(H * 0.062));
  scene.fill(54, palette.trim, wheels(H * 0.026));
  const size = height * 0.62;
  drawGlyph(scene, 55, {
    name: cyclic(shopForSubject(brief.subject).glyphs, 0),
    x: across(0.68) - size / 2,
    y: top + height * 0.08,
    size,
    inks: {
      main: body === palette.paper ? palette.accent : palette.paper,
      light: body === palette.paper ? palette.dark : palette.accent,
      dark: body === palette.paper ? palette.dark : body,
      accent: body === palette.paper ? palette.walls[2] : palette.accent,
    },
  });
}
