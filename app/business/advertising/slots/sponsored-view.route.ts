import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sponsored-view.route";
import { billImpression } from "./count-sponsored.server.ts";
import { answerBeacon, methodNotAllowed } from "./sponsored-beacon.server.ts";

export const handle = { audience: "everyone", session: "unread" } satisfies RouteHandle;

/** Receives a page's report that its slot was in view long enough. Reads no session and no body. */
export function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site: Site = siteOf(context);
  return answerBeacon(site, request, (beacon) => billImpression(site.db, { ...beacon, token: params.token }));
}

/** Answers 405: send a POST. */
export function loader({ context }: Route.LoaderArgs): Response {
  return methodNotAllowed(siteOf(context));
}
