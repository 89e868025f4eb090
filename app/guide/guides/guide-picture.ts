/** A picture in a guide's text: `![description](/guide-pictures/{id}/{width}x{height}.jpg "credit")`. */
export type GuidePictureRef = { id: string; width: number; height: number };

/** Widths of the files: a phone's column, twice that, and the page's column on high-density screens. */
const WIDTHS = [480, 960, 1600];
const WIDTH_MAX = 2_400;

const PICTURE_PATH =
  /^\/guide-pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(\d{1,5})x(\d{1,5})\.jpg$/;

/** The path contains the size, so that Markdown alone is enough to render the picture without a layout shift. */
export function guidePicturePath({ id, width, height }: GuidePictureRef): string {
  return `/guide-pictures/${id}/${width}x${height}.jpg`;
}

/** Parses the path of an uploaded picture; null for any other URL. */
export function parseGuidePicturePath(path: string): GuidePictureRef | null {
  const [, id, width, height] = PICTURE_PATH.exec(path) ?? [];
  if (id === undefined || Number(width) === 0 || Number(height) === 0) return null;
  return { id, width: Number(width), height: Number(height) };
}

/** The widths in which a picture is available, none wider than the picture. */
export function guidePictureWidths(width: number): number[] {
  const largest = Math.min(width, WIDTH_MAX);
  return [...WIDTHS.filter((candidate) => candidate < largest), largest];
}

export function guidePictureSrcSet({ id, width }: GuidePictureRef): string {
  return guidePictureWidths(width)
    .map((fileWidth) => `/guide-pictures/${id}/${fileWidth}.webp ${fileWidth}w`)
    .join(", ");
}
