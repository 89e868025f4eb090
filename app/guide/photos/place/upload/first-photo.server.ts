import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";
import type { Site } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { photoFileKey } from "../show/photo-keys.server.ts";
import { listPublicPhotos } from "../photo-queries.server.ts";
import { photoWidths } from "../place-photo.ts";

/** Wide enough for the square photo in a social image. */
const WIDTH_MIN = 600;

/** The first uploaded photo of a place as JPEG; null when it has none. Others need a credit beside them. */
export async function firstPhotoJpeg({ db, env }: Pick<Site, "db" | "env">, slug: string): Promise<Uint8Array | null> {
  const place = await findPlaceBySlug(db, slug);
  const [photo] = place === null ? [] : await listPublicPhotos(db, place.id);
  if (photo === undefined || photo.credit !== null) return null;
  const widths = photoWidths(photo.width);
  const width = widths.find((candidate) => candidate >= WIDTH_MIN) ?? widths.at(-1) ?? photo.width;
  return openStorage(env).get(photoFileKey(photo.id, { rendition: photo.rendition, width, format: "jpg" }));
}
