import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { sectionPath } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import type { Route } from "./+types/upload-photo.route";
import { addPhoto } from "./add-photo.server.ts";
import { PHOTO_REFUSAL_MESSAGES, type PhotoRefusal, photoRefusalStatus } from "./photo-refusals.ts";
import { MEMBER_UPLOADS, readUploadBody } from "./read-upload.server.ts";

export const handle = { audience: "owner", uploadBytesMax: UPLOAD_BYTES_MAX } satisfies RouteHandle;

/**
 * Accepts one photo from the page's script; the body is the file. Answers 201 for a new photo or 200 for a duplicate, both
 * with the photo's id, or problem details.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  // fetch would follow a redirect invisibly, so the script gets the sign-in URL with a 401.
  if (site.viewer === null) {
    return new Response(null, { status: 401, headers: { location: signInPath(sectionPath(params.slug, "photos")) } });
  }
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const refuse = (refusal: PhotoRefusal) =>
    problemResponse(photoRefusalStatus(refusal), {
      detail: PHOTO_REFUSAL_MESSAGES[refusal],
      requestId: site.requestId,
    });
  const bytes = await MEMBER_UPLOADS.runFor(viewer.id, () => readUploadBody(request));
  if (typeof bytes === "string") return refuse(bytes);
  const { db, env, log, now } = site;
  const uploadContext = { db, storage: openStorage(env), log, now };
  const added = await addPhoto(uploadContext, { placeId: place.id, uploadedBy: viewer.id, bytes });
  if (typeof added === "string") return refuse(added);
  return Response.json({ id: added.id }, { status: added.isNew ? 201 : 200, headers: { "cache-control": "no-store" } });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send one file by POST.", requestId, headers: { allow: "POST" } });
}
