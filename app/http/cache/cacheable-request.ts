import type { IncomingMessage } from "node:http";

import type { RouteTable } from "#app/platform/route-table.ts";

/** The cookies of a session, with a value that can be one, and of a notice. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:(?:__Host-session|rowhouse-session-\d+)=[\w-]{43}\s*(?:;|$)|rowhouse-notice=)/;

/** These are answered without a route. */
const NO_ROUTE_PATH = /^\/(?:assets\/|(?:healthz|readyz|favicon\.svg)(?:\?|$))/;

/** Only guests' reads: requests that may have a session bypass the cache. Range requests get the whole page. */
export function isCacheable(request: IncomingMessage, routes: RouteTable): boolean {
  const { cookie } = request.headers;
  return (cookie === undefined || !PERSONAL_COOKIE.test(cookie)) && isCacheableForGuests(request, routes);
}

/** Whether guests' requests like this one are answered from the cache. */
export function isCacheableForGuests({ method, url, headers }: IncomingMessage, routes: RouteTable): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.authorization !== undefined) return false;
  return url !== undefined && !NO_ROUTE_PATH.test(url) && routes.find(url)?.handle.isCached !== false;
}
