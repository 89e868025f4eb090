import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import type { AwningKind } from "./shop-kinds.ts";

type Awning = {
  x: number;
  y: number;
  width: number;
  drop: number;
  ink: string;
  /** Height of its shadow on the window. */
  shade?: number;
};

export function drawAwning(scene: Scene, kind: AwningKind, awning: Awning): void {
  if (kind === "curtain") drawCurtain(scene, awning);
  else if (kind === "marquee") drawMarquee(scene, awning);
  else if (kind === "canopy") drawCanopy(scene, awning);
  else if (kind !== "none") drawCloth(scene, kind, awning);
}

/** Striped and scalloped awnings alternate two fabrics. A plain one has a straight valance. */
function drawCloth(
  scene: Scene,
  kind: "plain" | "stripe" | "scallop",
  { x, y, width, drop, ink, shade = 34 }: Awning,
): void {
  const { palette, pen } = scene;
  const { shadowX, shadowY } = palette;
  const count = Math.round(width / 22);
  const foot = y + drop;
  const [shift, fall] = [shadowX * shade, foot + shade * shadowY + 8];
  scene.shade(
    10,
    pen.polygon([x - 4, foot], [x + width + 4, foot], [x + width + 4 + shift, fall], [x - 4 + shift, fall]),
  );
  let [cloth, stripes] = ["", ""];
  const step = (width + 8) / count;
  for (let i = 0; i < count; i += 1) {
    const upper = (n: number) => x + 4 + ((width - 8) * n) / count;
    const lower = (n: number) => x - 4 + step * n;
    const strip = pen.polygon([upper(i), y], [upper(i + 1), y], [lower(i + 1), foot], [lower(i), foot]);
    const valance =
      kind === "plain"
        ? pen.rect(lower(i), foot - 0.5, step, 8)
        : pen.path`M${lower(i)} ${foot - 0.5}h${step}v3a${step / 2} 8 0 0 1 ${-step} 0z`;
    if (kind !== "plain" && i % 2 === 1) stripes += strip + valance;
    else cloth += strip + valance;
  }
  scene.fill(12, ink, cloth);
  scene.fill(12, palette.trim, stripes);
  if (kind === "plain") scene.shade(13, pen.rect(x - 4, foot, width + 8, 8));
  scene.fill(13, mixInks(ink, palette.paper, 0.3), pen.rect(x + 4, y - 2, width - 8, 3));
}

/** A noren: five hanging cloths under a pole. */
function drawCurtain(scene: Scene, { x, y, width, drop, ink }: Awning): void {
  const { palette, pen } = scene;
  const step = width / 5;
  const cloths = [0, 1, 2, 3, 4].map((i) => pen.rect(x + i * step + 1.5, y, step - 3, drop * 1.2));
  scene.fill(12, palette.dark, pen.rect(x - 4, y - 3, width + 8, 4));
  scene.fill(13, ink, cloths.join(""));
  scene.fill(14, palette.paper, pen.circle(x + width / 2, y + drop * 0.6, drop * 0.34));
  scene.shade(10, pen.rect(x + 6 * palette.shadowX, y, width, drop * 1.2 + 8 * palette.shadowY));
}

/** A theater marquee: bulbs along the edge, two lines of illegible letters. */
function drawMarquee(scene: Scene, { x, y, width, drop, shade = 26 }: Awning): void {
  const { palette, pen, random } = scene;
  const right = x + width;
  scene.fill(
    12,
    palette.dark,
    pen.polygon([x - 12, y - 6], [right + 12, y - 6], [right + 20, y + drop * 0.9], [x - 20, y + drop * 0.9]),
  );
  scene.fill(
    13,
    palette.glow,
    pen.polygon([x - 6, y], [right + 6, y], [right + 12, y + drop * 0.66], [x - 12, y + drop * 0.66]),
  );
  let bulbs = "";
  for (let at = x - 16; at < right + 18; at += 9) bulbs += pen.circle(at, y + drop * 0.78, 2.4);
  scene.fill(14, palette.paper, bulbs);
  let letters = "";
  for (const line of [0, 1]) {
    const indent = line * width * 0.1;
    for (let at = x + 10 + indent; at < right - 16 - indent;) {
      const length = random.between(8, 30);
      letters += pen.rect(at, y + drop * (0.14 + 0.27 * line), length, drop * 0.15);
      at += length + 6;
    }
  }
  scene.fill(14, palette.dark, letters);
  scene.shade(10, pen.rect(x - 16, y + drop * 0.9, width + 32, shade));
}

/** A hotel's canopy on two posts. */
function drawCanopy(scene: Scene, { x, y, width, drop, ink }: Awning): void {
  const { palette, pen } = scene;
  scene.fill(12, ink, pen.arch(x + width * 0.36, y - drop * 0.2, width * 0.28, drop * 1.1, drop * 0.7));
  scene.shade(13, pen.rect(x + width * 0.5, y + drop * 0.3, width * 0.14, drop * 0.6));
  const post = (across: number) => pen.rect(x + width * across, y + drop * 0.9, 2, drop * 1.8);
  scene.fill(12, palette.dark, post(0.365) + post(0.625));
}
