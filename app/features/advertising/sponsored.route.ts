import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sponsored.route";
import { fillSlot } from "./sponsored-slot.server.ts";
import { readSlot } from "./slots.ts";

/** Per network: a house full of people doesn't turn more pages. */
const SLOTS_PER_MINUTE_MAX = 120;
const limit = new AddressLimit(SLOTS_PER_MINUTE_MAX);

/** What a page fills its reserved slot with, asked after it has loaded and never kept: 204 when there is nothing to show. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  site.page.keep = false;
  const { db, now, requestId, viewer, visitorAddress } = site;
  const address = visitorAddress ?? "";
  const seconds = limit.secondsToWait(address, now);
  if (seconds !== null) {
    const headers = { "retry-after": String(seconds) };
    return problemResponse(429, { detail: "Wait a minute and try again.", requestId, headers });
  }
  const slot = readSlot(new URL(request.url).searchParams.get("on") ?? "");
  if (slot === null) return problemResponse(400, { detail: "There is no such slot.", requestId });
  const headers = { "cache-control": "no-store" };
  // What a browser fetches ahead nobody may ever see.
  if (request.headers.has("sec-purpose") || request.headers.has("purpose")) {
    return new Response(null, { status: 204, headers });
  }
  const userAgent = request.headers.get("user-agent") ?? "";
  const filled = await fillSlot(db, { slot, viewer, address, userAgent, now });
  return filled === null ? new Response(null, { status: 204, headers }) : Response.json(filled, { headers });
}
