import { drawGlyph } from "../drawing/glyphs.ts";
import { inkLightness, mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";
import type { Shop } from "./shop-kinds.ts";

export type SignShape = "disc" | "shield" | "arch" | "square";

/** The outline of a sign centered at x, y. `size` is half its width. */
export function signOutline(scene: Scene, shape: SignShape, x: number, y: number, size: number): string {
  const { pen } = scene;
  const s = size;
  if (shape === "disc") return pen.circle(x, y, s);
  if (shape === "arch") return pen.arch(x - s * 0.95, y - s * 1.05, s * 1.9, s * 2.1, s * 0.5);
  if (shape === "square") return pen.rect(x - s * 0.95, y - s * 0.95, s * 1.9, s * 1.9);
  return pen.path`M${x - s} ${y - s}h${2 * s}v${s * 1.1}q0 ${s * 0.8} ${-s} ${s * 1.15}q${-s} ${-s * 0.35} ${-s} ${-s * 1.15}z`;
}

/** Iron, lighter at night: a dark bracket would be invisible and the sign would seem to float. */
export function bracketInk({ palette }: Scene): string {
  return palette.isNight ? mixInks(palette.dark, palette.paper, 0.35) : palette.dark;
}

/** A light sign gets a dark object, since white on yellow has too little contrast. */
export function inkOnSign(scene: Scene, board: string): string {
  return inkLightness(board) > 0.76 ? scene.palette.dark : scene.palette.paper;
}

/** The small sign that hangs beside a shopfront. */
export function drawShopSign(
  scene: Scene,
  shop: Shop,
  sign: { x: number; y: number; size: number; ink: string },
): void {
  const { palette, pen, random } = scene;
  const { x, y, size: s, ink } = sign;
  const shape = random.pick(["disc", "shield", "square"] as const);
  const bracket = pen.rect(x - s * 1.5, y - s * 1.5, s * 3, Math.max(2, s * 0.08));
  const chains = pen.rect(x - s * 0.5, y - s * 1.5, 1.6, s * 0.7) + pen.rect(x + s * 0.5, y - s * 1.5, 1.6, s * 0.7);
  const [dx, dy] = [palette.shadowX * s * 0.5, palette.shadowY * s * 0.45];
  scene.shade(
    29,
    signOutline(scene, shape, x + dx, y + dy, s) + pen.rect(x - s * 1.4 + dx, y - s * 1.5 + dy, s * 3, 2),
  );
  scene.fill(30, bracketInk(scene), bracket + chains);
  scene.fill(31, palette.paper, signOutline(scene, shape, x, y, s));
  scene.fill(32, ink, signOutline(scene, shape, x, y, s * 0.9));
  drawGlyph(scene, 33, {
    name: random.pick(shop.glyphs),
    x: x - s * 0.58,
    y: y - s * 0.62,
    size: s * 1.16,
    inks: {
      main: inkOnSign(scene, ink),
      light: mixInks(ink, palette.paper, 0.35),
      dark: ink,
      accent: mixInks(ink, palette.paper, 0.6),
    },
  });
}
