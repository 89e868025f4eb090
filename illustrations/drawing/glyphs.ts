import { GLYPHS, type GlyphRole } from "./glyph-shapes.ts";
import type { Scene } from "../scene.ts";

/** Objects for signs and still lifes, standing at the bottom of a box of 100 x 100. */
export type GlyphName = keyof typeof GLYPHS;

export type GlyphInks = Record<GlyphRole, string>;

/** Draws an object with its upper left corner at x, y, in a square of the given size. */
export function drawGlyph(
  scene: Scene,
  depth: number,
  input: { name: GlyphName; x: number; y: number; size: number; inks: GlyphInks; isHalfShaded?: boolean },
): void {
  const { name, x, y, size, inks } = input;
  const { pen } = scene;
  const transform = ` transform="translate(${pen.round(x)} ${pen.round(y)}) scale(${(size / 100).toFixed(3)})"`;
  for (const [layer, [role, d]] of GLYPHS[name].entries())
    scene.fill(depth + layer * 0.01, inks[role], d, transform + (role === "main" || role === "dark" ? HOLES : ""));
  if (input.isHalfShaded !== true) return;
  const clip = scene.clip(glyphOutline(name), `${transform} clip-rule="evenodd"`);
  scene.shade(depth + 0.2, scene.awayFromSun(x - size * 0.06, y - size * 0.1, size * 1.12, size * 1.2, 0.5), clip);
}

/** A glyph's silhouette, which casts the shadow. It is the glyph's first part. */
export function glyphOutline(name: GlyphName): string {
  return GLYPHS[name][0][1];
}

const HOLES = ' fill-rule="evenodd"';
