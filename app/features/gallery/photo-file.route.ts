import { siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import type { Route } from "./+types/photo-file.route";
import { findPhotoFile } from "./photo-queries.server.ts";

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
  return new Response(Uint8Array.from(bytes), {
    headers: {
      "content-type": file.type,
      "cache-control": file.isForAll ? FOR_EVER : "private, no-store",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}

function noSuchPhoto(): Response {
  return new Response("There is no such photo.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
