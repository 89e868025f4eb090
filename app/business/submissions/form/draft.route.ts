import { redirect } from "react-router";

import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/draft.route";
import { saveDraft } from "./submission-drafts.server.ts";
import { SUBMIT_PATH } from "../submission.ts";
import { readFormValues } from "./submission-form.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A page saves at most every three seconds; this allows for three open pages. */
const SAVES_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(SAVES_PER_MINUTE_MAX);

/** Opened directly, it redirects to the form. */
export function loader(): Response {
  return redirect(SUBMIT_PATH, 303);
}

/** Saves a draft: from the page's script while typing, and from the button without script. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now } = siteOf(context);
  const { id: userId } = requireViewer(viewer, request);
  const seconds = limit.secondsToWait(userId, now);
  if (seconds !== null) {
    return new Response("Too many requests.\n", { status: 429, headers: { "retry-after": String(seconds) } });
  }
  const saved = await saveDraft(db, { userId, fields: readFormValues(await readForm(request)), now });
  if (saved === "too-long") return new Response("The draft is too long to save.\n", { status: 413 });
  const isScript = request.headers.get("accept")?.includes("application/json") ?? false;
  return isScript ? new Response(null, { status: 204 }) : redirect(SUBMIT_PATH, 303);
}
