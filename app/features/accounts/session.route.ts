import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/session.route";
import { findLiveState } from "./live-state.server.ts";
import type { LiveState } from "./live-state.ts";

/** What an open page asks by itself: whether its session still is one. It is no use of it. */
export async function loader({ context }: Route.LoaderArgs) {
  return answer(context);
}

/** What a page in sight sends shortly before its session would end for want of use. */
export async function action({ context }: Route.ActionArgs) {
  return answer(context);
}

async function answer(context: Route.LoaderArgs["context"]): Promise<Response> {
  const { db, now, viewer, page } = siteOf(context);
  page.keep = false;
  const state: LiveState =
    viewer === null
      ? { isSignedIn: false, why: "ended" }
      : await findLiveState(db, { personId: viewer.id, sessionId: viewer.session.id, now });
  return Response.json(state, { headers: { "cache-control": "no-store" } });
}
