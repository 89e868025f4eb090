import type { IncomingMessage, ServerResponse } from "node:http";

import { type Context } from "hono";

import type { Env } from "#app/platform/env.server.ts";

import { type Outage, RETRY_AFTER_SECONDS } from "./outage.ts";
import { type PlainStatus, renderPlainAnswer, wantsHtml } from "./plain-page.ts";
import { requestIdOf } from "./request-id.ts";
import { FILE_POLICY, securityHeaders } from "./security-headers.ts";
import type { SiteEnvironment } from "./site-services.server.ts";

type PlainAnswer = { headers: Record<string, string>; body: string };

/**
 * @property outage The outage behind a 503.
 * @property secondsToWait When to try again after a 429.
 */
type AnswerInput = {
  requestId: string;
  isForBrowser: boolean;
  outage?: Outage | undefined;
  secondsToWait?: number | undefined;
};

/** An answer outside of Hono, with every header. */
export function plainAnswer(status: PlainStatus, { env, ...given }: AnswerInput & { env: Env }): PlainAnswer {
  const { headers, body } = renderAnswer(status, given);
  return { headers: { ...headers, ...securityHeaders(env.siteUrl), "x-request-id": given.requestId }, body };
}

export function sendPlainAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, ...given }: { status: PlainStatus; env: Env } & Pick<AnswerInput, "outage" | "secondsToWait">,
): void {
  const isForBrowser = wantsHtml(request.headers.accept);
  const { headers, body } = plainAnswer(status, { requestId: requestIdOf(request), isForBrowser, ...given });
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Redirects to the canonical URL, or to the name at which the site works. */
export function sendRedirect(
  request: IncomingMessage,
  response: ServerResponse,
  { status, location, env }: { status: 301 | 307; location: string; env: Env },
): void {
  response.writeHead(status, {
    ...securityHeaders(env.siteUrl),
    "content-security-policy": FILE_POLICY,
    location,
    "x-request-id": requestIdOf(request),
  });
  response.end();
}

/** An answer inside of Hono, which adds the headers of all answers. */
export function plainResponse(
  context: Context<SiteEnvironment>,
  status: PlainStatus,
  given: Pick<AnswerInput, "outage" | "secondsToWait"> = {},
): Response {
  const isForBrowser = wantsHtml(context.req.header("accept"));
  const requestId = requestIdOf(context.env.incoming);
  const { headers, body } = renderAnswer(status, { requestId, isForBrowser, ...given });
  return new Response(body, { status, headers });
}

function renderAnswer(
  status: PlainStatus,
  { requestId, isForBrowser, outage, secondsToWait }: AnswerInput,
): PlainAnswer {
  const { body, contentType } = renderPlainAnswer({ status, requestId, wantsHtml: isForBrowser, outage });
  const retryAfter = secondsToWait ?? (outage === undefined ? null : RETRY_AFTER_SECONDS);
  const headers = {
    ...(retryAfter === null ? {} : { "retry-after": String(retryAfter) }),
    "content-type": contentType,
    "content-security-policy": FILE_POLICY,
    "cache-control": "no-store",
  };
  return { headers, body };
}
