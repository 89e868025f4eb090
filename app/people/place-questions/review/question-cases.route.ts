import { redirect } from "react-router";

import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { QUESTION_QUEUE_QUERY, queuePath } from "#app/desk/moderation/queue.ts";
import type { Route } from "./+types/question-cases.route";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Redirects the former page of held questions to the moderation queue. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  return redirect(queuePath(QUESTION_QUEUE_QUERY), 301);
}
