import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { membershipEndsAt } from "#app/people/membership/membership/find-membership.server.ts";
import type { Route } from "./+types/events.route";
import { findLiveState } from "./find-live-state.server.ts";

export const handle = { audience: "everyone", isCached: false, session: "not-extended" } satisfies RouteHandle;

/** Per user. Each page opens one stream: more than anyone opens in a minute in all their browsers. */
const OPENED_PER_MINUTE_MAX = 300;
const limit = new AddressRateLimit(OPENED_PER_MINUTE_MAX);

/** When a rejected browser may retry. */
const RETRY_SECONDS = 60;

/** Server-sent events for the signed-in user: `state` with a LiveState, and `beat` as the heartbeat. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, now, viewer, streams } = site;
  // 204 tells an EventSource to stop reconnecting (HTML standard). A page left open after sign-out may still connect,
  // and an error status would show up in its console.
  if (viewer === null) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  if (request.headers.get("accept")?.includes("text/event-stream") !== true || request.method !== "GET") {
    return refusal(site, 406, "This address returns an event stream (text/event-stream).");
  }
  const retryAfter = limit.secondsToWait(viewer.id, now);
  if (retryAfter !== null) return refusal(site, 429, "This stream was opened too often.", retryAfter);
  const { id: personId, session } = viewer;
  const stream = streams.open({
    personId,
    read: async (at) => {
      const state = await findLiveState(db, { personId, sessionId: session.id, now: at });
      if (!state.isSignedIn) return { json: JSON.stringify(state), validUntil: null, isLast: true };
      const sessionEndsAt = at.getTime() + state.endsInMs;
      // A membership can end by time alone, without a database event.
      const endsAt = state.tier === null ? null : await membershipEndsAt(db, personId);
      const until = new Date(Math.min(sessionEndsAt, endsAt?.getTime() ?? sessionEndsAt));
      return { json: JSON.stringify(state), validUntil: until, isLast: false };
    },
  });
  if (stream === "person-full") return refusal(site, 429, "You have too many open connections.", RETRY_SECONDS);
  if (stream === "full") return refusal(site, 503, "Too many open connections right now.", RETRY_SECONDS);
  return new Response(stream, { headers: STREAM_HEADERS });
}

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // Keeps nginx and similar proxies from buffering the stream.
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
