import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

import { acceptsGuideFiles } from "#app/desk/editor/editing-paths.ts";
import { acceptsImportUploads, FILE_BYTES_MAX } from "#app/desk/imports/screens/imports.ts";
import { acceptsUploads, UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { AnswerDeadline } from "#app/platform/answer-deadline.server.ts";

import { plainResponse } from "./plain-answers.server.ts";
import type { SiteEnvironment } from "./site-services.server.ts";

/** Limit of form bodies, except for photo uploads and imports. */
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
export const limitBody: MiddlewareHandler<SiteEnvironment> = (context, next) => {
  const { path } = context.req;
  if (!hasContentLength(context)) return limited(context, next);
  if (acceptsImportUploads(path)) return limitedImport(context, next);
  return (acceptsUploads(path) || acceptsGuideFiles(path) ? limitedUpload : limited)(context, next);
};

const limited = limitOf(BODY_BYTES_MAX);
const limitedUpload = limitOf(UPLOAD_BYTES_MAX + FORM_BYTES_MAX);
const limitedImport = limitOf(FILE_BYTES_MAX + FORM_BYTES_MAX);

function limitOf(maxSize: number): MiddlewareHandler<SiteEnvironment> {
  return bodyLimit({ maxSize, onError: (context) => plainResponse(context, 413) });
}

function hasContentLength({ req }: Context<SiteEnvironment>): boolean {
  const isKnown = req.header("content-length") !== undefined && req.header("transfer-encoding") === undefined;
  return req.method === "POST" && isKnown;
}

/** Photo uploads and imports have limits of their own, so they have no deadline here. */
export function deadlineOf({ req, env }: Context<SiteEnvironment>): AnswerDeadline {
  if (req.method !== "POST") return new AnswerDeadline();
  const takesFiles = acceptsImportUploads(req.path) || acceptsUploads(req.path) || acceptsGuideFiles(req.path);
  return new AnswerDeadline({ body: env.incoming, ...(takesFiles ? { msMax: null } : {}) });
}
