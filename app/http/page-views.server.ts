import type { IncomingMessage } from "node:http";

import { excludeOwnedPlaces } from "#app/business/listings/figures/exclude-owner-views.server.ts";
import type { View } from "#app/guide/analytics/counters/view-counter.server.ts";
import { pageSubject } from "#app/guide/analytics/places/page-subject.ts";
import { parseArrival } from "#app/guide/analytics/visitors/arrival.ts";
import type { ListedPlaces } from "#app/platform/page-cache-info.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { addressOf } from "./client-address.ts";
import { requestIdOf } from "./request-id.ts";
import type { SiteServices } from "./site-services.server.ts";

type SentPage = { status: number; shown: ListedPlaces | null };

/** Counts a page that was sent to a guest. */
export function countGuestView(services: SiteServices, request: IncomingMessage, sent: SentPage): void {
  const view = viewOf(request, sent, services);
  if (view !== null) services.views.count(view);
}

/**
 * Counts a view of a signed-in user, whose pages aren't cached. Excludes places they manage, and reloads of a page's data
 * after an action on it.
 */
export async function countSignedInView(
  services: SiteServices,
  request: IncomingMessage,
  { viewer, ...sent }: SentPage & { viewer: Viewer },
): Promise<void> {
  const { opened, views, log } = services;
  const view = viewOf(request, sent, services);
  if (view === null || isDataReload(request)) return;
  try {
    const counted = await excludeOwnedPlaces(opened.db, view, viewer.id);
    if (counted !== null) views.count(counted);
  } catch (error) {
    log.warn({ err: error, requestId: requestIdOf(request) }, "A view of a signed-in user was not counted");
  }
}

/** The view that a sent page counts as; null for anything else. */
function viewOf(
  request: IncomingMessage,
  { status, shown }: SentPage,
  { env, routes }: Pick<SiteServices, "env" | "routes">,
): View | null {
  const { url: target = "/" } = request;
  const subject = status === 200 && request.method === "GET" ? pageSubject(target, routes) : null;
  if (subject === null || request.headers["sec-purpose"] !== undefined) return null;
  const { referer: referrer, "user-agent": userAgent = "" } = request.headers;
  const arrival = optsOutOfTracking(request) ? null : parseArrival({ referrer, target, siteUrl: env.siteUrl, routes });
  return { ...subject, shown, arrival, address: addressOf(request, env), userAgent };
}

/** Global Privacy Control or Do Not Track: the view is counted without its referrer. */
function optsOutOfTracking({ headers }: IncomingMessage): boolean {
  return headers["sec-gpc"] === "1" || headers["dnt"] === "1";
}

/** Whether a page reloads its own data. On navigation, the previous page requests the data. */
function isDataReload({ url = "", headers: { referer } }: IncomingMessage): boolean {
  const path = url.split("?", 1)[0] ?? "";
  if (!path.endsWith(".data") || referer === undefined || !URL.canParse(referer)) return false;
  return new URL(referer).pathname === path.slice(0, -".data".length).replace(/^\/_$/, "/");
}
