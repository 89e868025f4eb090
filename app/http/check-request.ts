import type { IncomingMessage } from "node:http";

import type { Env } from "#app/platform/env.server.ts";

import { checkUrl, type UrlVerdict } from "./check-url.ts";
import { isAllowedHost, isOtherTrialName } from "./trial-host.ts";

type RequestVerdict = UrlVerdict | { ok: false; status: 421 } | { ok: false; status: 307; location: string };

/** Checks a request's Host and URL, before anything reads them. A trial's pages are opened at the site's own URL. */
export function checkRequest({ headers, httpVersion, method, url = "" }: IncomingMessage, env: Env): RequestVerdict {
  // Load balancers check health with HTTP/1.0, which has no Host header.
  if (headers.host === undefined && httpVersion !== "1.0") return { ok: false, status: 400 };
  if (!isAllowedHost(headers.host, env)) return { ok: false, status: 421 };
  const verdict = checkUrl(url);
  const isPageOpened = method === "GET" && headers["sec-fetch-dest"] === "document";
  if (verdict.ok && isPageOpened && headers.host !== undefined && isOtherTrialName(headers.host, env)) {
    return { ok: false, status: 307, location: env.siteUrl + url };
  }
  return verdict;
}
