import type { GuideCover } from "#app/db/columns/guide-document-columns.ts";
import type { PictureRef } from "#app/guide/places/place.ts";
import { picturePaths } from "#illustrations/picture-url.ts";

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

/** A cover is cropped by the page. The widths that fit a page's top, a card and a small picture. */
const COVER_WIDTHS = { hero: 1600, card: 960, thumb: 480 };

/** A picture whose credit stands below it; null for a drawing, and for a cover without one. */
export type GuidePicture = PictureRef & { isCover: boolean; credit: string | null };

/** The picture of a guide: its cover, or else its drawing. */
export function pictureOfGuide(guide: {
  slug: string;
  title: string;
  pictureSalt: number;
  cover: GuideCover | null;
}): GuidePicture {
  const file = guide.cover === null ? null : parseGuidePicturePath(guide.cover.path);
  if (guide.cover === null || file === null) {
    const paths = picturePaths({ kind: "guides", slug: guide.slug, salt: guide.pictureSalt });
    return { ...paths, alt: `Drawing for the guide “${guide.title}”`, isCover: false, credit: null };
  }
  const widths = guidePictureWidths(file.width);
  const pathOf = (min: number) => {
    const width = widths.find((candidate) => candidate >= min) ?? widths.at(-1) ?? file.width;
    return `/guide-pictures/${file.id}/${width}.webp`;
  };
  return {
    hero: pathOf(COVER_WIDTHS.hero),
    card: pathOf(COVER_WIDTHS.card),
    thumb: pathOf(COVER_WIDTHS.thumb),
    alt: guide.cover.alt,
    isCover: true,
    credit: guide.cover.credit === "" ? null : guide.cover.credit,
  };
}
