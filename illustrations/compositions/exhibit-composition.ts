import type { Brief } from "../brief.ts";
import { drawPerson } from "../drawing/figures.ts";
import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { cyclic } from "../drawing/seeded-random.ts";

type Gallery = { wall: string; floor: number; x: number };

/** A museum's room: one large work, a visitor before it, light from above. */
export function drawExhibit(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const wallIndex = random.integer(0, 2);
  const gallery: Gallery = {
    wall: mixInks(cyclic(palette.walls, wallIndex), random.pick([palette.paper, palette.dark]), 0.34),
    floor: H * 0.83,
    x: W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.44 : 0.56),
  };
  scene.fill(0, gallery.wall, pen.rect(0, 0, W, H));
  drawFloor(scene, gallery);
  drawSkylight(scene);
  // Skeletons and airplanes appear in science museums only.
  const works =
    brief.subject === "science-museum" ? [drawSkeleton, drawAirplane] : [drawPaintings, drawPaintings, drawMobile];
  random.pick(works)(scene, gallery);
  const visitor = { ground: H * 0.94, height: H * 0.27, depth: 40, facing: k, hasNoShadow: true } as const;
  const x = gallery.x - k * H * random.between(0.3, 0.44);
  drawPerson(scene, { ...visitor, x, wearsDress: random.chance(0.5) });
  scene.shade(39, pen.ellipse(x + palette.shadowX * H * 0.06, H * 0.945, H * 0.09, H * 0.012));
  if (random.chance(0.5) && scene.shape !== "square")
    drawPerson(scene, { ...visitor, x: x - k * H * 0.1, height: H * 0.17, coat: palette.walls[2] });
  drawLightShaft(scene);
}

function drawFloor(scene: Scene, { wall, floor, x }: Gallery): void {
  const { palette, pen, width: W, height: H } = scene;
  const wood = mixInks(palette.walls[1], wall, 0.35);
  scene.fill(1, wood, pen.rect(0, floor, W, H));
  let joints = "";
  for (let i = -9; i < 10; i += 1) joints += pen.bar(x + i * H * 0.16, floor, x + i * H * 0.3, H, 1.4);
  scene.fill(1.5, mixInks(wood, palette.dark, 0.2), joints);
  scene.fill(2, mixInks(wall, palette.dark, 0.3), pen.rect(0, floor - H * 0.025, W, H * 0.025));
}

function drawSkylight(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  scene.fill(2, palette.skyLow, pen.polygon([W * 0.12, 0], [W * 0.88, 0], [W * 0.8, H * 0.075], [W * 0.2, H * 0.075]));
  let bars = pen.rect(W * 0.1, H * 0.07, W * 0.8, H * 0.012);
  for (let i = 1; i < 7; i += 1)
    bars += pen.bar(W * (0.12 + (0.76 * i) / 7), 0, W * (0.2 + (0.6 * i) / 7), H * 0.075, 2.4);
  scene.fill(3, palette.trim, bars);
}

function drawLightShaft(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const [near, far] = k > 0 ? [0, W] : [W, 0];
  scene.shade(
    30,
    pen.polygon([far, -2], [far, H], [far - k * H * 0.16, H], [far - k * H * 0.62, -2]),
    ' opacity=".75"',
  );
  scene.shade(30, pen.polygon([near, H * 0.46], [near, H], [near + k * H * 0.36, H]), ' opacity=".75"');
}

/** A landscape in the neighborhood's inks, a smaller picture beside it, a bench. */
function drawPaintings(scene: Scene, { x, floor }: Gallery): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const big = { w: H * (scene.shape === "square" ? 0.62 : 0.74), h: H * 0.46, y: H * 0.17 };
  drawFramed(scene, { x: x - big.w / 2, y: big.y, width: big.w, height: big.h });
  if (scene.shape !== "square") {
    const side = x + k * (big.w / 2 + H * 0.28);
    drawFramed(scene, { x: side - H * 0.12, y: H * 0.26, width: H * 0.24, height: H * 0.3 });
    if (scene.shape === "wide")
      for (const left of [x - k * H * 0.72, x - k * H * 1.06])
        if (left > H * 0.1 && left < W - H * 0.1)
          drawFramed(scene, { x: left - H * 0.11, y: H * 0.28, width: H * 0.22, height: H * 0.26 });
  }
  const bench = x + k * H * random.between(0.1, 0.24);
  scene.shade(24, pen.rect(bench - H * 0.2 + palette.shadowX * 10, floor + H * 0.1, H * 0.4, H * 0.02));
  scene.fill(
    25,
    palette.dark,
    pen.rect(bench - H * 0.2, floor + H * 0.02, H * 0.4, H * 0.035) +
      pen.rect(bench - H * 0.17, floor + H * 0.05, H * 0.02, H * 0.06) +
      pen.rect(bench + H * 0.15, floor + H * 0.05, H * 0.02, H * 0.06),
  );
}

