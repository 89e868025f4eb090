import type { RefusedFile } from "#app/features/gallery/change-own-photos.server.ts";

/** The field of a form that says what a photo shows. */
export function altField(photoId: string): string {
  return `alt-${photoId}`;
}

/** The boxes that an editor leaves ticked for the photos that are published. */
export const KEPT_FIELD = "photo";

/** What somebody typed of a photo that could not be kept. */
export type TypedAlt = { id: string; typed: string; problem: string };

/** Why photos were not added or changed. `files`: each that was not taken; `alts`: each that was not kept. */
export type RefusedPhotos = { status: number; why: string; files: RefusedFile[]; alts: TypedAlt[] };
