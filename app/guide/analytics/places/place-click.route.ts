import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/place-click.route";
import { isClickKind } from "./place-stats.ts";
import { isCountedPlace } from "../counters/write-place-stats.server.ts";

export const handle = { audience: "everyone", session: "unread" } satisfies RouteHandle;

/** Per network: more than a household would click. */
const CLICKS_PER_MINUTE_MAX = 120;
const limit = new AddressRateLimit(CLICKS_PER_MINUTE_MAX);

/**
 * Receives click reports for links on a place's page, by the link's `ping` or a beacon (`link-beacon-script.ts`). Reads
 * only the URL: no body and no session.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { db, now, requestId, visitorAddress, visits } = siteOf(context);
  const address = visitorAddress ?? "";
  const seconds = limit.secondsToWait(address, now);
  if (seconds !== null) {
    const headers = { "retry-after": String(seconds) };
    return problemResponse(429, { detail: "Wait a minute and try again.", requestId, headers });
  }
  const { slug: place, kind } = params;
  if (!isClickKind(kind) || !(await isCountedPlace(db, place))) {
    return problemResponse(404, { detail: "There is no such place, or no such link on its page.", requestId });
  }
  visits.countClick({ place, kind, address, userAgent: request.headers.get("user-agent") ?? "" });
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

/** Answers GET with 405. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send a POST.", requestId, headers: { allow: "POST" } });
}
