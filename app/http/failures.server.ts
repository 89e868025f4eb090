import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { RequestError } from "@hono/node-server";
import { type Context } from "hono";

import type { Logger } from "#app/platform/log.server.ts";

import { findOutage } from "./guarded-routes.server.ts";
import type { Outage } from "./outage.ts";
import { plainAnswer, plainResponse, sendPlainAnswer } from "./plain-answers.server.ts";
import { requestIdOf } from "./request-id.ts";
import type { SiteEnvironment, SiteOptions } from "./site-services.server.ts";

/** Answers a failed request with an error page, or closes the connection if the answer has started. */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { error, env, log }: Pick<SiteOptions, "env" | "log"> & { error: unknown },
): void {
  logFailure(log, request, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const outage = findOutage(error, request.method ?? "GET") ?? undefined;
  sendPlainAnswer(request, response, { status: statusOf(outage), env, outage });
}

/** The answer to a request that failed inside of Hono. */
export function failureResponse(error: unknown, context: Context<SiteEnvironment>, log: Logger): Response {
  logFailure(log, context.env.incoming, error);
  const outage = findOutage(error, context.req.method, context.get("answer")) ?? undefined;
  return plainResponse(context, statusOf(outage), { outage });
}

/** The answer to a request that can't be converted to a `Request`, for example with an invalid Host. */
export function unreadableResponse(error: unknown, { env, log }: Pick<SiteOptions, "env" | "log">): Response {
  const status = error instanceof RequestError ? 400 : 500;
  // The request is unknown here, so the answer gets a new id.
  const requestId = randomUUID();
  if (status === 500) log.error({ err: error, requestId }, "A request failed");
  const { headers, body } = plainAnswer(status, { requestId, isForBrowser: true, env });
  return new Response(body, { status, headers });
}

/** Logs only the path, because the query may contain a search, a position or a sign-in token. */
function logFailure(log: Logger, request: IncomingMessage, error: unknown): void {
  // Visitors may disconnect while they send; that is not an error.
  const level = request.socket.destroyed ? "debug" : "error";
  const path = request.url?.split("?", 1)[0];
  log[level]({ err: error, requestId: requestIdOf(request), path }, "A request failed");
}

function statusOf(outage: Outage | undefined): 500 | 503 {
  return outage === undefined ? 500 : 503;
}
