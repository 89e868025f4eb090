import { redirect } from "react-router";

import type { Role } from "#app/db/schema/accounts.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { SUBSCRIPTION_PATH } from "../billing/billing-paths.ts";
import { signInPath } from "./return-path.ts";

/**
 * Whoever is signed in.
 *
 * @throws A redirect to signing in, which comes back to the page that was asked for.
 */
export function requireViewer(viewer: Viewer | null, request: Request): Viewer {
  if (viewer !== null) return viewer;
  const { pathname, search } = askedPage(request);
  throw redirect(signInPath(request.method === "GET" ? pathname + search : pathname), 303);
}

/** A page's script asks for the data of the next page at an address of its own, where nobody can come back to. */
function askedPage({ url }: Request): URL {
  const asked = new URL(url);
  if (!asked.pathname.endsWith(".data")) return asked;
  asked.pathname = asked.pathname.slice(0, -".data".length);
  asked.searchParams.delete("_routes");
  return asked;
}

/**
 * Whoever is signed in, if they are one of these.
 *
 * @throws A redirect: to signing in for a guest, home for anybody else.
 */
export function requireRole(viewer: Viewer | null, request: Request, roles: readonly Role[]): Viewer {
  const person = requireViewer(viewer, request);
  if (roles.includes(person.role)) return person;
  throw redirect("/", 303);
}

/**
 * Whoever is signed in, if they are a member of some plan.
 *
 * @throws A redirect: to signing in for a guest, to the plans for a free member.
 */
export function requireSubscription(viewer: Viewer | null, request: Request): Viewer {
  const person = requireViewer(viewer, request);
  if (person.tier !== null) return person;
  throw redirect(SUBSCRIPTION_PATH, 303);
}
