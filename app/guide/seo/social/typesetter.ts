/** Libre Caslon Display, Libre Caslon Text, Public Sans and Public Sans semibold. */
export type FaceName = "display" | "text" | "sans" | "sansBold";

export type TextStyle = {
  face: FaceName;
  /** Pixels. */
  size: number;
  /** Letter spacing relative to the size. */
  tracking?: number;
};

/** Turns text into outlines, because the rasterizer can't read our web fonts. */
export type Typesetter = {
  /** Width of a line in pixels. */
  widthOf(text: string, style: TextStyle): number;
  /** Path data of a line that starts at x on the baseline y. */
  outline(text: string, style: TextStyle, at: { x: number; y: number }): string;
};
