import { problemResponse } from "#app/lib/problem-response.ts";
import { siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { signInPath } from "../accounts/return-path.ts";
import { sectionPath } from "../business/owner-page.tsx";
import { requireOwner } from "../business/require-owner.server.ts";
import type { Route } from "./+types/upload-photo.route";
import { addPhoto } from "./add-photo.server.ts";
import { PHOTO_REFUSALS, type PhotoRefusal, refusalStatus } from "./photo-refusals.ts";
import { MEMBERS_ROOM, readFile } from "./read-upload.server.ts";

/**
 * Takes one photo from the page's script: the body is the file. 201 when it is new, 200 when the place has it already, both
 * with its id; problem details otherwise.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  // A script can't be led anywhere: it is told where to go.
  if (site.viewer === null) {
    return new Response(null, { status: 401, headers: { location: signInPath(sectionPath(params.slug, "photos")) } });
  }
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const refuse = (refusal: PhotoRefusal) =>
    problemResponse(refusalStatus(refusal), { detail: PHOTO_REFUSALS[refusal], requestId: site.requestId });
  const bytes = await MEMBERS_ROOM.holdFor(viewer.id, () => readFile(request));
  if (typeof bytes === "string") return refuse(bytes);
  const { db, env, log, now } = site;
  const adding = { db, storage: storageOf(env), log, now };
  const added = await addPhoto(adding, { placeId: place.id, uploadedBy: viewer.id, bytes });
  if (typeof added === "string") return refuse(added);
  return Response.json({ id: added.id }, { status: added.isNew ? 201 : 200, headers: { "cache-control": "no-store" } });
}

/** There is nothing to read here. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send one file by POST.", requestId, headers: { allow: "POST" } });
}
