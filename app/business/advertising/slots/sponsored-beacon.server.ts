import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { Site } from "#app/platform/site.ts";

/** Reports of slots per minute and network. */
const BEACONS_PER_MINUTE_MAX = 240;
const limit = new AddressRateLimit(BEACONS_PER_MINUTE_MAX);

type BeaconVisit = { address: string; userAgent: string; now: Date };

/**
 * Answers the report of a slot. The answer doesn't reveal whether it counted. Invalid tokens, and those of other
 * visitors, get a 404.
 */
export async function answerBeacon(
  { now, requestId, visitorAddress }: Pick<Site, "now" | "requestId" | "visitorAddress">,
  request: Request,
  count: (visit: BeaconVisit) => Promise<string>,
): Promise<Response> {
  const address = visitorAddress ?? "";
  const seconds = limit.secondsToWait(address, now);
  if (seconds !== null) {
    const headers = { "retry-after": String(seconds) };
    return problemResponse(429, { detail: "Wait a minute and try again.", requestId, headers });
  }
  const outcome = await count({ address, userAgent: request.headers.get("user-agent") ?? "", now });
  if (outcome === "not-ours") return problemResponse(404, { detail: "No such slot was sent to you.", requestId });
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

export function methodNotAllowed({ requestId }: Pick<Site, "requestId">): Response {
  return problemResponse(405, { detail: "Send a POST.", requestId, headers: { allow: "POST" } });
}
