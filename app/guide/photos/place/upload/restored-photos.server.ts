import { z } from "zod";

import type { RunSql } from "#app/db/database.server.ts";

import { PHOTO_FORMATS, photoWidths } from "../place-photo.ts";
import { photoFileKey } from "../show/photo-keys.server.ts";

const ReadyPhotos = z.array(z.object({ id: z.string(), rendition: z.string(), width: z.number() }));

/**
 * After a restore: has the files of a photo made again that aren't in the backup. The files of a photo whose crop is changed
 * after a backup has read its row are replaced before the backup reads them.
 */
export async function unmarkIncompletePhotos(run: RunSql, hasFile: (key: string) => boolean): Promise<void> {
  const photos = ReadyPhotos.parse(
    await run(
      `select id, ready_rendition as rendition, ready_width as width from place_photos
       where ready_rendition is not null and ready_width is not null and files_removed_at is null`,
      [],
    ),
  );
  const incomplete = photos.filter(({ id, rendition, width }) =>
    photoWidths(width).some((each) =>
      PHOTO_FORMATS.some((format) => !hasFile(photoFileKey(id, { rendition, width: each, format }))),
    ),
  );
  await run(
    `update place_photos set ready_rendition = null, ready_width = null, ready_height = null, tries = 0, try_after = now()
     where id = any($1::text::uuid[])`,
    [`{${incomplete.map(({ id }) => id).join(",")}}`],
  );
}
