import { siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { FOR_NO_CACHE, noSuchPhoto, photoResponse } from "../gallery/photo-response.ts";
import { PHOTO_TYPES } from "../gallery/place-photo.ts";
import { findSubmittedFile } from "../gallery/submitted-photos.server.ts";
import type { Route } from "./+types/submitted-photo.route";
import { findByKey } from "./submission-queries.server.ts";

/** A pending photo, for everyone with its submission's key. Moderators use the photo's own URL. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { db, env, page } = siteOf(context);
  page.keep = false;
  const submission = await findByKey(db, params.key);
  const isWaiting = submission !== null && submission.isOpen;
  const key = isWaiting ? await findSubmittedFile(db, { submissionId: submission.id, photoId: params.id }) : null;
  const bytes = key === null ? null : await storageOf(env).get(key);
  return bytes === null ? noSuchPhoto() : photoResponse({ bytes, type: PHOTO_TYPES.jpg }, FOR_NO_CACHE);
}
