import { dcToday } from "#app/lib/dc-time.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/member-export.route";
import { streamMemberExport } from "./member-export.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** Exports per member. Each one reads all of their data. */
const EXPORTS_PER_MINUTE_MAX = 10;
const limit = new AddressRateLimit(EXPORTS_PER_MINUTE_MAX);

/** Everything that is stored about the viewer, streamed. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const { db, now, viewer } = siteOf(context);
  const { id: userId } = requireViewer(viewer, request);
  const retryAfter = limit.secondsToWait(userId, now);
  if (retryAfter !== null) {
    return new Response(`${tooManyRequests(retryAfter)}\n`, {
      status: 429,
      headers: { "retry-after": String(retryAfter), "content-type": "text/plain; charset=utf-8" },
    });
  }
  return new Response(toTextStream(streamMemberExport(db, { userId, now })), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="rowhouse-${dcToday(now)}.json"`,
      "cache-control": "private, no-store",
    },
  });
}
