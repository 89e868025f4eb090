/** The part of fontkit 2.0.4 that typeset.server.ts uses. The package has no types. */
declare module "fontkit" {
  export type PathCommand = {
    command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    args: number[];
  };

  export type Glyph = { path: { commands: PathCommand[] } };

  export type GlyphRun = {
    glyphs: Glyph[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  };

  export type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): GlyphRun;
    getGlyph(id: number): Glyph;
  };

  export type OutlinePoint = {
    x: number;
    y: number;
    onCurve: boolean;
    endContour: boolean;
    copy(): OutlinePoint;
  };

  /** Undocumented internals of a WOFF2 font. */
  export type Woff2Font = Font & {
    variationCoords: number[] | null;
    readonly _variationProcessor: { transformPoints(glyphId: number, points: OutlinePoint[]): void };
    _transformedGlyphs?: {
      numberOfContours: number;
      points?: OutlinePoint[];
      components?: { dx: number; dy: number }[];
    }[];
  };

  export function create(file: Uint8Array): Woff2Font;
}
