import type { PlacePicture } from "#app/db/columns/photo-columns.ts";

import type { Size } from "./upload/crop.ts";

/** Photos of one place; more than most visitors look through. */
export const PHOTOS_PER_PLACE_MAX = 24;

/** Photos of one submission: the front, the room, the products. The owner can add more later. */
export const PHOTOS_PER_SUBMISSION_MAX = 6;

/** About the size of a 50-megapixel JPEG from a camera. */
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

/** Total of all files in one form: a page without script sends them together. */
export const UPLOAD_BYTES_MAX = 32 * 1024 * 1024;

/** The tag of the cached page with the credits of photos. */
export const PHOTO_CREDITS_TAG = "photo-credits";

/** The column's own limit. */
export const ALT_CHARACTERS_MAX = 200;
export const ALT_CHARACTERS_MIN = 5;

/** How long a removed photo can be restored. */
export const PHOTO_RESTORE_HOURS = 24;

/** In the order of <source> elements, smallest file first. */
export const PHOTO_FORMATS = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

export const PHOTO_TYPES: Record<PhotoFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
};

/** For thumbnails, phones and page columns; WIDTH_MAX is for large high-density screens. */
const WIDTHS = [480, 960, 1600];
const WIDTH_MAX = 2_400;

/** The widths in which a photo is rendered, none wider than its crop. */
export function photoWidths(width: number): number[] {
  const largest = Math.min(width, WIDTH_MAX);
  return [...WIDTHS.filter((candidate) => candidate < largest), largest];
}

/** A photo with rendered files, which are named by `rendition`. Its size is that of the largest file. */
export type PreparedPhoto = Size & { id: string; rendition: string; alt: string };

/**
 * A public photo. `isSubmitted`: it came with the listing's submission, not from the owner. `credit`: of a photo from Wikimedia
 * Commons, which must be shown with it; null for others.
 */
export type GalleryPhoto = PreparedPhoto & { isSubmitted: boolean; credit: PlacePicture | null };

export function photoFilePath({ id, rendition }: Pick<PreparedPhoto, "id" | "rendition">, file: PhotoFile): string {
  return `/place-photos/${id}/${rendition}-${file.width}.${file.format}`;
}

export type PhotoFile = { width: number; format: PhotoFormat };

/** The small uncropped version, for the owner's pages. */
export const UNCROPPED_FILE = "whole.jpg";

export function uncroppedPhotoPath(id: string): string {
  return `/place-photos/${id}/${UNCROPPED_FILE}`;
}

/** Parses a file name from a URL; null when it is invalid. */
export function parsePhotoFileName(name: string): (PhotoFile & { rendition: string }) | null {
  const [, rendition = "", width = "", extension = ""] = /^([0-9a-f]{32})-(\d{1,4})\.([a-z]{3,4})$/.exec(name) ?? [];
  const format = PHOTO_FORMATS.find((name) => name === extension);
  return format === undefined ? null : { rendition, width: Number(width), format };
}

/** The srcset attribute of one format. */
export function photoSrcSet(photo: PreparedPhoto, format: PhotoFormat): string {
  return photoWidths(photo.width)
    .map((width) => `${photoFilePath(photo, { width, format })} ${width}w`)
    .join(", ");
}

/** The src attribute: the smallest JPEG that is at least `width` wide, or else the widest. */
export function photoSource(photo: PreparedPhoto, width: number): string {
  const widths = photoWidths(photo.width);
  return photoFilePath(photo, {
    width: widths.find((candidate) => candidate >= width) ?? widths.at(-1) ?? photo.width,
    format: "jpg",
  });
}
