import { mixInks } from "../inks/ink.ts";
import { bushyBank, ripples } from "../drawing/landscape.ts";
import type { Scene } from "../scene.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

/** Key Bridge: arches that widen towards the viewer, rowers below. */
export function drawBridge(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const k = palette.shadeSide;
  const water = H * random.pick([0.58, 0.63, 0.68]);
  drawSky(scene, water);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: water });
  drawStars(scene, 20, H * 0.3);
  drawSun(scene, W * (k > 0 ? 0.24 : 0.76), H * 0.22, H * 0.15);
  scene.fill(-60, mixInks(palette.leaf, palette.skyLow, 0.5), bushyBank(scene, H * 0.42, water, H * 0.1));
  drawSpires(scene, W * (k > 0 ? 0.78 : 0.2));
  const waterInk = palette.isNight ? mixInks(palette.river, palette.dark, 0.2) : palette.river;
  scene.fill(-50, waterInk, pen.rect(0, water, W, H - water));
  drawArches(scene, water, waterInk);
  scene.fill(-30, waterInk, ripples(scene, { top: water, bottom: H, count: 15, length: H * 0.2 }));
  const sparkle = palette.isNight ? palette.glow : mixInks(palette.skyLow, palette.paper, 0.3);
  scene.fill(
    -29,
    sparkle,
    ripples(scene, { top: water, bottom: H, count: 15, length: H * 0.2 }),
    palette.isNight ? ' opacity=".5"' : "",
  );
  scene.at(20, () => drawShell(scene, waterInk));
}

/** Georgetown's two spires in the haze. */
function drawSpires(scene: Scene, x: number): void {
  const { palette, pen, height: H } = scene;
  const spire = (left: number, top: number, w: number, rise: number) =>
    pen.rect(left, top, w, H * 0.46 - top) +
    pen.polygon([left - H * 0.005, top], [left + w / 2, top - rise], [left + w + H * 0.005, top]);
  scene.fill(
    -61,
    mixInks(palette.slate, palette.skyLow, 0.35),
    spire(x - H * 0.03, H * 0.27, H * 0.06, H * 0.17) + spire(x + H * 0.06, H * 0.33, H * 0.05, H * 0.13),
  );
}

function drawArches(scene: Scene, water: number, waterInk: string): void {
  const { palette, pen, width: W, height: H } = scene;
  const { stone } = palette;
  const deck = H * 0.36;
  const thick = H * 0.05;
  const top = deck + thick;
  const rise = water - top - H * 0.01;
  // Each span is a sixth wider than the last, toward the near bank on the shaded side.
  for (let x = -H * 0.2, w = H * 0.34; x < W + H * 0.3; x += w, w *= 1.16) {
    const left = palette.shadeSide > 0 ? x : W - x - w;
    const pier = w * 0.11;
    const opening = (inset: number, height: number) =>
      pen.path`V${water}h${-inset}A${w / 2 - inset} ${height} 0 0 0 ${left + inset} ${water}`;
    scene.fill(
      0,
      mixInks(stone, palette.dark, 0.34),
      `${pen.path`M${left} ${top}H${left + w}`}${opening(pier * 0.5, rise * 0.94)}${pen.path`H${left}z`}`,
    );
    scene.fill(
      1,
      stone,
      pen.path`M${left - 1} ${top}H${left + w + 1}V${water}h${-pier - 1}A${w / 2 - pier} ${rise * 0.86} 0 0 0 ${left + pier} ${water}H${left - 1}z`,
    );
    const slots = [0.1, 0.17, 0.24, 0.76, 0.83, 0.9].map((across) =>
      pen.arch(
        left + w * across - w * 0.022,
        top + H * 0.02,
        w * 0.044,
        rise * (0.62 - Math.min(across, 1 - across) * 1.9),
        w * 0.022,
      ),
    );
    scene.fill(2, mixInks(stone, palette.dark, 0.4), slots.join(""));
    const mirrored = pen.path`M${left} ${water}h${pier}A${w / 2 - pier} ${rise * 0.7} 0 0 0 ${left + w - pier} ${water}h${pier}V${water + rise * 0.98}H${left}z`;
    scene.fill(-40, mixInks(stone, waterInk, 0.45), mirrored);
  }
  scene.fill(3, stone, pen.rect(-4, deck, W + 8, thick));
  let railing = pen.rect(-4, deck + thick * 0.75, W + 8, thick * 0.25);
  for (let x = 0; x < W; x += 9) railing += pen.rect(x, deck + 3, 2, thick * 0.4);
  scene.fill(4, mixInks(stone, palette.dark, 0.3), railing);
}

function drawShell(scene: Scene, waterInk: string): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const y = H * random.between(0.84, 0.9);
  const x = W * random.pick([0.3, 0.4, 0.66]);
  const length = H * 0.62;
  const crew = random.pick([1, 2, 4, 4]);
  const [bow, stern] = [x - length * 0.5, x + length * 0.5];
  scene.fill(
    0,
    mixInks(waterInk, palette.dark, 0.5),
    pen.polygon([bow, y + 5], [stern, y + 5], [stern - 14, y + 12], [bow + 18, y + 12]),
    ' opacity=".6"',
  );
  scene.fill(
    1,
    palette.accent,
    pen.path`M${bow} ${y - 2}Q${x} ${y + 9} ${stern} ${y - 2}L${stern - 9} ${y + 2}Q${x} ${y + 12} ${bow + 9} ${y + 2}z`,
  );
  for (let i = 0; i < crew; i += 1) {
    const seat = crew === 1 ? 1.5 : crew === 2 ? i * 2 + 0.5 : i;
    drawRower(scene, x - length * 0.28 + seat * length * 0.18, y, length * 0.11);
  }
}

function drawRower(scene: Scene, x: number, y: number, reach: number): void {
  const { palette, pen } = scene;
  const blade = x - reach;
  const oar =
    pen.bar(x - 10, y - 4, blade, y + 18, 1.6) +
    pen.polygon([blade - 5, y + 15], [blade + 3, y + 15], [blade + 1, y + 20], [blade - 6, y + 20]);
  scene.fill(
    2,
    palette.dark,
    pen.polygon([x - 3, y + 1], [x + 5, y + 1], [x + 9, y - 13], [x + 4, y - 14]) +
      pen.bar(x + 8, y - 10, x - 10, y - 4, 2) +
      oar,
  );
  scene.fill(2.5, "#8a5a3c", pen.circle(x + 8, y - 17, 3.8));
  scene.fill(3, palette.paper, pen.polygon([x - 1, y - 1], [x + 5, y - 1], [x + 9, y - 13], [x + 4, y - 14]));
}
