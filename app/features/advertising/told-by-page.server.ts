import { problemResponse } from "#app/lib/problem-response.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import type { Site } from "#app/platform/site.ts";

/** Per network, of what pages tell of their slots. */
const TOLD_PER_MINUTE_MAX = 240;
const limit = new AddressLimit(TOLD_PER_MINUTE_MAX);

type Visit = { address: string; userAgent: string; now: Date };

/**
 * Answers what a page tells of its slot. Whether it counted isn't said: whoever sends it again and again learns nothing.
 * A word that isn't ours, or was sent to somebody else, is a 404.
 */
export async function answerTold(
  { now, requestId, visitorAddress }: Pick<Site, "now" | "requestId" | "visitorAddress">,
  request: Request,
  count: (visit: Visit) => Promise<string>,
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

export function wantsPost({ requestId }: Pick<Site, "requestId">): Response {
  return problemResponse(405, { detail: "Send a POST.", requestId, headers: { allow: "POST" } });
}
