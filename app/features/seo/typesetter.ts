/** Libre Caslon Display and Text, Public Sans, and Public Sans semibold. */
export type FaceName = "display" | "text" | "sans" | "sansBold";

export type TextStyle = {
  face: FaceName;
  /** Pixels. */
  size: number;
  /** Added between letters, in parts of the size. */
  tracking?: number;
};

/** Sets lines of text as outlines, because the rasterizer can't read our web fonts. */
export type Typesetter = {
  /** Pixels from the beginning of the line to its end. */
  widthOf(text: string, style: TextStyle): number;
  /** Path data of a line that begins at x on the base line y. */
  outline(text: string, style: TextStyle, at: { x: number; y: number }): string;
};
