import type { IncomingMessage } from "node:http";

import type { Env } from "#app/platform/env.server.ts";

import { checkUrl, type UrlVerdict } from "./check-url.ts";
import { isAllowedHost, isOtherTrialName } from "./trial-host.ts";

type RequestVerdict = UrlVerdict | { ok: false; status: 421 } | { ok: false; status: 307; location: string };

/** Checks a request's Host and URL, before anything reads them. A trial's pages are opened at the site's own URL. */
export function checkRequest(
  { headers, rawHeaders, httpVersion, method, url = "" }: IncomingMessage,
  env: Env,
): RequestVerdict {
  // Load balancers check health with HTTP/1.0, which has no Host header.
  if (headers.host === undefined && httpVersion !== "1.0") return { ok: false, status: 400 };
  if (hasTwoHosts(rawHeaders)) return { ok: false, status: 400 };
  if (!isAllowedHost(headers.host, env)) return { ok: false, status: 421 };
  const verdict = checkUrl(url);
  const isPageOpened = method === "GET" && headers["sec-fetch-dest"] === "document";
  if (verdict.ok && isPageOpened && headers.host !== undefined && isOtherTrialName(headers.host, env)) {
    return { ok: false, status: 307, location: env.siteUrl + url };
  }
  return verdict;
}

/** Node takes the first of two, and a proxy in front might take the other (RFC 9112, 3.2: such a request is refused). */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
