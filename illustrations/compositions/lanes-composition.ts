import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import { drawGrain } from "../drawing/sky.ts";
import { castTreeShadow } from "../drawing/trees.ts";

/** A pool from above: lanes, ropes, the light of the windows, swimmers in two of them. */
export function drawLanes(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  // Mixing in the red sky at dusk makes water look muddy, so a pool stays blue.
  const water = mixInks(palette.river, "#43a0b8", 0.55);
  const laneWidth = H * random.pick([0.2, 0.24, 0.28]);
  const first = -laneWidth * random.between(0.1, 0.7);
  const edge = W * (palette.shadeSide > 0 ? 0.12 : 0.88);
  const lanes = Math.ceil((H - first) / laneWidth);
  scene.fill(0, water, pen.rect(0, 0, W, H));
  scene.fill(1, mixInks(water, palette.paper, 0.16), ripples(scene));
  drawGrain(scene, { ink: palette.paper, top: 0, bottom: H, depth: 2 });
  let floorLines = "";
  for (let i = 0; i < lanes; i += 1) {
    const middle = first + laneWidth * (i + 0.5);
    floorLines += pen.rect(0, middle - laneWidth * 0.05, W, laneWidth * 0.1);
    if (i > 0) drawRope(scene, first + laneWidth * i, i % 2 === 0);
  }
  scene.fill(1.5, mixInks(water, palette.dark, 0.38), floorLines);
  drawDeck(scene, { edge, first, laneWidth, lanes });
  const swimmers = scene.shape === "wide" ? 3 : 2;
  const used = random.shuffle(Array.from({ length: Math.max(2, lanes - 2) }, (_, i) => i + 1));
  for (const [i, lane] of used.slice(0, swimmers).entries())
    drawSwimmer(scene, {
      x: W * random.between(0.34 + 0.14 * i, 0.44 + 0.16 * i),
      y: first + laneWidth * (lane + 0.5),
      unit: laneWidth * 0.2,
      cap: i === 0 ? palette.accent : palette.paper,
    });
  drawWindowLight(scene);
}

function ripples(scene: Scene): string {
  const { pen, random, width: W, height: H } = scene;
  let d = "";
  for (let i = 0; i < (W * H) / 9000; i += 1) {
    const [x, y, w] = [random.next() * W, random.next() * H, H * random.between(0.05, 0.13)];
    d += pen.path`M${x} ${y}q${w * 0.25} ${-w * 0.14} ${w * 0.5} 0t${w * 0.5} 0q${-w * 0.25} ${w * 0.2} ${-w * 0.5} ${w * 0.04}t${-w * 0.5} ${-w * 0.04}z`;
  }
  return d;
}

/** A lane rope with floats in two alternating inks. */
function drawRope(scene: Scene, y: number, isStriped: boolean): void {
  const { palette, pen, width: W, height: H } = scene;
  const float = H * 0.035;
  let [pale, strong] = ["", ""];
  for (let x = 0, i = 0; x < W; x += float, i += 1) {
    const piece = pen.rect(x, y - H * 0.011, float - 2, H * 0.022);
    if (isStriped ? i % 2 === 0 : i % 5 < 3) pale += piece;
    else strong += piece;
  }
  scene.shade(3, pen.rect(0, y + H * 0.014, W, H * 0.014));
  scene.fill(4, palette.paper, pale);
  scene.fill(4, isStriped ? palette.walls[0] : palette.walls[2], strong);
}

