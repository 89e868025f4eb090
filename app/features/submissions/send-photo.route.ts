import { problemResponse } from "#app/lib/problem-response.ts";
import { siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { addPhoto } from "../gallery/add-photo.server.ts";
import { PHOTO_REFUSALS, type PhotoRefusal, refusalStatus } from "../gallery/photo-refusals.ts";
import { readFile, SUBMITTERS_ROOM } from "../gallery/read-upload.server.ts";
import type { Route } from "./+types/send-photo.route";
import { submissionToChange } from "./submission-photos.server.ts";

/**
 * Uploads one photo of a pending submission from its page's script. The body is the file.
 *
 * @returns 201 for a new photo, 200 for an existing one, both with its id; otherwise problem details.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { db, env, log, now, requestId, viewer } = site;
  const submission = await submissionToChange(site, params.key);
  if (submission === null) return problemResponse(404, { detail: "There is no such submission.", requestId });
  if (!("id" in submission)) return problemResponse(submission.status, { detail: submission.why, requestId });
  const refuse = (refusal: PhotoRefusal) =>
    problemResponse(refusalStatus(refusal), { detail: PHOTO_REFUSALS[refusal], requestId });
  const to = { submissionId: submission.id, uploadedBy: viewer?.id ?? null };
  const added = await SUBMITTERS_ROOM.holdFor(site.visitorAddress ?? "", async () => {
    const bytes = await readFile(request);
    return bytes === "too-large" ? bytes : addPhoto({ db, storage: storageOf(env), log, now }, { ...to, bytes });
  });
  if (typeof added === "string") return refuse(added);
  return Response.json({ id: added.id }, { status: added.isNew ? 201 : 200, headers: { "cache-control": "no-store" } });
}

/** Only POST is allowed. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send one file by POST.", requestId, headers: { allow: "POST" } });
}
