import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

import { AnswerDeadline } from "#app/platform/answer-deadline.server.ts";
import type { RouteTable } from "#app/platform/route-table.ts";

import { plainResponse } from "./plain-answers.server.ts";
import type { SiteEnvironment } from "./site-services.server.ts";

/** Limit of form bodies, except where a route takes uploads. */
const BODY_BYTES_MAX = 256 * 1024;

/** Allowance for the other fields of a form with files. */
const FORM_BYTES_MAX = 64 * 1024;

export const limitMethods: MiddlewareHandler<SiteEnvironment> = async (context, next) => {
  if (["GET", "HEAD", "POST", "OPTIONS"].includes(context.req.method)) return next();
  const refused = plainResponse(context, 405);
  refused.headers.set("allow", "GET, HEAD, POST");
  return refused;
};

/**
 * An upload with a known length is passed on unread, so that its route checks permissions first. Without a length, the body
 * would have to be read here to limit it.
 */
export function limitBody(routes: RouteTable): MiddlewareHandler<SiteEnvironment> {
  return (context, next) => {
    const bytesMax = routes.find(context.req.path)?.handle.uploadBytesMax;
    const takesFile = bytesMax !== undefined && hasContentLength(context);
    const maxSize = takesFile ? bytesMax + FORM_BYTES_MAX : BODY_BYTES_MAX;
    return bodyLimit({ maxSize, onError: (refused) => plainResponse(refused, 413) })(context, next);
  };
}

function hasContentLength({ req }: Context<SiteEnvironment>): boolean {
  const isKnown = req.header("content-length") !== undefined && req.header("transfer-encoding") === undefined;
  return req.method === "POST" && isKnown;
}

/** Uploads have limits of their own, so they have no deadline here. */
export function deadlineOf({ req, env }: Context<SiteEnvironment>, routes: RouteTable): AnswerDeadline {
  if (req.method !== "POST") return new AnswerDeadline();
  const takesFiles = routes.find(req.path)?.handle.uploadBytesMax !== undefined;
  return new AnswerDeadline({ body: env.incoming, ...(takesFiles ? { msMax: null } : {}) });
}