function drawDeck(scene: Scene, pool: { edge: number; first: number; laneWidth: number; lanes: number }): void {
  const { palette, pen, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const { edge, first, laneWidth, lanes } = pool;
  const deck = mixInks(palette.ground, palette.paper, 0.4);
  const [left, width] = k > 0 ? [0, edge] : [edge, W - edge];
  scene.fill(6, deck, pen.rect(left, 0, width, H));
  scene.fill(7, mixInks(palette.walls[2], palette.dark, 0.2), pen.rect(k > 0 ? edge - H * 0.02 : edge, 0, H * 0.02, H));
  scene.shade(5, pen.rect(k > 0 ? edge : edge - H * 0.05, 0, H * 0.05, H));
  let [joints, blocks, shades] = ["", "", ""];
  for (let y = 0; y < H; y += H * 0.08) joints += pen.rect(left, y, width, 1.2);
  for (let i = 0; i < lanes; i += 1) {
    const y = first + laneWidth * (i + 0.28);
    const x = edge - k * H * 0.05;
    blocks += pen.rect(k > 0 ? x - H * 0.1 : x, y, H * 0.1, laneWidth * 0.44);
    shades += pen.rect(
      (k > 0 ? x - H * 0.1 : x) + palette.shadowX * 8,
      y + 8 * palette.shadowY,
      H * 0.1,
      laneWidth * 0.44,
    );
  }
  scene.fill(6.5, mixInks(deck, palette.dark, 0.12), joints);
  scene.shade(7, shades);
  scene.fill(8, palette.paper, blocks);
}

/** Front crawl, seen from the roof: one arm ahead, one at the side, foam behind. */
function drawSwimmer(scene: Scene, { x, y, unit: u, cap }: { x: number; y: number; unit: number; cap: string }): void {
  const { palette, pen, random } = scene;
  const k = palette.shadeSide;
  const skin = random.pick(["#8a5a3c", "#c98f68", "#5d3b2a", "#e3b48c"]);
  const at = (along: number) => x + k * along * u;
  const reach = random.chance(0.5) ? 1 : -1;
  scene.shade(9, pen.ellipse(x + u * 0.6, y + u * 1.3, u * 3.4, u * 0.9));
  const foam = [-4.6, -5.4, -6.3, -7].map((along, i) =>
    pen.ellipse(at(along), y + (i % 2 === 0 ? -0.3 : 0.35) * u, u * (0.85 - i * 0.12), u * (0.6 - i * 0.08)),
  );
  scene.fill(10, palette.paper, foam.join("") + pen.ellipse(at(3.6), y + reach * u * 0.7, u * 0.8, u * 0.4));
  scene.fill(
    11,
    skin,
    pen.bar(at(-2.4), y - u * 0.35, at(-5.2), y - u * 0.5, u * 0.5) +
      pen.bar(at(-2.4), y + u * 0.35, at(-5), y + u * 0.6, u * 0.5),
  );
  scene.fill(
    11,
    skin,
    pen.bar(at(0.6), y + reach * u * 0.7, at(3.7), y + reach * u * 0.6, u * 0.46) +
      pen.bar(at(0.6), y - reach * u * 0.7, at(-1.4), y - reach * u * 1.5, u * 0.46),
  );
  scene.fill(
    12,
    palette.dark,
    pen.polygon([at(1), y - u * 0.85], [at(1), y + u * 0.85], [at(-2.6), y + u * 0.55], [at(-2.6), y - u * 0.55]),
  );
  scene.fill(13, cap, pen.circle(at(1.7), y, u * 0.72));
  scene.shade(14, pen.ellipse(at(1.7) + u * 0.2, y + u * 0.25, u * 0.5, u * 0.45));
}

/** The hall's tall windows throw their panes across the water, or a tree its leaves. */
function drawWindowLight(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  if (random.chance(0.35)) {
    castTreeShadow(scene, { x: W * (k > 0 ? 0.2 : 0.8), y: H * 0.3, reach: H * 0.5, depth: 30 });
    return;
  }
  let shade = "";
  const slant = k * H * 0.5;
  const step = H * random.pick([0.5, 0.62]);
  for (let x = -step - Math.abs(slant); x < W + step + Math.abs(slant); x += step)
    shade += pen.polygon([x, -2], [x + step * 0.36, -2], [x + step * 0.36 + slant, H + 2], [x + slant, H + 2]);
  scene.shade(30, shade, ' opacity=".4"');
}
