import { redirect } from "react-router";

import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/old-message-link.route";
import { messagePath } from "./contact.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Redirects the former address of a message. */
export function loader({ context, params, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  return redirect(messagePath(params.id), 301);
}