function drawFramed(scene: Scene, box: { x: number; y: number; width: number; height: number }): void {
  const { palette, pen, random } = scene;
  const { x, y, width: w, height: h } = box;
  const edge = Math.max(5, h * 0.045);
  scene.shade(
    4,
    pen.rect(x - edge + palette.shadowX * 11, y - edge + palette.shadowY * 11, w + 2 * edge, h + 2 * edge),
  );
  scene.fill(
    5,
    random.pick([mixInks(palette.glow, palette.walls[1], 0.5), palette.dark, palette.paper]),
    pen.rect(x - edge, y - edge, w + 2 * edge, h + 2 * edge),
  );
  const [first, second, third] = random.shuffle(palette.walls);
  const canvas = pen.rect(x, y, w, h);
  const clip = scene.clip(canvas);
  scene.fill(6, first ?? palette.paper, canvas);
  const kind = random.pick(["hills", "circle", "bands", "portrait"] as const);
  if (kind === "hills") {
    scene.fill(6.1, palette.paper, pen.circle(x + w * 0.7, y + h * 0.36, h * 0.2), clip);
    scene.fill(6.2, second ?? palette.leaf, pen.ellipse(x + w * 0.2, y + h * 1.05, w * 0.55, h * 0.5), clip);
    scene.fill(6.3, third ?? palette.dark, pen.ellipse(x + w * 0.85, y + h * 1.15, w * 0.5, h * 0.5), clip);
  } else if (kind === "circle") {
    scene.fill(6.1, second ?? palette.leaf, pen.circle(x + w * 0.5, y + h * 0.5, h * 0.36), clip);
    scene.fill(
      6.2,
      palette.paper,
      pen.polygon([x + w * 0.5, y], [x + w, y], [x + w, y + h], [x + w * 0.5, y + h]),
      clip + ' opacity=".35"',
    );
    scene.fill(6.3, third ?? palette.dark, pen.circle(x + w * 0.5, y + h * 0.5, h * 0.14), clip);
  } else if (kind === "bands") {
    for (const [i, share] of [0.2, 0.44, 0.7].entries())
      scene.fill(
        6.1 + i * 0.01,
        cyclic([second ?? "", palette.paper, third ?? ""], i),
        pen.rect(x + w * share, y, w * 0.13, h),
        clip,
      );
  } else {
    scene.fill(6.1, second ?? palette.leaf, pen.dome(x + w * 0.5, y + h, w * 0.38, h * 0.4), clip);
    scene.fill(
      6.2,
      palette.paper,
      pen.ellipse(x + w * 0.5, y + h * 0.42, Math.min(w, h) * 0.16, Math.min(w, h) * 0.21),
      clip,
    );
    scene.fill(
      6.3,
      palette.dark,
      pen.dome(x + w * 0.5, y + h * 0.4, Math.min(w, h) * 0.19, Math.min(w, h) * 0.24),
      clip,
    );
  }
  scene.shade(7, pen.rect(x, y, w, edge * 0.6) + scene.towardsSun(x, y, w, h, (edge * 0.5) / w));
}

/** A mobile under the skylight, with its shadow on the wall. */
function drawMobile(scene: Scene, { x }: Gallery): void {
  const { palette, pen, random, height: H } = scene;
  const inks = random.shuffle([palette.walls[0], palette.dark, palette.walls[2], palette.paper]);
  let wires = pen.rect(x - 1, 0, 2, H * 0.16) + pen.bar(x - H * 0.42, H * 0.2, x + H * 0.4, H * 0.13, 2.4);
  const vanes: string[] = [];
  for (const [i, [dx, dy, size]] of (
    [
      [-0.42, 0.2, 0.17],
      [-0.2, 0.36, 0.11],
      [0.02, 0.3, 0.13],
      [0.22, 0.42, 0.09],
      [0.4, 0.13, 0.2],
    ] as const
  ).entries()) {
    const [left, top] = [x + H * dx, H * (dy + 0.1)];
    wires += pen.rect(left - 0.8, H * Math.min(dy, 0.18), 1.6, top - H * Math.min(dy, 0.18));
    const vane = pen.leaf(left - H * size * 0.5, top + H * size * 0.2, H * size, random.between(-0.4, 0.5), 0.55);
    vanes.push(vane);
    scene.fill(8, i === 2 ? palette.accent : cyclic(inks, i), vane);
  }
  scene.shade(
    6,
    vanes.join(""),
    ` transform="translate(${pen.round(palette.shadowX * H * 0.09)} ${pen.round(palette.shadowY * H * 0.1)})"`,
  );
  scene.fill(7, palette.dark, wires);
}

