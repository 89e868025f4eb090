import { findNamedPlace } from "#app/features/places/named-place.server.ts";
import type { Site } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { fileKey } from "./photo-keys.server.ts";
import { placeGallery } from "./photo-queries.server.ts";
import { widthsOf } from "./place-photo.ts";

/** Wide enough for the square photo in a social image. */
const WIDTH_MIN = 600;

/** The first photo of a place as JPEG; null when it has none. */
export async function firstPhotoJpeg({ db, env }: Pick<Site, "db" | "env">, slug: string): Promise<Uint8Array | null> {
  const place = await findNamedPlace(db, slug);
  const [photo] = place === null ? [] : await placeGallery(db, place.id);
  if (photo === undefined) return null;
  const widths = widthsOf(photo.width);
  const width = widths.find((candidate) => candidate >= WIDTH_MIN) ?? widths.at(-1) ?? photo.width;
  return storageOf(env).get(fileKey(photo.id, { rendition: photo.rendition, width, format: "jpg" }));
}
