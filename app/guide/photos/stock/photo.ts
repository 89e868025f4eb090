import type { PhotoType } from "#app/db/columns/photo-columns.ts";

/** A page's photo query, sent after hydration. */
export type PhotoQuery = { query: string; type: PhotoType };

/** The database column's limit. No place's name and type are longer. */
export const PHOTO_QUERY_CHARACTERS_MAX = 120;

/** The provider's page size. */
export const PHOTOS_PER_PAGE_MAX = 15;

export const PHOTO_MESSAGES = {
  none: "No specific image found, using fallback",
  failed: "Failed to fetch image",
} as const;

/** The `photographer` of a drawn picture. */
export const DRAWING_CREDIT = "Drawing by Rowhouse";

/** A picture in the response of `POST /api/fetch-photos`. `url` is on this site, so browsers never contact the provider. */
export type PhotoResult = {
  url: string;
  photographer: string;
  kind: "photo" | "drawing";
  /** The photographer's page. Null when unknown, and for a drawing. */
  photographer_url: string | null;
  /** The photo's page at the provider. Null for a drawing. */
  page_url: string | null;
  alt: string;
};

/** `success` is false when the provider failed. There is a drawn picture even then. */
export type PhotosResponse = { success: boolean; photos: PhotoResult[]; message?: string };

/** Normalizes a query: one line, single spaces, no control characters. */
export function normalizePhotoQuery(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
}

/** The path at which this site serves a photo. */
export function photoPath(id: number): string {
  return `/photos/${id}`;
}