/** A large skeleton on a plinth. */
function drawSkeleton(scene: Scene, { x, floor }: Gallery): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const bone = mixInks(palette.paper, palette.walls[1], 0.2);
  const size = H * 0.66;
  const at = (dx: number, dy: number) => [x - k * size * dx, floor - size * dy] as const;
  const line = (a: readonly [number, number], b: readonly [number, number], t: number) =>
    pen.bar(a[0], a[1], b[0], b[1], size * t);
  const spine = [at(0.72, 0.24), at(0.5, 0.46), at(0.24, 0.58), at(0, 0.62), at(-0.24, 0.7), at(-0.42, 0.94)] as const;
  let bones = "";
  for (let i = 0; i + 1 < spine.length; i += 1) bones += line(spine[i] ?? at(0, 0), spine[i + 1] ?? at(0, 0), 0.05);
  for (let i = 0; i < 7; i += 1) {
    const [rx, ry] = at(0.16 - i * 0.055, 0.6 + i * 0.008);
    bones += pen.path`M${rx} ${ry}q${-k * size * 0.1} ${size * 0.14} ${k * size * 0.02} ${size * (0.24 - 0.014 * Math.abs(i - 3))}l${k * size * 0.012} ${-size * 0.02}q${-k * size * 0.08} ${-size * 0.1} ${k * size * 0.01} ${-size * 0.22}z`;
  }
  bones +=
    line(at(0.22, 0.56), at(0.3, 0.28), 0.055) +
    line(at(0.3, 0.28), at(0.2, 0.06), 0.045) +
    line(at(0.2, 0.06), at(0.04, 0.03), 0.04);
  bones += line(at(-0.24, 0.66), at(-0.34, 0.5), 0.03) + line(at(-0.34, 0.5), at(-0.42, 0.54), 0.024);
  const [hx, hy] = at(-0.44, 0.98);
  bones += pen.polygon(
    [hx + k * size * 0.05, hy - size * 0.07],
    [hx - k * size * -0.22, hy - size * 0.02],
    [hx - k * size * -0.24, hy + size * 0.04],
    [hx - k * size * -0.02, hy + size * 0.05],
  );
  bones += pen.polygon(
    [hx + k * size * 0.02, hy + size * 0.07],
    [hx + k * size * 0.2, hy + size * 0.07],
    [hx + k * size * 0.18, hy + size * 0.1],
    [hx + k * size * 0.02, hy + size * 0.1],
  );
  scene.shade(
    9,
    bones,
    ` transform="translate(${pen.round(palette.shadowX * H * 0.07)} ${pen.round(palette.shadowY * H * 0.03)})"`,
  );
  scene.fill(10, bone, bones);
  scene.fill(11, palette.dark, pen.circle(hx + k * size * 0.08, hy - size * 0.012, size * 0.018));
  scene.fill(
    12,
    mixInks(palette.dark, palette.walls[2], 0.3),
    pen.rect(x - size * 0.62, floor - size * 0.03, size * 1.24, H * 0.06),
  );
  scene.fill(12.5, palette.accent, pen.rect(x - size * 0.62, floor - size * 0.03, size * 1.24, H * 0.012));
}

/** An old airplane hung from the roof, cut by the upper edge. */
function drawAirplane(scene: Scene, { x }: Gallery): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const [y, s] = [H * 0.42, H * 0.46];
  const at = (dx: number, dy: number) => [x + k * s * dx, y + s * dy] as const;
  const body = pen.polygon(
    at(-0.8, -0.02),
    at(-0.66, -0.1),
    at(-0.2, -0.12),
    at(0.9, -0.04),
    at(0.95, 0),
    at(-0.2, 0.12),
    at(-0.68, 0.1),
  );
  const tail = pen.polygon(at(0.72, -0.05), at(0.84, -0.3), at(0.98, -0.3), at(0.94, -0.02));
  const upper = pen.polygon(at(-0.62, -0.44), at(0.22, -0.4), at(0.24, -0.34), at(-0.62, -0.37));
  const lower = pen.polygon(at(-0.56, 0.1), at(0.26, 0.12), at(0.26, 0.18), at(-0.56, 0.17));
  const struts = [-0.5, -0.18, 0.14].map((dx) => pen.bar(...at(dx, -0.4), ...at(dx + 0.02, 0.14), 3)).join("");
  scene.shade(
    6,
    body + tail + upper + lower,
    ` transform="translate(${pen.round(palette.shadowX * H * 0.1)} ${pen.round(palette.shadowY * H * 0.12)})"`,
  );
  scene.fill(
    7,
    palette.dark,
    pen.rect(at(-0.3, 0)[0], 0, 1.6, y - s * 0.4) + pen.rect(at(0.6, 0)[0], 0, 1.6, y) + struts,
  );
  scene.fill(8, palette.paper, upper + lower);
  scene.fill(8.5, palette.accent, body + tail);
  scene.shade(
    9,
    pen.polygon(at(-0.78, 0.02), at(0.94, 0), at(-0.2, 0.12), at(-0.68, 0.1)) +
      pen.polygon(at(-0.62, -0.4), at(0.24, -0.37), at(0.24, -0.34), at(-0.62, -0.37)),
  );
  scene.fill(
    9.5,
    palette.dark,
    pen.bar(...at(-0.84, -0.28), ...at(-0.8, 0.26), 5) +
      pen.circle(...at(-0.34, 0.27), s * 0.09) +
      pen.bar(...at(-0.34, 0.14), ...at(-0.34, 0.27), 4),
  );
  scene.fill(9.6, palette.paper, pen.circle(...at(-0.34, 0.27), s * 0.035) + pen.circle(...at(0.3, -0.01), s * 0.055));
}
