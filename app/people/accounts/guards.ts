import { redirect } from "react-router";

import type { Role } from "#app/db/schema/accounts.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { SUBSCRIPTION_PATH } from "#app/people/membership/billing-paths.ts";
import { signInPath } from "./sign-in/return-path.ts";

/**
 * The signed-in viewer.
 *
 * @throws A redirect to sign-in, which returns to the requested page.
 */
export function requireViewer(viewer: Viewer | null, request: Request): Viewer {
  if (viewer !== null) return viewer;
  const { pathname, search } = requestedPage(request);
  throw redirect(signInPath(request.method === "GET" ? pathname + search : pathname), 303);
}

/** React Router loads a page's data from `{path}.data`, which is no page to return to. */
function requestedPage({ url }: Request): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith(".data")) return page;
  page.pathname = page.pathname.slice(0, -".data".length);
  page.searchParams.delete("_routes");
  return page;
}

/**
 * The signed-in viewer, if they have one of these roles.
 *
 * @throws A redirect: guests to sign-in, other roles to the home page.
 */
export function requireRole(viewer: Viewer | null, request: Request, roles: readonly Role[]): Viewer {
  const signedIn = requireViewer(viewer, request);
  if (roles.includes(signedIn.role)) return signedIn;
  throw redirect("/", 303);
}

/**
 * The signed-in viewer, if they have a paid plan.
 *
 * @throws A redirect: guests to sign-in, free members to the plans.
 */
export function requireSubscription(viewer: Viewer | null, request: Request): Viewer {
  const signedIn = requireViewer(viewer, request);
  if (signedIn.tier !== null) return signedIn;
  throw redirect(SUBSCRIPTION_PATH, 303);
}
