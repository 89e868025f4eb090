import { problemResponse } from "#app/lib/problem-response.ts";
import { siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { requireRole } from "../accounts/guards.ts";
import { PHOTO_REFUSALS, refusalStatus } from "../gallery/photo-refusals.ts";
import { MEMBERS_ROOM, readFile } from "../gallery/read-upload.server.ts";
import type { Route } from "./+types/upload-guide-picture.route";
import { addGuidePicture } from "./pictures.server.ts";

/** Accepts one picture from the page's script; the body is the file. Answers 201 with the picture's path. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const { db, env, log, now, requestId } = site;
  const bytes = await MEMBERS_ROOM.hold(() => readFile(request));
  const added =
    typeof bytes === "string" ? bytes : await addGuidePicture({ db, storage: storageOf(env), log, by, now }, bytes);
  if (typeof added === "string") {
    return problemResponse(refusalStatus(added), { detail: PHOTO_REFUSALS[added], requestId });
  }
  return Response.json(added, { status: 201, headers: { "cache-control": "no-store" } });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send one file by POST.", requestId, headers: { allow: "POST" } });
}
