import { sql } from "drizzle-orm";
import { z } from "zod";

import type { MovedPhoto } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";

import { PHOTOS_PER_PLACE_MAX } from "../place-photo.ts";

const MovedRows = z.object({ rows: z.array(z.object({ id: z.string(), position: z.number() })) });

/**
 * Moves photos to another listing of the same place, after its own. Duplicates and photos over the limit stay at the old
 * listing.
 */
export async function movePhotosToListing(
  db: Database,
  { from, to }: { from: number; to: number },
): Promise<MovedPhoto[]> {
  // Served by place_photos_by_place.
  const result = await db.execute(sql`
    with there as (
      select count(*) as taken, coalesce(max(position), 0) as last from ${placePhotos}
      where place_id = ${to} and deleted_at is null
    ), moving as (
      select p.id, p.position from ${placePhotos} p
      where p.place_id = ${from} and p.deleted_at is null and not exists (
        select from ${placePhotos} o
        where o.place_id = ${to} and ((o.deleted_at is null and o.source_digest = p.source_digest) or o.source_file = p.source_file))
      order by p.position, p.id limit greatest(0, ${PHOTOS_PER_PLACE_MAX} - (select taken from there))
    )
    update ${placePhotos} as photo set place_id = ${to}, position = (select last from there) + 1 + moving.position
    from moving where photo.id = moving.id
    returning photo.id, moving.position`);
  return MovedRows.parse(result).rows;
}

/** Reverts `movePhotosToListing`. A photo that was deleted since is moved back as deleted. */
export async function undoMovePhotos(
  db: Database,
  { from, to, photos }: { from: number; to: number; photos: MovedPhoto[] },
): Promise<void> {
  if (photos.length === 0) return;
  await db.execute(sql`
    update ${placePhotos} as photo set place_id = ${to}, position = moved.position
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as moved (id uuid, position integer)
    where photo.id = moved.id and photo.place_id = ${from}`);
}
