import { redirect } from "react-router";

import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { POSTS_ASKED, queuePath } from "../triage/queue.ts";
import type { Route } from "./+types/question-cases.route";

/** Redirects the former page of held questions to the moderation queue. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  return redirect(queuePath(POSTS_ASKED), 301);
}
