import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { membershipHolds } from "../billing/standing.server.ts";
import type { Route } from "./+types/events.route";
import { findLiveState } from "./live-state.server.ts";

/** Per person. A page opened is a stream opened: more than anybody turns over in a minute, with all their browsers. */
const OPENED_PER_MINUTE_MAX = 300;
const limit = new AddressLimit(OPENED_PER_MINUTE_MAX);

/** After this a browser that was turned away may ask again. */
const RETRY_SECONDS = 60;

/** What changes for whoever is signed in, as server-sent events: `state` with a LiveState, and a `beat`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, now, viewer, streams } = site;
  site.page.keep = false;
  // The standard's word for "no stream, and don't ask again". A page that is still open where its person has just signed
  // out may well ask, and an error would stand in its console.
  if (viewer === null) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  if (request.headers.get("accept")?.includes("text/event-stream") !== true || request.method !== "GET") {
    return refusal(site, 406, "This address gives a stream of events (text/event-stream).");
  }
  const seconds = limit.secondsToWait(viewer.id, now);
  if (seconds !== null) return refusal(site, 429, "That was opened too often.", seconds);
  const { id: personId, session } = viewer;
  const stream = streams.open({
    personId,
    read: async (at) => {
      const state = await findLiveState(db, { personId, sessionId: session.id, now: at });
      if (!state.isSignedIn) return { json: JSON.stringify(state), until: null, isLast: true };
      const sessionEndsAt = at.getTime() + state.endsInMs;
      // Time alone ends a membership: no event of the database's tells of it.
      const tierEndsAt = state.tier === null ? null : await membershipHolds(db, personId);
      const until = new Date(Math.min(sessionEndsAt, tierEndsAt?.getTime() ?? sessionEndsAt));
      return { json: JSON.stringify(state), until, isLast: false };
    },
  });
  if (stream === "person-full") return refusal(site, 429, "Too many browsers of yours listen.", RETRY_SECONDS);
  if (stream === "full") return refusal(site, 503, "Too many browsers listen just now.", RETRY_SECONDS);
  return new Response(stream, { headers: STREAM_HEADERS });
}

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // A proxy that gathers an answer before it passes it on would hold everything back.
  "x-accel-buffering": "no",
};

function refusal(
  { requestId }: Site,
  status: Parameters<typeof problemResponse>[0],
  detail: string,
  retrySeconds: number | null = null,
): Response {
  const headers: Record<string, string> = retrySeconds === null ? {} : { "retry-after": String(retrySeconds) };
  return problemResponse(status, { detail, requestId, headers });
}
