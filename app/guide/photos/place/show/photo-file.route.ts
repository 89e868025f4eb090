import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import type { Route } from "./+types/photo-file.route";
import { findPhotoFile } from "../photo-queries.server.ts";
import { NO_STORE, photoNotFound, photoResponse } from "./photo-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A file name contains a hash of the source and its crop, so its content never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";

/** One file of a photo. Each request checks whether the photo is still public, so that removing it takes effect at once. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { db, env, page, viewer } = siteOf(context);
  // Hundreds of photos would evict the pages from the page cache.
  page.isCacheable = false;
  const file = await findPhotoFile(db, { photoId: params.id, name: params.file, viewer });
  const bytes = file === null ? null : await openStorage(env).get(file.key);
  if (file === null || bytes === null) return photoNotFound();
  return photoResponse({ bytes, type: file.type }, file.isPublic ? IMMUTABLE : NO_STORE);
}
