import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sponsored.route";
import { fillSlot } from "./reserve-slot.server.ts";
import { parseSlot } from "./slots.ts";

export const handle = {
  audience: "everyone",
  query: ["on"],
  isCached: false,
  session: "not-extended",
} as const satisfies RouteHandle;

/** Per network; enough for a house full of people. */
const SLOTS_PER_MINUTE_MAX = 120;
const limit = new AddressRateLimit(SLOTS_PER_MINUTE_MAX);

/** The content of a reserved slot, fetched after the page has loaded and never cached: 204 if there is none. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const { db, now, requestId, viewer, visitorAddress } = site;
  const address = visitorAddress ?? "";
  const seconds = limit.secondsToWait(address, now);
  if (seconds !== null) {
    const headers = { "retry-after": String(seconds) };
    return problemResponse(429, { detail: "Wait a minute and try again.", requestId, headers });
  }
  const slot = parseSlot(readQuery(request, handle).get("on") ?? "");
  if (slot === null) return problemResponse(400, { detail: "There is no such slot.", requestId });
  const headers = { "cache-control": "no-store" };
  // Prefetched slots may never be seen.
  if (request.headers.has("sec-purpose") || request.headers.has("purpose")) {
    return new Response(null, { status: 204, headers });
  }
  const userAgent = request.headers.get("user-agent") ?? "";
  const content = await fillSlot(db, { slot, viewer, address, userAgent, now });
  return content === null ? new Response(null, { status: 204, headers }) : Response.json(content, { headers });
}
