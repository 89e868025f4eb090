import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { addPhoto } from "#app/guide/photos/place/upload/add-photo.server.ts";
import {
  PHOTO_REFUSAL_MESSAGES,
  type PhotoRefusal,
  photoRefusalStatus,
} from "#app/guide/photos/place/upload/photo-refusals.ts";
import { readUploadBody, SUBMITTER_UPLOADS } from "#app/guide/photos/place/upload/read-upload.server.ts";
import type { Route } from "./+types/send-photo.route";
import { findEditableSubmission } from "./submission-photos.server.ts";

export const handle = { audience: "everyone", uploadBytesMax: UPLOAD_BYTES_MAX } satisfies RouteHandle;

/**
 * Uploads one photo of a pending submission from its page's script. The body is the file.
 *
 * @returns 201 for a new photo, 200 for an existing one, both with its id; otherwise problem details.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { db, env, log, now, requestId, viewer } = site;
  const submission = await findEditableSubmission(site, params.key);
  if (submission === null) return problemResponse(404, { detail: "There is no such submission.", requestId });
  if (!("id" in submission)) return problemResponse(submission.status, { detail: submission.why, requestId });
  const refuse = (refusal: PhotoRefusal) =>
    problemResponse(photoRefusalStatus(refusal), { detail: PHOTO_REFUSAL_MESSAGES[refusal], requestId });
  const to = { submissionId: submission.id, uploadedBy: viewer?.id ?? null };
  const added = await SUBMITTER_UPLOADS.runFor(site.visitorAddress ?? "", async () => {
    const bytes = await readUploadBody(request);
    return bytes === "too-large" ? bytes : addPhoto({ db, storage: openStorage(env), log, now }, { ...to, bytes });
  });
  if (typeof added === "string") return refuse(added);
  return Response.json({ id: added.id }, { status: added.isNew ? 201 : 200, headers: { "cache-control": "no-store" } });
}

/** Only POST is allowed. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send one file by POST.", requestId, headers: { allow: "POST" } });
}
