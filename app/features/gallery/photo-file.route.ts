import { siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import type { Route } from "./+types/photo-file.route";
import { findPhotoFile } from "./photo-queries.server.ts";
import { FOR_NO_CACHE, noSuchPhoto, photoResponse } from "./photo-response.ts";

/** A file's name holds a hash of what it shows. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** One file of a photo. Each request asks whether it is still shown: what was taken off is gone at once. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { db, env, page, viewer } = siteOf(context);
  // Photos by the hundred would push the pages out of the page cache.
  page.keep = false;
  const file = await findPhotoFile(db, { photoId: params.id, name: params.file, viewer });
  const bytes = file === null ? null : await storageOf(env).get(file.key);
  if (file === null || bytes === null) return noSuchPhoto();
  return photoResponse({ bytes, type: file.type }, file.isForAll ? FOR_EVER : FOR_NO_CACHE);
}
