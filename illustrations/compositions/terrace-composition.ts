import type { Brief } from "../brief.ts";
import { drawDistantHouses } from "../houses/far-houses.ts";
import { drawPerson } from "../drawing/figures.ts";
import { drawGlyph, glyphOutline } from "../drawing/glyphs.ts";
import { mixInks } from "../inks/ink.ts";
import { objectInks } from "../inks/natural-inks.ts";
import type { Scene } from "../scene.ts";
import { shopForSubject } from "../shops/shop-for-subject.ts";
import { drawSky, drawStars, drawSun, drawGrain } from "../drawing/sky.ts";

/** A sidewalk table up close, with the shop's food or drink on it and the awning's edge above. */
export function drawTerrace(scene: Scene, brief: Brief): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const shop = shopForSubject(brief.subject);
  const k = palette.shadeSide;
  const street = H * 0.72;
  drawSky(scene, street);
  drawGrain(scene, { ink: palette.skyLow, top: 0, bottom: street });
  drawStars(scene, 14, H * 0.4);
  drawSun(scene, W * (k > 0 ? 0.22 : 0.78), H * 0.34, H * 0.13);
  drawDistantHouses(scene, street, 0.9);
  // More haze than behind a window, so that the object on the table stands out.
  scene.fill(-70, palette.skyLow, pen.rect(0, H * 0.1, W, street - H * 0.1), ' opacity=".42"');
  scene.fill(-50, mixInks(palette.road, palette.skyLow, 0.35), pen.rect(0, street, W, H));
  scene.fill(-49, palette.ground, pen.rect(0, H * 0.8, W, H));
  scene.fill(-48, mixInks(palette.ground, palette.dark, 0.14), pen.rect(0, H * 0.8, W, 3));
  const personX = W * (k > 0 ? 0.12 : 0.88);
  drawPerson(scene, { x: personX, ground: H * 0.785, height: H * 0.15, depth: -20, facing: k, coat: palette.walls[0] });
  drawAwningEdge(scene);
  const x = W * (scene.shape === "square" ? 0.5 : k > 0 ? 0.6 : 0.4);
  const top = H * 0.66;
  drawTable(scene, x, top);
  for (const side of scene.shape === "square" ? [k] : ([-1, 1] as const)) drawChair(scene, x + side * H * 0.4, side);
  const name = random.pick(shop.glyphs);
  const size = H * 0.43;
  const box = { x: x - size / 2, y: top + H * 0.018 - size, size };
  const lean = (k * -0.8).toFixed(2);
  const foot = `translate(${pen.round(box.x)} ${pen.round(box.y + size)})`;
  const onTable = scene.clip(pen.ellipse(x, top + H * 0.01, H * 0.29, H * 0.05));
  scene.at(13, () =>
    scene.fill(
      0,
      mixInks(tableInk(scene), palette.dark, 0.4),
      glyphOutline(name),
      ` transform="${foot} matrix(1 0 ${lean} -.16 0 0) scale(${(size / 100).toFixed(3)}) translate(0 -100)"`,
    ),
  );
  scene.fill(12.5, tableInk(scene), pen.ellipse(x, top + H * 0.01, H * 0.29, H * 0.05), onTable);
  drawGlyph(scene, 16, { name, ...box, inks: objectInks(palette, name), isHalfShaded: true });
  if (palette.isLit) drawBulbString(scene);
}

const tableInk = ({ palette }: Scene) => mixInks(palette.trim, palette.walls[1], 0.25);

