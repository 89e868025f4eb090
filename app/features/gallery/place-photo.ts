import type { Size } from "./crop.ts";

/** Photos of one place; more than anybody looks through. */
export const PHOTOS_PER_PLACE_MAX = 24;

/** Photos of one submission: the front, the room, what is sold. The rest is for whoever runs the place. */
export const PHOTOS_PER_SUBMISSION_MAX = 6;

/** A camera's JPEG of 50 megapixels is about that large. */
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

/** What several files of one form may have together: a page without script sends them at once. */
export const UPLOAD_BYTES_MAX = 32 * 1024 * 1024;

/** Whether an address takes photos, and so bodies of that length. */
export function takesUploads(path: string): boolean {
  return /^\/(?:business\/[^/]+\/photos(?:\/upload)?|submissions\/[0-9a-f]{32}(?:\/photos)?)$/.test(path);
}

/** What a description has room for: the column's own limit. */
export const ALT_CHARACTERS_MAX = 200;
export const ALT_CHARACTERS_MIN = 5;

/** For this long a photo that was taken off can be put back. */
export const UNDO_HOURS = 24;

/** In the order in which a browser chooses, the smallest file first. */
export const PHOTO_FORMATS = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

export const PHOTO_TYPES: Record<PhotoFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
};

/** A thumbnail, a phone, a page's column, and a large screen with fine dots. */
const WIDTHS = [480, 960, 1600];
const WIDTH_MAX = 2_400;

/** In which widths a photo is to be had: none is larger than what is shown of it. */
export function widthsOf(width: number): number[] {
  const largest = Math.min(width, WIDTH_MAX);
  return [...WIDTHS.filter((each) => each < largest), largest];
}

/** A photo as pages show it: its files are named by `rendition`, its size is that of the largest. */
export type ShownPhoto = Size & { id: string; rendition: string; alt: string };

/** A photo that everybody sees. `isSubmitted`: it came with the listing, and not from whoever runs the place. */
export type GalleryPhoto = ShownPhoto & { isSubmitted: boolean };

/** A photo that went to another listing of the same place, and where it stood before. */
export type MovedPhoto = { id: string; position: number };

export function photoFilePath({ id, rendition }: Pick<ShownPhoto, "id" | "rendition">, file: PhotoFile): string {
  return `/place-photos/${id}/${rendition}-${file.width}.${file.format}`;
}

export type PhotoFile = { width: number; format: PhotoFormat };

/** All of a photo, small, for whoever runs the place. */
export const WHOLE_FILE = "whole.jpg";

export function wholePhotoPath(id: string): string {
  return `/place-photos/${id}/${WHOLE_FILE}`;
}

/** Reads a file's name from an address; null when no photo can have it. */
export function readPhotoFile(name: string): (PhotoFile & { rendition: string }) | null {
  const [, rendition = "", width = "", extension = ""] = /^([0-9a-f]{32})-(\d{1,4})\.([a-z]{3,4})$/.exec(name) ?? [];
  const format = PHOTO_FORMATS.find((known) => known === extension);
  return format === undefined ? null : { rendition, width: Number(width), format };
}

/** What a browser chooses a file from. */
export function srcSetOf(photo: ShownPhoto, format: PhotoFormat): string {
  return widthsOf(photo.width)
    .map((width) => `${photoFilePath(photo, { width, format })} ${width}w`)
    .join(", ");
}

/** One file for whoever can't choose: as wide as asked for, or the widest there is. */
export function photoSource(photo: ShownPhoto, width: number): string {
  const widths = widthsOf(photo.width);
  return photoFilePath(photo, {
    width: widths.find((each) => each >= width) ?? widths.at(-1) ?? photo.width,
    format: "jpg",
  });
}
