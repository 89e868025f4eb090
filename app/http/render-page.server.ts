import { RouterContextProvider } from "react-router";

import { AnswerDeadline } from "#app/platform/answer-deadline.server.ts";
import { newPageCacheInfo, type PageCacheInfo } from "#app/platform/page-cache-info.ts";
import { type Site, siteContext } from "#app/platform/site.ts";

import { withDeclaredQuery } from "./cache/page-key.ts";
import { finishPage } from "./finish-page.ts";
import { hadOutage } from "./guarded-routes.server.ts";
import { RETRY_AFTER_SECONDS } from "./outage.ts";
import type { SiteServices } from "./site-services.server.ts";

/** What a page may know about its requester. */
type Requester = Pick<Site, "requestId" | "visitorAddress" | "viewer" | "notice">;

type Rendered = { response: Response; cacheInfo: PageCacheInfo };

/** Renders a page for all guests alike. */
export async function renderForGuests(services: SiteServices, target: string, requestId: string): Promise<Rendered> {
  // A fixed origin: the cached page must not depend on who requested it first.
  const request = new Request(new URL(target, services.env.siteUrl));
  const requester = { requestId, visitorAddress: null, viewer: null, notice: null };
  return new AnswerDeadline().run(() => renderPage(services, request, requester));
}

/** Answers a request by its route. */
export async function renderPage(services: SiteServices, request: Request, requester: Requester): Promise<Rendered> {
  const { opened, env, log, now, streams, websites, views, switches, times, routes } = services;
  const { requestId } = requester;
  const { pathname } = new URL(request.url);
  const handle = routes.find(pathname)?.handle;
  const cacheInfo = newPageCacheInfo(handle);
  const context = new RouterContextProvider();
  context.set(siteContext, {
    db: opened.db,
    now: now(),
    env,
    log: log.child({ requestId }),
    ...requester,
    streams,
    websites,
    visits: views,
    switches,
    routes,
    page: cacheInfo,
  });
  const startedAt = performance.now();
  const response = await services.handlePage(withDeclaredQuery(request, routes), context);
  if (request.method === "GET") times.record(pathname, { isCacheHit: false, ms: performance.now() - startedAt });
  const isBuilt = services.assetsFolder !== null;
  const finished = await finishPage(response, {
    requestId,
    env,
    routes,
    isBuilt,
    isCacheable: cacheInfo.isCacheable,
    isFramed: handle?.isFramed === true,
  });
  if (finished.status === 503 && hadOutage(context)) finished.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return { response: finished, cacheInfo };
}
