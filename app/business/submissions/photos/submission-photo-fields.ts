import type { RejectedFile } from "#app/guide/photos/place/owner/photo-form.server.ts";

/** The name of the form field with a photo's description. */
export function altField(photoId: string): string {
  return `alt-${photoId}`;
}

/** The name of the checkboxes for the photos to publish. */
export const PUBLISHED_PHOTOS_FIELD = "photo";

/** A typed description that couldn't be saved. */
export type RefusedDescription = { id: string; typed: string; problem: string };

/** Why photos weren't added or changed. `files`: refused files. `alts`: refused descriptions. */
export type RefusedPhotos = { status: number; why: string; files: RejectedFile[]; alts: RefusedDescription[] };
