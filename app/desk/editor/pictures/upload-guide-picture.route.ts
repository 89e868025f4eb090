import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { PHOTO_REFUSAL_MESSAGES, photoRefusalStatus } from "#app/guide/photos/place/upload/photo-refusals.ts";
import { MEMBER_UPLOADS, readUploadBody } from "#app/guide/photos/place/upload/read-upload.server.ts";
import type { Route } from "./+types/upload-guide-picture.route";
import { addGuidePicture } from "./guide-pictures.server.ts";

export const handle = { audience: "admin", uploadBytesMax: UPLOAD_BYTES_MAX } satisfies RouteHandle;

/** Accepts one picture from the page's script; the body is the file. Answers 201 with the picture's path. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const { db, env, log, now, requestId } = site;
  const bytes = await MEMBER_UPLOADS.run(() => readUploadBody(request));
  const added =
    typeof bytes === "string" ? bytes : await addGuidePicture({ db, storage: openStorage(env), log, by, now }, bytes);
  if (typeof added === "string") {
    return problemResponse(photoRefusalStatus(added), { detail: PHOTO_REFUSAL_MESSAGES[added], requestId });
  }
  return Response.json(added, { status: 201, headers: { "cache-control": "no-store" } });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send one file by POST.", requestId, headers: { allow: "POST" } });
}
