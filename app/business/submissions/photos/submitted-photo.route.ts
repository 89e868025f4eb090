import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { NO_STORE, photoNotFound, photoResponse } from "#app/guide/photos/place/show/photo-response.ts";
import { PHOTO_TYPES } from "#app/guide/photos/place/place-photo.ts";
import { findSubmittedPhotoFile } from "#app/guide/photos/place/review/submitted-photos.server.ts";
import type { Route } from "./+types/submitted-photo.route";
import { findSubmissionByKey } from "../submission-queries.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A pending photo, for everyone with its submission's key. Editors use the photo's own URL. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { db, env, page } = siteOf(context);
  page.isCacheable = false;
  const submission = await findSubmissionByKey(db, params.key);
  const isWaiting = submission !== null && submission.isOpen;
  const key = isWaiting ? await findSubmittedPhotoFile(db, { submissionId: submission.id, photoId: params.id }) : null;
  const bytes = key === null ? null : await openStorage(env).get(key);
  return bytes === null ? photoNotFound() : photoResponse({ bytes, type: PHOTO_TYPES.jpg }, NO_STORE);
}
