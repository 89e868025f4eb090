import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Font, Glyph, OutlinePoint, Woff2Font } from "fontkit";

import type { FaceName, TextStyle, Typesetter } from "./typesetter.ts";

/** Creates a typesetter. Each font is loaded on first use, which takes 10 to 60 ms. */
export async function loadTypesetter(): Promise<Typesetter> {
  const fontkit = await import("fontkit");
  loaded ??= {
    display: caslon(fontkit.create, "libre-caslon-display"),
    text: caslon(fontkit.create, "libre-caslon-text"),
    sans: publicSans(fontkit.create, 440),
    sansBold: publicSans(fontkit.create, 650),
  };
  const faces = loaded;
  return {
    widthOf: (text, style) => widthOf(faces[style.face], text, style),
    outline: (text, style, at) => outlineOf(faces[style.face], text, style, at),
  };
}

/** The fonts of a face (latin, then latin-ext), and a cache of shaped words. */
type Face = { fonts: readonly (() => Font)[]; words: Map<string, ShapedWord> };

let loaded: Record<FaceName, Face> | null = null;

type CreateFont = (file: Uint8Array) => Woff2Font;

function caslon(create: CreateFont, name: string): Face {
  return faceOf((subset) => create(read(`@fontsource/${name}/files/${name}-${subset}-400-normal.woff`)));
}

function publicSans(create: CreateFont, weight: number): Face {
  return faceOf((subset) => {
    const file = read(`@fontsource-variable/public-sans/files/public-sans-${subset}-wght-normal.woff2`);
    return atWeight(() => create(file), weight);
  });
}

function faceOf(open: (subset: string) => Font): Face {
  return { fonts: SUBSETS.map((subset) => once(() => open(subset))), words: new Map() };
}

const SUBSETS = ["latin", "latin-ext"] as const;

function read(file: string): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(file));
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * A variable font at one weight. fontkit only supports this for TrueType. For WOFF2 it gives the default weight (Public
 * Sans: hairline), so the variation deltas are applied here.
 */
function atWeight(create: () => Woff2Font, weight: number): Font {
  // A font with a weight set can't decode its outlines anymore, so a second copy decodes them.
  const decoder = create();
  void decoder.getGlyph(0).path;
  const outlines = decoder["_transformedGlyphs"];
  if (outlines === undefined) throw new Error("fontkit no longer keeps the outlines of WOFF2 fonts where 2.0.4 did");
  const font = create();
  font.variationCoords = [weight];
  font["_transformedGlyphs"] = outlines;
  for (const [id, outline] of outlines.entries()) {
    if (outline.numberOfContours === 0) continue;
    const offsets = (outline.components ?? []).map(({ dx, dy }) => pointAt(dx, dy));
    const points = outline.components === undefined ? (outline.points ?? []) : offsets;
    // Four extra points for the glyph's box, which ends every list of deltas.
    font["_variationProcessor"].transformPoints(id, [...points, ...Array.from({ length: 4 }, () => pointAt(0, 0))]);
    for (const [index, component] of (outline.components ?? []).entries()) {
      component.dx = offsets[index]?.x ?? component.dx;
      component.dy = offsets[index]?.y ?? component.dy;
    }
  }
  return font;
}

function pointAt(x: number, y: number): OutlinePoint {
  return {
    x,
    y,
    onCurve: false,
    endContour: true,
    copy() {
      return pointAt(this.x, this.y);
    },
  };
}

/** A word's glyphs with their positions, relative to the font size. */
type ShapedWord = { letters: { glyph: Glyph; unitsPerEm: number; x: number; y: number }[]; advance: number };

/** Caches shaped words. Shaping is slow (1 ms per title), and fitting a title measures the same words repeatedly. */
function shapeWord(face: Face, word: string): ShapedWord {
  const cached = face.words.get(word);
  if (cached !== undefined) return cached;
  const shaped: ShapedWord = { letters: [], advance: 0 };
  for (const { font, text } of piecesByFont(face, word)) {
    const { unitsPerEm } = font;
    const { glyphs, positions } = font.layout(text);
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index];
      if (position === undefined) break;
      const x = shaped.advance + position.xOffset / unitsPerEm;
      shaped.letters.push({ glyph, unitsPerEm, x, y: position.yOffset / unitsPerEm });
      shaped.advance += position.xAdvance / unitsPerEm;
    }
  }
  if (face.words.size >= CACHED_WORDS_MAX) face.words.clear();
  face.words.set(word, shaped);
  return shaped;
}

/** Enough for the words of a few hundred titles. */
const CACHED_WORDS_MAX = 2_000;

/** Splits a text into words and spaces. */
function splitWords(text: string): string[] {
  return text.split(/(?= )|(?<= )/);
}

function widthOf(face: Face, text: string, { size, tracking = 0 }: TextStyle): number {
  const words = splitWords(text).map((word) => shapeWord(face, word));
  const letterCount = words.reduce((sum, { letters }) => sum + letters.length, 0);
  const advance = words.reduce((sum, word) => sum + word.advance, 0);
  return (advance + Math.max(0, letterCount - 1) * tracking) * size;
}

function outlineOf(face: Face, text: string, { size, tracking = 0 }: TextStyle, at: { x: number; y: number }): string {
  let wordX = at.x;
  let d = "";
  for (const { letters, advance } of splitWords(text).map((word) => shapeWord(face, word))) {
    for (const [index, { glyph, unitsPerEm, x, y }] of letters.entries()) {
      const left = wordX + (x + index * tracking) * size;
      d += glyphOutline(glyph, size / unitsPerEm, { x: left, y: at.y - y * size });
    }
    wordX += (advance + letters.length * tracking) * size;
  }
  return d;
}

function glyphOutline(glyph: Glyph, scale: number, at: { x: number; y: number }): string {
  let d = "";
  for (const { command, args } of glyph.path.commands) {
    const numbers = args.map((value, i) => rounded(i % 2 === 0 ? at.x + value * scale : at.y - value * scale));
    d += COMMANDS[command] + numbers.join(" ");
  }
  return d;
}

const COMMANDS = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" } as const;

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Splits a text by the first font that has each letter. Letters without a font are dropped. */
function piecesByFont(face: Face, text: string): { font: Font; text: string }[] {
  const pieces: { font: Font; text: string }[] = [];
  for (const letter of text.normalize("NFC")) {
    const font = fontWith(face, letter);
    const last = pieces.at(-1);
    if (font === undefined) continue;
    if (last?.font === font) last.text += letter;
    else pieces.push({ font, text: letter });
  }
  return pieces;
}

function fontWith({ fonts }: Face, letter: string): Font | undefined {
  for (const font of fonts) if (font().hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return font();
  return undefined;
}
