import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sponsored-click.route";
import { countClick } from "./count-sponsored.server.ts";
import { answerBeacon, methodNotAllowed } from "./sponsored-beacon.server.ts";

export const handle = { audience: "everyone", session: "unread" } satisfies RouteHandle;

/** Receives clicks on a slot, from the link's `ping` or a beacon (`link-beacon-script.ts`). */
export function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site: Site = siteOf(context);
  return answerBeacon(site, request, (beacon) => countClick(site.db, { ...beacon, token: params.token }));
}

/** Answers 405: send a POST. */
export function loader({ context }: Route.LoaderArgs): Response {
  return methodNotAllowed(siteOf(context));
}
