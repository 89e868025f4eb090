import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/session.route";
import { findLiveState } from "./find-live-state.server.ts";
import type { LiveState } from "./live-state.ts";

export const handle = { audience: "everyone", isCached: false, session: "not-extended" } satisfies RouteHandle;

/** Background check of an open page. Doesn't extend the session. */
export async function loader({ context }: Route.LoaderArgs) {
  return liveStateResponse(context);
}

/** A visible page sends this shortly before its idle session would expire, to extend it. */
export async function action({ context }: Route.ActionArgs) {
  return liveStateResponse(context);
}

async function liveStateResponse(context: Route.LoaderArgs["context"]): Promise<Response> {
  const { db, now, viewer } = siteOf(context);
  const state: LiveState =
    viewer === null
      ? { isSignedIn: false, why: "ended" }
      : await findLiveState(db, { personId: viewer.id, sessionId: viewer.session.id, now });
  return Response.json(state, { headers: { "cache-control": "no-store" } });
}
