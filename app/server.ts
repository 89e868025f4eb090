import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import * as build from "virtual:react-router/server-build";

import { answerUncached } from "./http/answer-uncached.server.ts";
import { isCacheable } from "./http/cache/cacheable-request.ts";
import { PageCache } from "./http/cache/page-cache.server.ts";
import { pageKey } from "./http/cache/page-key.ts";
import { checkRequest } from "./http/check-request.ts";
import { addressOf } from "./http/client-address.ts";
import { drainUnreadBody } from "./http/drain-body.ts";
import { failureResponse, sendFailure, unreadableResponse } from "./http/failures.server.ts";
import { requireOwnOrigin } from "./http/form-origin.server.ts";
import { serveHealthChecks } from "./http/health-checks.server.ts";
import { listenForChanges } from "./http/listen-for-changes.server.ts";
import { countGuestView } from "./http/page-views.server.ts";
import { plainAnswer, plainResponse, sendPlainAnswer, sendRedirect } from "./http/plain-answers.server.ts";
import type { PlainStatus } from "./http/plain-page.ts";
import { RenderLimits } from "./http/render-limits.ts";
import { renderForGuests } from "./http/render-page.server.ts";
import { requestIdOf, setRequestId } from "./http/request-id.ts";
import { deadlineOf, limitBody, limitMethods } from "./http/request-limits.server.ts";
import { FILE_POLICY, securityHeaders } from "./http/security-headers.ts";
import {
  createServices,
  type SiteEnvironment,
  type SiteOptions,
  type SiteServices,
} from "./http/site-services.server.ts";
import { serveAssets } from "./http/static-files.server.ts";
import { LIMIT_WINDOW_SECONDS } from "./platform/address-rate-limit.ts";
import { AnswerDeadline } from "./platform/answer-deadline.server.ts";
import { RouteTable } from "./platform/route-table.ts";

export type SiteServer = {
  /** Answers one request of Node's http server. */
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** The answer to a request that Node could not parse. */
  plainAnswer: (status: PlainStatus) => { headers: Record<string, string>; body: string };
  /** Ends open event streams. Called on shutdown before waiting for other requests. */
  endStreams: () => void;
  /** Saves counts that are still in memory. */
  close: () => Promise<void>;
};

/** Every route and what it declares. */
export const routes = new RouteTable(Object.values(build.routes).flatMap((route) => route ?? []));

/** The whole site: address check, page cache, then Hono with the assets and React Router. */
export async function createSite(options: SiteOptions): Promise<SiteServer> {
  const { opened, env, now } = options;
  opened.beforeStatements?.((kind) => AnswerDeadline.current()?.beforeStatement(kind));
  const services = createServices(options, { build, routes });
  const limits = new RenderLimits(routes);
  const secondsToWait = (request: IncomingMessage) =>
    limits.secondsToWait(request.url ?? "/", { address: addressOf(request, env), now: now() });
  const cache = new PageCache({
    keyOf: (target) => pageKey(target, routes),
    now: () => now().getTime(),
    refuse: (request, response) => {
      const seconds = secondsToWait(request);
      if (seconds !== null) sendPlainAnswer(request, response, { status: 429, env, secondsToWait: seconds });
      return seconds !== null;
    },
    render: (target, requestId) => renderForGuests(services, target, requestId),
    onSent: (request, sent) => countGuestView(services, request, sent),
  });
  await listenForChanges(services, cache);
  const answer = createAnswer({ ...services, cache, secondsToWait });

  return {
    listener: (request, response) => {
      const requestId = setRequestId(request);
      const fail = (error: unknown) => sendFailure(request, response, { ...services, error });
      try {
        answer(request, response, requestId)?.catch(fail);
      } catch (error) {
        fail(error);
      }
    },
    plainAnswer: (status) => plainAnswer(status, { requestId: randomUUID(), isForBrowser: true, env }),
    endStreams: () => services.streams.close(),
    close: async () => {
      await Promise.all([services.views.close(), services.times.close()]);
    },
  };
}

/** Counts a page to render. Null: go on; else the seconds to wait. */
type SecondsToWait = (request: IncomingMessage) => number | null;

type Answer = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void> | undefined;

/** Checks the request, then answers from the page cache or by Hono. A cached page is answered synchronously. */
function createAnswer(services: SiteServices & { cache: PageCache; secondsToWait: SecondsToWait }): Answer {
  const { env, times, cache } = services;
  const fetchListener = getRequestListener(createApp(services).fetch, {
    hostname: new URL(env.siteUrl).host,
    // `drainUnreadBody` reads for longer than the half second that this would allow.
    autoCleanupIncoming: false,
    errorHandler: (error) => unreadableResponse(error, services),
  });

  return (request, response, requestId) => {
    const verdict = checkRequest(request, env);
    if (!verdict.ok) {
      if ("location" in verdict) sendRedirect(request, response, { ...verdict, env });
      else sendPlainAnswer(request, response, { status: verdict.status, env });
      return undefined;
    }
    const startedAt = performance.now();
    const handled = isCacheable(request, routes) && cache.handle(request, response, requestId);
    if (handled === true) {
      times.record(request.url ?? "/", { isCacheHit: true, ms: performance.now() - startedAt });
      return undefined;
    }
    return Promise.resolve(handled).then((isDone) => (isDone ? undefined : fetchListener(request, response)));
  };
}

/** Everything but cached pages: health checks, assets, method and size limits, and uncacheable pages. */
function createApp(services: SiteServices & { cache: PageCache; secondsToWait: SecondsToWait }): Hono<SiteEnvironment> {
  const { env, opened, log, assetsFolder, secondsToWait } = services;
  const app = new Hono<SiteEnvironment>();
  app.use(async (context, next) => {
    drainUnreadBody(context.env);
    await next();
    const { headers } = context.res;
    headers.set("x-request-id", requestIdOf(context.env.incoming));
    for (const [name, value] of Object.entries(securityHeaders(env.siteUrl))) {
      // A page has them, and may allow this site to show it in a frame.
      if (!headers.has(name)) headers.set(name, value);
    }
    if (!headers.has("content-security-policy")) headers.set("content-security-policy", FILE_POLICY);
    const isRefusal = context.res.status === 429 || context.res.status === 503;
    if (isRefusal && !headers.has("retry-after")) headers.set("retry-after", String(LIMIT_WINDOW_SECONDS));
  });
  app.onError((error, context) => failureResponse(error, context, log));
  serveHealthChecks(app, opened);
  if (assetsFolder !== null) serveAssets(app, assetsFolder, env.mapStyleUrl);
  app.use(limitMethods, requireOwnOrigin(env.siteUrl, routes), limitBody(routes));
  app.all("*", (context) => {
    const seconds = secondsToWait(context.env.incoming);
    if (seconds !== null) return plainResponse(context, 429, { secondsToWait: seconds });
    const deadline = deadlineOf(context, routes);
    context.set("answer", deadline);
    return deadline.run(() => answerUncached(context, services));
  });
  return app;
}
