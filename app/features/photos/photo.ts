/** What a photo is asked for; the specification's four. */
export const PHOTO_TYPES = ["business", "category", "neighborhood", "restaurant"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

/** What a page asks for after it has come to life. */
export type PhotoAsk = { query: string; type: PhotoType };

/** The column's own limit; no place's name with its type is longer. */
export const PHOTO_QUERY_CHARACTERS_MAX = 120;

/** The provider's own page. */
export const PHOTOS_PER_PAGE_MAX = 15;

export const PHOTO_MESSAGES = {
  none: "No specific image found, using fallback",
  failed: "Failed to fetch image",
} as const;

/** Who made the drawn picture that stands in for a photo. */
export const DRAWING_CREDIT = "Drawing by Rowhouse";

/** One picture as `POST /api/fetch-photos` gives it. `url` lies on this site: no visitor's browser asks another. */
export type PhotoAnswer = {
  url: string;
  photographer: string;
  kind: "photo" | "drawing";
  /** The photographer's own page; null when none is known, and for a drawing. */
  photographer_url: string | null;
  /** The photo's page at the provider; null for a drawing. */
  page_url: string | null;
  alt: string;
};

/** `success` is false when the provider could not be asked; there is a picture all the same. */
export type PhotosAnswer = { success: boolean; photos: PhotoAnswer[]; message?: string };

/** Words as they are asked for: one line, single spaces, no control characters. */
export function photoQuery(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
}

/** Where this site serves a photo's bytes. */
export function photoPath(id: number): string {
  return `/photos/${id}`;
}
