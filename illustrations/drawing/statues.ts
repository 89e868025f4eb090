import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

/** A general on horseback on a pedestal, in two-tone bronze against the sky. */
export function drawHorseman(scene: Scene, input: { x: number; ground: number; height: number }): void {
  const { palette, pen, height: H } = scene;
  const { x, ground, height } = input;
  const k = palette.shadeSide;
  const bronze = palette.isNight
    ? mixInks(palette.dark, palette.leaf, 0.25)
    : mixInks(palette.leaf, palette.dark, 0.55);
  const size = height * 0.56;
  const top = ground - height + size;
  const half = height * 0.2;
  if (!palette.isNight)
    scene.shade(
      -30,
      pen.polygon(
        [x - half, ground],
        [x + half, ground],
        [x + half + palette.shadowX * H * 0.5, H],
        [x - half + palette.shadowX * H * 0.5, H],
      ),
    );
  scene.fill(
    1,
    palette.stone,
    pen.rect(x - half, top, 2 * half, ground - top) +
      pen.rect(x - half * 1.2, top - 4, half * 2.4, H * 0.03) +
      pen.rect(x - half * 1.3, ground - H * 0.05, half * 2.6, H * 0.05),
  );
  scene.shade(2, scene.awayFromSun(x - half * 1.2, top - 4, half * 2.4, ground - top + 4, 0.42));
  scene.fill(
    2.5,
    mixInks(palette.stone, palette.dark, 0.3),
    pen.rect(x - half * 0.6, top + (ground - top) * 0.3, half * 1.2, (ground - top) * 0.26),
  );
  // Drawn facing right in a box of 100 and mirrored to face the light.
  const scale = size / 100;
  const transform = ` transform="translate(${pen.round(x + k * size * 0.5)} ${pen.round(top - size)}) scale(${(-k * scale).toFixed(3)} ${scale.toFixed(3)})"`;
  for (const [i, part] of [...HORSE, ...RIDER].entries()) scene.fill(4 + i * 0.01, bronze, part, transform);
  scene.fill(5, mixInks(bronze, palette.paper, palette.isNight ? 0.12 : 0.26), LIGHT, transform);
}

/** Separate parts, because with opposite winding they would cut holes in a shared path. */
const HORSE = [
  "M14 58Q10 44 26 42L56 44Q66 42 70 30L74 19 78 12 80 18 88 22 98 33Q98 39 93 39L85 35Q80 36 80 44L76 60Q74 66 66 68L36 68Q24 70 24 64z",
  "M24 60L30 64 27 78 31 96 34 100H26L21 80z",
  "M30 64L40 66 34 80 38 96 41 100H33L28 82z",
  "M66 60L76 58 82 70 92 72 93 78 90 79 78 76z",
  "M60 64L70 64 67 82 69 96 72 100H64L61 82z",
  "M15 46Q6 48 6 62L2 80Q8 80 12 68L18 52z",
] as const;

const RIDER = [
  "M44 46L42 22Q42 14 50 14 57 14 58 22L58 32 68 36 67 40 54 38 54 46 60 58 58 68H51L50 56z",
  "M45 9a6 6 0 0 1 12 0a6 6 0 0 1-12 0z",
  "M40 7Q50 4 62 7L56 4Q50-2 46 4z",
] as const;

const LIGHT = "M72 30L77 20 80 24 76 40 70 50Q68 42 72 30zM52 16Q57 17 57 24V30L53 34z";
