import type { ActionFunctionArgs, LoaderFunctionArgs, RouterContextProvider, ServerBuild } from "react-router";

import { isDatabaseUnavailable } from "#app/db/database-unavailable.server.ts";
import type { Outage } from "./outage.ts";
import { renderPlainAnswer, wantsHtml } from "./plain-page.ts";
import { AnswerDeadline, AnswerTimeoutError } from "#app/platform/answer-deadline.server.ts";
import { siteOf } from "#app/platform/site.ts";

type Arguments = LoaderFunctionArgs | ActionFunctionArgs;
type Route = NonNullable<ServerBuild["routes"][string]>;

/** Router contexts of answers that had an outage. */
const outageContexts = new WeakSet<Readonly<RouterContextProvider>>();

/** Whether a route of this answer had an outage. Then a 503 was made here and not by the route. */
export function hadOutage(context: Readonly<RouterContextProvider>): boolean {
  return outageContexts.has(context);
}

/**
 * Wraps loaders and actions so that they throw a 503 in an outage. React Router turns other errors into a 500 without telling
 * the page or the server why.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && guardRoute(route)] as const);
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardRoute(route: Route): Route {
  const { loader, action, default: page, ErrorBoundary } = route.module;
  // Without a page component, the thrown response is sent unchanged.
  const isPage = page !== undefined || ErrorBoundary !== undefined;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader === undefined ? {} : { loader: guard(loader, isPage) }),
      ...(action === undefined ? {} : { action: guard(action, isPage) }),
    },
  };
}

function guard<Given extends Arguments>(work: (given: Given) => unknown, isPage: boolean) {
  return async (given: Given) => {
    try {
      return await work(given);
    } catch (error) {
      const outage = findOutage(error, given.request.method);
      if (outage === null) throw error;
      throw outageAnswer(given, { error, outage, isPage });
    }
  };
}

/** Classifies an error as an outage; null for any other error. */
export function findOutage(error: unknown, method: string, answer = AnswerDeadline.current()): Outage | null {
  const reason = error instanceof AnswerTimeoutError ? "late" : isDatabaseUnavailable(error) ? "away" : null;
  if (reason === null) return null;
  const isRead = method === "GET" || method === "HEAD";
  return { reason, saved: isRead ? null : answer?.mayHaveSaved === true ? "unknown" : "no" };
}

function outageAnswer(
  { context, request }: Arguments,
  { error, outage, isPage }: { error: unknown; outage: Outage; isPage: boolean },
): Response {
  outageContexts.add(context);
  const { log, requestId } = siteOf(context);
  if (!request.signal.aborted) log.error({ err: error, path: new URL(request.url).pathname }, "A page failed");
  // A form that is sent without leaving the page asks for no HTML.
  const loadsPage = wantsHtml(request.headers.get("accept") ?? undefined);
  const isForBrowser = !isPage && loadsPage;
  const { body, contentType } = renderPlainAnswer({
    status: 503,
    requestId,
    wantsHtml: isForBrowser,
    loadsPage,
    outage,
  });
  const headers = { "content-type": contentType, "cache-control": "no-store" };
  return new Response(body, { status: 503, headers });
}
