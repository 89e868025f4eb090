import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";
import type { Site } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { formatCommonsCredit } from "../show/commons-credit.tsx";
import { photoFileKey } from "../show/photo-keys.server.ts";
import { listPublicPhotos } from "../photo-queries.server.ts";
import { photoWidths } from "../place-photo.ts";

/** Wide enough for the square photo in a social image. */
const WIDTH_MIN = 600;

/** The first photo of a place as JPEG, with the credit that it must be shown with; null when it has none. */
export async function firstPhotoJpeg(
  { db, env }: Pick<Site, "db" | "env">,
  slug: string,
): Promise<{ jpeg: Uint8Array; credit: string | null } | null> {
  const place = await findPlaceBySlug(db, slug);
  const [photo] = place === null ? [] : await listPublicPhotos(db, place.id);
  if (photo === undefined) return null;
  const widths = photoWidths(photo.width);
  const width = widths.find((candidate) => candidate >= WIDTH_MIN) ?? widths.at(-1) ?? photo.width;
  const file = { rendition: photo.rendition, width, format: "jpg" } as const;
  const jpeg = await openStorage(env).get(photoFileKey(photo.id, file));
  return jpeg === null ? null : { jpeg, credit: photo.credit === null ? null : formatCommonsCredit(photo.credit) };
}
