import type { IncomingMessage } from "node:http";

import type { Env } from "#app/platform/env.server.ts";

import { checkUrl, type UrlVerdict } from "./check-url.ts";
import { isAllowedHost } from "./trial-host.ts";

type RequestVerdict = UrlVerdict | { ok: false; status: 421 };

/** Checks a request's Host and URL, before anything reads them. */
export function checkRequest({ headers, httpVersion, url = "" }: IncomingMessage, env: Env): RequestVerdict {
  // Load balancers check health with HTTP/1.0, which has no Host header.
  if (headers.host === undefined && httpVersion !== "1.0") return { ok: false, status: 400 };
  if (!isAllowedHost(headers.host, env)) return { ok: false, status: 421 };
  return checkUrl(url);
}
