import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import { formatDay } from "#app/lib/format-time.ts";

import type { PhotoCase } from "./photo-case.ts";

/** Reported photos by id; removed ones are missing. */
export async function photoCases(db: Database, photoIds: string[]): Promise<Map<string, PhotoCase>> {
  if (photoIds.length === 0) return new Map();
  const rows = await db
    .select({
      photo: placePhotos,
      place: { slug: places.slug, name: places.name },
      notes: sql<string[]>`array(select reported.note from place_photo_reports reported
        where reported.photo_id = ${placePhotos.id} and reported.note <> ''
        order by reported.reported_at desc limit 5)`,
    })
    .from(placePhotos)
    .innerJoin(places, eq(places.id, placePhotos.placeId))
    .where(
      and(inArray(placePhotos.id, photoIds), isNotNull(placePhotos.readyRendition), isNull(placePhotos.deletedAt)),
    );
  return new Map(
    rows.map(({ photo: { id, alt, version, uploadedAt, ...photo }, place, notes }) => [
      id,
      {
        photo: {
          id,
          alt,
          rendition: photo.readyRendition ?? "",
          width: photo.readyWidth ?? photo.width,
          height: photo.readyHeight ?? photo.height,
        },
        version,
        place,
        uploadedLabel: formatDay(uploadedAt),
        notes,
      },
    ]),
  );
}
