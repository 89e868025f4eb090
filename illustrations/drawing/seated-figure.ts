import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

/**
 * The Lincoln statue of the Memorial in a box of 100 x 100. Head, coat and legs in light stone, chair posts with bundled
 * rods, and one overprint for the shaded half.
 */
const CHAIR = ["M8 100V58h16v42z", "M76 100V58h16v42z", "M24 100V88h52v12z", "M18 62V34h64v28z"] as const;
const POSTS = ["M6 60h20v-5H6z", "M74 60h20v-5H74z", "M4 100h24v-5H4z", "M72 100h24v-5H72z"] as const;
const RODS = "M11 62h2v32h-2zM15 62h2v32h-2zM19 62h2v32h-2zM79 62h2v32h-2zM83 62h2v32h-2zM87 62h2v32h-2z";
const COAT = [
  "M36 26Q50 20 64 26L72 34 78 56 70 60 66 44 66 66H34L34 44 30 60 22 56 28 34z",
  "M30 62L70 62 73 80 62 82 60 72H40L38 82 27 80z",
] as const;
const LEGS = ["M29 66L46 66 46 96H32z", "M54 66L71 66 69 94H55z", "M28 95H47V100H27z", "M53 94H71L74 100H53z"] as const;
const ARMS = [
  "M22 52L30 50 30 57 14 58V53z",
  "M78 52L70 50 70 57 86 58V53z",
  "M9 52h9v6H9z",
  "M80 51h11v7H80z",
] as const;
const HEAD = ["M42 8Q42 1 50 1T58 8L57 17Q56 23 50 24 44 23 43 17z", "M46 20h8v8h-8z"] as const;
const HAIR = "M41 10Q39 0 50-1 61 0 59 10L57 6Q50 2 43 6zM43 14Q43 25 50 26 57 25 57 14L54.500 18H45.500z";
const SHIRT = "M46 26L54 26 51.500 40 48.500 40z";
const FOLDS = "M38 44L41 44 43 66 40 66zM59 44L62 44 60 66 57 66zM35 70L38 70 39 94 36 94zM62 70L65 70 64 92 61 92z";

export function drawSeatedFigure(
  scene: Scene,
  {
    x,
    ground,
    height: size,
    stone,
    depth,
  }: { x: number; ground: number; height: number; stone: string; depth: number },
): void {
  const { palette, pen } = scene;
  const top = ground - size;
  const transform = ` transform="translate(${pen.round(x - size / 2)} ${pen.round(top)}) scale(${(size / 100).toFixed(3)})"`;
  const light = palette.isNight ? mixInks(stone, palette.glow, 0.2) : mixInks(stone, palette.paper, 0.4);
  const chair = mixInks(stone, palette.dark, 0.3);
  // Parts of one ink with opposite winding would cut holes in a shared path, so each has its own depth.
  const draw = (layer: number, ink: string, parts: readonly string[]) => {
    for (const [i, part] of parts.entries()) scene.fill(depth + layer * 0.01 + i * 0.001, ink, part, transform);
  };
  draw(0, chair, CHAIR);
  draw(1, mixInks(chair, palette.paper, 0.3), POSTS);
  draw(2, mixInks(chair, palette.dark, 0.35), [RODS]);
  draw(3, mixInks(stone, palette.dark, 0.1), LEGS);
  draw(4, stone, COAT);
  draw(5, light, ARMS);
  draw(6, light, HEAD);
  draw(7, mixInks(stone, palette.dark, 0.32), [HAIR, FOLDS]);
  draw(8, light, [SHIRT]);
  const silhouette = scene.clipToAny([...CHAIR, ...POSTS, ...LEGS, ...COAT, ...ARMS, ...HEAD], transform);
  scene.shade(depth + 0.1, scene.awayFromSun(x - size / 2, top - 4, size, size + 8, 0.5), silhouette);
}
