import type { IncomingMessage } from "node:http";

/** The cookies of a session and of a notice. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:__Host-session|rowhouse-session-\d+|rowhouse-notice)=/;

const UNCACHED_PATH =
  /^\/(?:assets\/|(?:healthz|readyz|favicon\.svg|auth\/(?:callback|restore|session|suspended)|events|saves|sponsored)(?:\?|$))/;

/** Only guests' reads: requests with a session bypass the cache. Range requests get the whole page. */
export function isCacheable({ method, url, headers }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.authorization !== undefined) return false;
  if (headers.cookie !== undefined && PERSONAL_COOKIE.test(headers.cookie)) return false;
  return url !== undefined && !UNCACHED_PATH.test(url);
}
