import { mixInks } from "./inks/ink.ts";
import type { Palette } from "./inks/palettes.ts";
import type { Random } from "./drawing/seeded-random.ts";
import { createPen, type Pen } from "./drawing/svg-pen.ts";

type Stroke = { depth: number; fill: string; attributes: string; d: string };

/** Marks a fill as shadow: one ink for the whole picture, multiplied over everything below. */
const SHADE = "shade";

/**
 * A picture being drawn: filled paths, each with a depth. Low depths are far away. Paths with the same depth and ink
 * become one `<path>`, so shadows of a layer never darken each other.
 */
export class Scene {
  readonly width: number;
  readonly height: number;
  random: Random;
  readonly pen: Pen;
  palette: Palette;
  #strokes: Stroke[] = [];
  #definitions = "";
  #ids = 0;
  #base = 0;
  #clip = "";

  constructor(input: { width: number; height: number; palette: Palette; random: Random; stepsPerUnit: number }) {
    this.width = input.width;
    this.height = input.height;
    this.palette = input.palette;
    this.random = input.random;
    this.pen = createPen(input.stepsPerUnit);
  }

  /** Aspect ratio in three classes, since compositions differ for a wide hero and a square thumb. */
  get shape(): "wide" | "card" | "square" {
    const ratio = this.width / this.height;
    return ratio > 2 ? "wide" : ratio < 1.15 ? "square" : "card";
  }

  /** The widest crop gets larger parts instead of more of them, which would add 50 % to its bytes. */
  get partScale(): number {
    return this.width / this.height > 2.5 ? 1.15 : 1;
  }

  fill(depth: number, ink: string, d: string, attributes = ""): void {
    if (d === "") return;
    const clip = attributes.includes("clip-path") ? "" : this.#clip;
    this.#strokes.push({ depth: this.#base + depth, fill: ink, attributes: attributes + clip, d });
  }

  shade(depth: number, d: string, attributes = ""): void {
    this.fill(depth, SHADE, d, attributes);
  }

  /** Draws a whole object, such as a house, at its own depth. */
  at(depth: number, draw: () => void): void {
    const outer = this.#base;
    this.#base = outer + depth;
    draw();
    this.#base = outer;
  }

  withPalette(palette: Palette, draw: () => void): void {
    const outer = this.palette;
    this.palette = palette;
    draw();
    this.palette = outer;
  }

  /** Draws a part with separate random numbers, so that it doesn't depend on what was drawn before. */
  withRandom(random: Random, draw: () => void): void {
    const outer = this.random;
    this.random = random;
    draw();
    this.random = outer;
  }

  /** Clips everything drawn inside to the given shape. */
  within(d: string, draw: () => void): void {
    const outer = this.#clip;
    this.#clip = this.clip(d);
    draw();
    this.#clip = outer;
  }

  /** @returns the attribute that clips one path to the given shape. */
  clip(d: string, attributes = ""): string {
    const id = this.newId("c");
    this.define(`<clipPath id="${id}"><path${attributes} d="${d}"/></clipPath>`);
    return ` clip-path="url(#${id})"`;
  }

  /** @returns the attribute that clips one path to the union of several shapes, whatever their winding. */
  clipToAny(shapes: readonly string[], attributes = ""): string {
    const id = this.newId("c");
    this.define(`<clipPath id="${id}">${shapes.map((d) => `<path${attributes} d="${d}"/>`).join("")}</clipPath>`);
    return ` clip-path="url(#${id})"`;
  }

  define(markup: string): void {
    this.#definitions += markup;
  }

  /** Short ids keep pictures small. They are only unique within a picture, since pictures are served as files. */
  newId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}${this.#ids}`;
  }

  /** Fades far objects into the lower sky. In steps of an eighth, so that a long street needs few inks. */
  fadeIntoSky(ink: string, share: number): string {
    return mixInks(ink, this.palette.skyLow, Math.round(Math.min(1, Math.max(0, share)) * 8) / 8);
  }

  /** The part of a box on the side away from the sun. */
  awayFromSun(x: number, y: number, width: number, height: number, share: number): string {
    const part = width * share;
    return this.pen.rect(this.palette.shadeSide > 0 ? x + width - part : x, y, part, height);
  }

  /** The part of a box on the sun's side, for the shadow that a jamb or frame casts inward. */
  towardsSun(x: number, y: number, width: number, height: number, share: number): string {
    const part = width * share;
    return this.pen.rect(this.palette.shadeSide > 0 ? x : x + width - part, y, part, height);
  }

  toSvg(title: string): string {
    const view = `viewBox="0 0 ${this.width} ${this.height}"`;
    const style = `<style>.s{fill:${this.palette.shadow};mix-blend-mode:multiply}</style>`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" ${view} role="img"><title>${escapeXml(title)}</title>${style}` +
      `<defs>${this.#definitions}</defs>${this.#paths()}</svg>`
    );
  }

  #paths(): string {
    const merged = new Map<string, string>();
    for (const { depth, fill, attributes, d } of this.#strokes.toSorted((a, b) => a.depth - b.depth)) {
      const ink = fill === SHADE ? 'class="s"' : `fill="${fill}"`;
      const key = `${depth}|${ink}${attributes}`;
      merged.set(key, (merged.get(key) ?? "") + d);
    }
    return [...merged].map(([key, d]) => `<path ${key.slice(key.indexOf("|") + 1)} d="${d}"/>`).join("");
  }
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
