/** A picture in a guide's text: `![what it shows](/guide-pictures/{id}/{width}x{height}.jpg "whose it is")`. */
export type GuidePictureRef = { id: string; width: number; height: number };

/** Widths of the files: a phone's column, twice that, the column of the page with fine dots. */
const WIDTHS = [480, 960, 1600];
const WIDTH_MAX = 2_400;

const ADDRESS =
  /^\/guide-pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(\d{1,5})x(\d{1,5})\.jpg$/;

/** The size stands in the address, so that a text by itself says how much room its pictures take. */
export function guidePicturePath({ id, width, height }: GuidePictureRef): string {
  return `/guide-pictures/${id}/${width}x${height}.jpg`;
}

/** Null for an address that no picture of ours has. */
export function readGuidePicture(address: string): GuidePictureRef | null {
  const [, id, width, height] = ADDRESS.exec(address) ?? [];
  if (id === undefined || Number(width) === 0 || Number(height) === 0) return null;
  return { id, width: Number(width), height: Number(height) };
}

/** In which widths a picture is to be had: none is larger than the picture. */
export function guidePictureWidths(width: number): number[] {
  const largest = Math.min(width, WIDTH_MAX);
  return [...WIDTHS.filter((each) => each < largest), largest];
}

export function guidePictureSources({ id, width }: GuidePictureRef): string {
  return guidePictureWidths(width)
    .map((each) => `/guide-pictures/${id}/${each}.webp ${each}w`)
    .join(", ");
}
