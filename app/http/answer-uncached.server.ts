import type { Context } from "hono";

import { extendsSession } from "#app/people/accounts/sessions/live-state.ts";
import { readSessionToken, sessionCookie } from "#app/people/accounts/sessions/session-cookie.ts";
import { findViewer } from "#app/people/accounts/sessions/sessions.server.ts";
import { AnswerDeadline } from "#app/platform/answer-deadline.server.ts";
import { CLEAR_NOTICE_COOKIE, readNoticeCookie } from "#app/platform/notice.ts";

import { isCacheableForGuests } from "./cache/cacheable-request.ts";
import type { PageCache } from "./cache/page-cache.server.ts";
import { addressOf } from "./client-address.ts";
import { CACHE_PRIVATE, CACHE_SHARED, isPage } from "./finish-page.ts";
import { countSignedInView } from "./page-views.server.ts";
import { renderPage } from "./render-page.server.ts";
import { requestIdOf } from "./request-id.ts";
import type { SiteEnvironment, SiteServices } from "./site-services.server.ts";

/** Answers a signed-in user, or a guest whose page can't be cached. */
export async function answerUncached(
  context: Context<SiteEnvironment>,
  services: SiteServices & { cache: PageCache },
): Promise<Response> {
  const { env, opened, routes, cache } = services;
  const { incoming } = context.env;
  const cookies = context.req.header("cookie") ?? null;
  const { method, path } = context.req;
  const session = routes.find(path)?.handle.session;
  const isUnread = session === "unread";
  const isBackground = session === "not-extended";
  const token = isUnread ? null : readSessionToken(cookies, env.siteUrl);
  const viewer =
    token === null ? null : await findViewer(opened.db, token, services.now(), extendsSession(method, session));
  // Updating the session's last use is not data from the request.
  AnswerDeadline.current()?.resetSaved();
  const notice = readNoticeCookie(cookies);
  const requestId = requestIdOf(incoming);
  // A cookie that is no session's must not cost a page of its own.
  const isGuestPage = viewer === null && notice === null && isCacheableForGuests(incoming, routes);
  const guestPage = isGuestPage ? await cache.read(incoming.url ?? "/", requestId) : null;
  const visitorAddress = addressOf(incoming, env);
  const { response, cacheInfo } =
    guestPage === null
      ? await renderPage(services, context.req.raw, { requestId, visitorAddress, viewer, notice })
      : { response: guestPage, cacheInfo: null };
  // Waits for invalidations, so that the page after the form shows the change.
  if (method === "POST" && response.status < 400 && !isUnread) await services.echo.waitForInvalidations(opened.db);
  // Clears the cookie of an ended session, so that the browser gets cached pages again. Not for background requests: the
  // browser may be signing in at that moment.
  if (!isBackground && token !== null && viewer === null && !response.headers.has("set-cookie")) {
    response.headers.append("set-cookie", sessionCookie(null, env.siteUrl));
  }
  if (viewer !== null) {
    await countSignedInView(services, incoming, {
      viewer,
      status: response.status,
      shown: cacheInfo?.listedPlaces ?? null,
    });
  }
  if (notice !== null && isPage(response)) response.headers.append("set-cookie", CLEAR_NOTICE_COOKIE);
  if (response.status === 405 && !response.headers.has("allow")) response.headers.set("allow", "GET, HEAD");
  // The request may have a session, so shared caches must not store the answer.
  if (response.headers.get("cache-control") === CACHE_SHARED) response.headers.set("cache-control", CACHE_PRIVATE);
  return response;
}
