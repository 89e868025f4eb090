import { sql } from "drizzle-orm";
import { z } from "zod";

import { places } from "#app/db/schema/places.ts";

/** Wide enough for a card on a screen of double density; photos have a file of this width, or are narrower. */
const CARD_WIDTH = 480;

/**
 * The path and description of a place's first public photo, which leads wherever the place is shown; null without one. Owners'
 * photos come before those from Wikimedia Commons, whose credit is on the place's page and on /credits. Paths are those of
 * `photoFilePath`. Served by place_photos_by_place and the key of place_facts.
 */
export const cardPhotoColumn = sql<unknown>`(
  select jsonb_build_object('alt', h.alt, 'path', '/place-photos/' || h.id || '/' || h.ready_rendition || '-' || least(${CARD_WIDTH}, h.ready_width) || '.jpg')
  from place_photos h
  where h.place_id = ${places.id} and h.deleted_at is null and h.taken_down_at is null and h.ready_rendition is not null and h.alt <> ''
    and (h.source_file is null or exists (select from place_facts said
      where said.place_id = h.place_id and said.field = 'picture' and said.value ->> 'file' = h.source_file))
  order by h.source_file is not null, h.position, h.id limit 1)`;

const CardPhoto = z.object({ alt: z.string(), path: z.string() }).nullable();

/** The value of `cardPhotoColumn`. */
export function parseCardPhoto(value: unknown): z.infer<typeof CardPhoto> {
  return CardPhoto.parse(value);
}