function drawTable(scene: Scene, x: number, top: number): void {
  const { palette, pen, height: H } = scene;
  const k = palette.shadeSide;
  const radius = H * 0.29;
  if (!palette.isNight)
    scene.shade(
      -10,
      pen.ellipse(x + palette.shadowX * H * 0.2, H * 0.97, radius, H * 0.055) +
        pen.polygon(
          [x - 5, H * 0.95],
          [x + 5, H * 0.95],
          [x + palette.shadowX * H * 0.2 + 8, H],
          [x + palette.shadowX * H * 0.2 - 8, H],
        ),
    );
  scene.fill(
    10,
    palette.dark,
    pen.rect(x - H * 0.014, top, H * 0.028, H * 0.3) +
      pen.polygon(
        [x - H * 0.12, H * 0.97],
        [x, H * 0.9],
        [x + H * 0.12, H * 0.97],
        [x + H * 0.1, H * 0.98],
        [x - H * 0.1, H * 0.98],
      ),
  );
  scene.fill(11, mixInks(tableInk(scene), palette.dark, 0.45), pen.ellipse(x, top + H * 0.028, radius, H * 0.05));
  scene.fill(12, tableInk(scene), pen.ellipse(x, top + H * 0.01, radius, H * 0.05));
  scene.shade(
    13.5,
    pen.ellipse(x + k * radius * 0.6, top + H * 0.03, radius, H * 0.05),
    `${scene.clip(pen.ellipse(x, top + H * 0.01, radius, H * 0.05))} opacity=".5"`,
  );
}

/** A bentwood chair from the side, turned to the table; the picture's edge may cut it. */
function drawChair(scene: Scene, x: number, side: 1 | -1): void {
  const { palette, pen, height: H } = scene;
  const [seat, floor] = [H * 0.78, H * 0.99];
  const back = x + side * H * 0.09;
  const wood = palette.isNight ? mixInks(palette.dark, palette.paper, 0.25) : palette.dark;
  if (!palette.isNight) scene.shade(-10, pen.ellipse(x + palette.shadowX * H * 0.12, H * 0.985, H * 0.13, H * 0.02));
  scene.fill(
    8,
    wood,
    pen.bar(x - side * H * 0.085, seat, x - side * H * 0.1, floor, H * 0.018) +
      pen.bar(back, seat, back + side * H * 0.03, floor, H * 0.018) +
      pen.bar(back, seat, back + side * H * 0.035, H * 0.53, H * 0.018) +
      pen.bar(back + side * H * 0.012, H * 0.7, x - side * H * 0.02, seat, H * 0.012) +
      pen.bar(x - side * H * 0.09, H * 0.88, back + side * H * 0.015, H * 0.88, H * 0.01),
  );
  scene.fill(9, palette.walls[2], pen.rect(x - H * 0.105, seat - H * 0.012, H * 0.21, H * 0.03));
  scene.shade(9.5, pen.rect(x - H * 0.105, seat + H * 0.008, H * 0.21, H * 0.01));
}

function drawAwningEdge(scene: Scene): void {
  const { palette, pen, random, width: W, height: H } = scene;
  const strip = H * random.pick([0.11, 0.14]);
  const kind = random.pick(["scallop", "points", "straight"] as const);
  const second = random.pick([palette.trim, palette.trim, mixInks(palette.accent, palette.dark, 0.2)]);
  const [y, drop] = [H * 0.1, H * 0.055];
  let [cloth, pale] = ["", ""];
  for (let x = -strip * 0.4, i = 0; x < W; x += strip, i += 1) {
    const valance = {
      scallop: pen.path`M${x} ${y - 1}h${strip + 0.5}v${drop * 0.5}a${strip / 2} ${drop} 0 0 1 ${-strip - 0.5} 0z`,
      points: pen.polygon([x, y - 1], [x + strip, y - 1], [x + strip / 2, y + drop * 1.5]),
      straight: pen.rect(x, y - 1, strip + 0.5, drop),
    }[kind];
    const piece = pen.rect(x, -2, strip + 0.5, y + 2) + valance;
    if (i % 2 === 0) cloth += piece;
    else pale += piece;
  }
  scene.fill(30, palette.accent, cloth);
  scene.fill(30, second, pale);
  scene.shade(31, pen.rect(0, y, W, drop * 0.3));
}

function drawBulbString(scene: Scene): void {
  const { palette, pen, width: W, height: H } = scene;
  let [wire, bulbs] = ["", ""];
  const sag = (share: number) => H * (0.17 + 0.11 * Math.sin(Math.PI * share));
  for (let i = 0; i <= 12; i += 1) {
    const [x, y] = [(W * i) / 12, sag(i / 12)];
    if (i < 12) wire += pen.bar(x, y, (W * (i + 1)) / 12, sag((i + 1) / 12), 1.4);
    bulbs += pen.circle(x, y + H * 0.014, H * 0.013);
  }
  scene.fill(27, palette.dark, wire);
  scene.fill(28, palette.glow, bulbs);
}
