import type { IncomingMessage } from "node:http";

import type { RouteTable } from "#app/platform/route-table.ts";

/** The cookies of a session and of a notice. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:__Host-session|rowhouse-session-\d+|rowhouse-notice)=/;

/** These are answered without a route. */
const NO_ROUTE_PATH = /^\/(?:assets\/|(?:healthz|readyz|favicon\.svg)(?:\?|$))/;

/** Only guests' reads: requests with a session bypass the cache. Range requests get the whole page. */
export function isCacheable({ method, url, headers }: IncomingMessage, routes: RouteTable): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.authorization !== undefined) return false;
  if (headers.cookie !== undefined && PERSONAL_COOKIE.test(headers.cookie)) return false;
  return url !== undefined && !NO_ROUTE_PATH.test(url) && routes.find(url)?.handle.isCached !== false;
}
