import { redirect } from "react-router";

import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "../accounts/guards.ts";
import type { Route } from "./+types/draft.route";
import { saveDraft } from "./drafts.server.ts";
import { SUBMIT_PATH } from "./submission.ts";
import { typedIn } from "./submission-form.ts";

/** A page keeps its form every three seconds at most; two of them are open. */
const SAVES_PER_MINUTE_MAX = 60;
const limit = new AddressLimit(SAVES_PER_MINUTE_MAX);

/** Whoever didn't press the button of the form is led to it. */
export function loader(): Response {
  return redirect(SUBMIT_PATH, 303);
}

/** Keeps a form that somebody has begun: asked by its page while it is filled in, and by its button without a script. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now } = siteOf(context);
  const { id: userId } = requireViewer(viewer, request);
  const seconds = limit.secondsToWait(userId, now);
  if (seconds !== null) {
    return new Response("That is too often.\n", { status: 429, headers: { "retry-after": String(seconds) } });
  }
  const saved = await saveDraft(db, { userId, fields: typedIn(await readForm(request)), now });
  if (saved === "too-long") return new Response("That is too long to be kept.\n", { status: 413 });
  const isScript = request.headers.get("accept")?.includes("application/json") ?? false;
  return isScript ? new Response(null, { status: 204 }) : redirect(SUBMIT_PATH, 303);
}
