import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { sql } from "drizzle-orm";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";

import type { OpenedDatabase } from "#app/db/database.server.ts";

import { checkUrl } from "./http/check-url.ts";
import { clientAddress } from "./http/client-address.ts";
import { drainUnreadBody } from "./http/drain-body.ts";
import { parseArrival } from "./guide/analytics/visitors/arrival.ts";
import { pageSubject } from "./guide/analytics/places/page-subject.ts";
import { RouteMatcher } from "./guide/analytics/counters/route-matcher.ts";
import { ResponseTimeCounter } from "./guide/analytics/counters/response-time-counter.server.ts";
import { type View, ViewCounter } from "./guide/analytics/counters/view-counter.server.ts";
import { extendsSession, isBackgroundRequest } from "./people/accounts/sessions/live-state.ts";
import { sessionCookie, readSessionToken } from "./people/accounts/sessions/session-cookie.ts";
import { findViewer } from "./people/accounts/sessions/sessions.server.ts";
import { excludeOwnedPlaces } from "./business/listings/figures/exclude-owner-views.server.ts";
import { acceptsGuideFiles } from "./desk/editor/editing-paths.ts";
import { acceptsUploads, UPLOAD_BYTES_MAX } from "./guide/photos/place/place-photo.ts";
import { FILE_BYTES_MAX, acceptsImportUploads } from "./desk/imports/screens/imports.ts";
import { guardRoutes, hadOutage, findOutage } from "./http/guarded-routes.server.ts";
import { deferHydration } from "./hydration/deferred-hydration.ts";
import { type Outage, RETRY_AFTER_SECONDS } from "./http/outage.ts";
import { PageCache, type RenderedPage } from "./http/page-cache.server.ts";
import { type PlainStatus, renderPlainAnswer, wantsHtml } from "./http/plain-page.ts";
import { AnswerDeadline } from "./platform/answer-deadline.server.ts";
import type { Env } from "./platform/env.server.ts";
import type { Logger } from "./platform/log.server.ts";
import { CLEAR_NOTICE_COOKIE, type Notice, readNoticeCookie } from "./platform/notice.ts";
import { newPageCacheInfo, type PageCacheInfo, type ListedPlaces } from "./platform/page-cache-info.ts";
import { PAGE_TAGS_CHANNEL, InvalidationEcho } from "./platform/page-tags.server.ts";
import { PEOPLE_CHANNEL, PersonStreams } from "./platform/person-streams.server.ts";
import { siteContext } from "./platform/site.ts";
import { SwitchStore, SWITCHES_CHANNEL } from "./platform/switches.server.ts";
import type { Viewer } from "./platform/viewer.ts";
import { WebsiteReader } from "./platform/website-reader.server.ts";
import { FILE_POLICY, pagePolicy, securityHeaders, workerPolicy } from "./http/security-headers.ts";
import { isAllowedHost } from "./http/trial-host.ts";

/** Limit of form bodies, except for photo uploads and imports. */
const BODY_BYTES_MAX = 256 * 1024;

const READY_MS_MAX = 2_000;

export type SiteOptions = {
  opened: OpenedDatabase;
  env: Env;
  log: Logger;
  now: () => Date;
  /** The folder with the browser's files; null in development, where Vite serves them. */
  assetsFolder: string | null;
  /** Set by tests to read a website on this machine. */
  websites?: WebsiteReader;
};

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

/** The whole site: address check, page cache, then Hono with the assets and React Router. */
export async function createSite(given: SiteOptions): Promise<SiteServer> {
  const { opened, env, log } = given;
  opened.beforeStatements?.((kind) => AnswerDeadline.current()?.beforeStatement(kind));
  const streams = new PersonStreams(given);
  const views = new ViewCounter({ db: opened.db, log, now: given.now });
  const routes = new RouteMatcher(listedRoutes());
  const times = new ResponseTimeCounter({ db: opened.db, log, now: given.now, routes });
  const switches = new SwitchStore();
  const options: ServerContext = {
    ...given,
    streams,
    views,
    times,
    websites: given.websites ?? new WebsiteReader(),
    switches,
    echo: new InvalidationEcho(),
  };
  const cache = new PageCache({
    now: () => options.now().getTime(),
    render: (target, requestId) => renderAnonymous(options, target, requestId),
    onSent: (request, sent) => {
      const view = viewOf(request, sent, env);
      if (view !== null) views.count(view);
    },
  });
  await listenForSwitches(options, cache);
  await subscribeToInvalidation(options, cache);
  const fetchListener = getRequestListener(createApp(options).fetch, {
    hostname: new URL(env.siteUrl).host,
    // `drainUnreadBody` reads for longer than the half second that this would allow.
    autoCleanupIncoming: false,
    errorHandler: (error) => answerUnreadable(error, options),
  });

  const answer = (request: IncomingMessage, response: ServerResponse, requestId: string): void | Promise<void> => {
    const refuse = (status: PlainStatus) => refusal(request, response, { status, requestId, env });
    const redirect = (location: string) => redirectTo(response, { location, requestId, env });
    // Load balancers check health with HTTP/1.0, which has no Host header.
    if (request.headers.host === undefined && request.httpVersion !== "1.0") return refuse(400);
    if (!isAllowedHost(request.headers.host, env)) return refuse(421);
    const verdict = checkUrl(request.url ?? "");
    if (!verdict.ok) return verdict.status === 301 ? redirect(verdict.location) : refuse(verdict.status);
    const startedAt = performance.now();
    const handled = isCacheable(request) && cache.handle(request, response, requestId);
    if (handled === true) {
      times.record(request.url ?? "/", { isKept: true, ms: performance.now() - startedAt });
      return;
    }
    return Promise.resolve(handled).then((isDone) => (isDone ? undefined : fetchListener(request, response)));
  };
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) =>
    answerFailure(request, response, { error, env, log });

  return {
    listener: (request, response) => {
      const requestId = randomUUID();
      request.headers["x-request-id"] = requestId;
      try {
        answer(request, response, requestId)?.catch((error: unknown) => fail(request, response, error));
      } catch (error) {
        fail(request, response, error);
      }
    },
    plainAnswer: (status) => refusalOf(status, { requestId: randomUUID(), isForBrowser: true, env }),
    endStreams: () => streams.close(),
    close: async () => {
      await Promise.all([views.close(), times.close()]);
    },
  };
}

/** Answers a failed request with an error page, or closes the connection if the answer has started. */
function answerFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { error, env, log }: { error: unknown; env: Env; log: Logger },
): void {
  logFailure(log, request, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const outage = findOutage(error, request.method ?? "GET") ?? undefined;
  refusal(request, response, { status: statusOf(outage), requestId: requestIdOf(request), env, outage });
}

/** Redirects to the canonical URL. */
function redirectTo(
  response: ServerResponse,
  { location, requestId, env }: { location: string; requestId: string; env: Env },
): void {
  response.writeHead(301, {
    ...securityHeaders(env.siteUrl),
    "content-security-policy": FILE_POLICY,
    location,
    "x-request-id": requestId,
  });
  response.end();
}

/** Invalidates cached pages and updates open event streams on changes by any instance. */
async function subscribeToInvalidation({ opened, streams, echo }: ServerContext, cache: PageCache): Promise<void> {
  await opened.listen(PAGE_TAGS_CHANNEL, {
    onMessage: (payload) => {
      if (!echo.receive(payload)) cache.invalidate(payload.split(","));
    },
    onGap: () => cache.invalidate(["*"]),
  });
  await opened.listen(PEOPLE_CHANNEL, {
    onMessage: (personId) => streams.notify(personId),
    onGap: () => void streams.notifyAll(),
  });
}

/** Listens before it loads, so that no change is missed in between. */
async function listenForSwitches({ opened, switches, log }: ServerContext, cache: PageCache): Promise<void> {
  await opened.listen(SWITCHES_CHANNEL, {
    onMessage: (payload) => switches.applyNotification(payload),
    onGap: () => {
      switches
        .load(opened.db)
        .then(() => cache.invalidate(["*"]))
        .catch((error: unknown) => log.error({ err: error }, "The switches could not be reloaded"));
    },
  });
  await switches.load(opened.db);
}

/** The view that a sent page counts as; null for anything else. */
function viewOf(
  request: IncomingMessage,
  { status, contentType, shown }: { status: number; contentType: string; shown: ListedPlaces | null },
  env: Env,
): View | null {
  const subject = status === 200 && request.method === "GET" ? pageSubject(request.url ?? "/", contentType) : null;
  if (subject === null || request.headers["sec-purpose"] !== undefined) return null;
  const { referer: referrer, "user-agent": userAgent = "" } = request.headers;
  const arrival = optsOutOfTracking(request)
    ? null
    : parseArrival({ referrer, target: request.url ?? "/", siteUrl: env.siteUrl });
  return { ...subject, shown, arrival, address: addressOf(request, env), userAgent };
}

/** Global Privacy Control or Do Not Track: the view is counted without its referrer. */
function optsOutOfTracking({ headers }: IncomingMessage): boolean {
  return headers["sec-gpc"] === "1" || headers["dnt"] === "1";
}

/**
 * Counts a view of a signed-in user, whose pages aren't cached. Excludes places they manage, and reloads of a page's data
 * after an action on it.
 */
async function countSignedInView(
  { opened, env, views, log }: ServerContext,
  request: IncomingMessage,
  { viewer, ...sent }: { viewer: Viewer; status: number; contentType: string; shown: ListedPlaces | null },
): Promise<void> {
  const view = viewOf(request, sent, env);
  if (view === null || isDataReload(request)) return;
  try {
    const counted = await excludeOwnedPlaces(opened.db, view, viewer.id);
    if (counted !== null) views.count(counted);
  } catch (error) {
    log.warn({ err: error, requestId: requestIdOf(request) }, "A view of a signed-in user was not counted");
  }
}

/** Whether a page reloads its own data. On navigation, the previous page requests the data. */
function isDataReload({ url = "", headers: { referer } }: IncomingMessage): boolean {
  const path = url.split("?", 1)[0] ?? "";
  if (!path.endsWith(".data") || referer === undefined || !URL.canParse(referer)) return false;
  return new URL(referer).pathname === path.slice(0, -".data".length).replace(/^\/_$/, "/");
}

/** Logs only the path, because the query may contain a search, a position or a sign-in token. */
function logFailure(log: Logger, request: IncomingMessage, error: unknown): void {
  // Visitors may disconnect while they send; that is not an error.
  const level = request.socket.destroyed ? "debug" : "error";
  const path = request.url?.split("?", 1)[0];
  log[level]({ err: error, requestId: requestIdOf(request), path }, "A request failed");
}

/** Answers a request that can't be converted to a `Request`, for example with an invalid Host. */
function answerUnreadable(error: unknown, { env, log }: SiteOptions): Response {
  const status = error instanceof RequestError ? 400 : 500;
  // The request is unknown here, so the answer gets a new id.
  const requestId = randomUUID();
  if (status === 500) log.error({ err: error, requestId }, "A request failed");
  const { headers, body } = refusalOf(status, { requestId, isForBrowser: true, env });
  return new Response(body, { status, headers });
}

/** What all requests share. */
type ServerContext = SiteOptions & {
  streams: PersonStreams;
  views: ViewCounter;
  times: ResponseTimeCounter;
  websites: WebsiteReader;
  switches: SwitchStore;
  echo: InvalidationEcho;
};

type SiteEnvironment = { Bindings: HttpBindings; Variables: { answer: AnswerDeadline } };

/** The id set by the listener, which replaces any id that the visitor sent. */
function requestIdOf(request: IncomingMessage): string {
  return String(request.headers["x-request-id"]);
}

/** Everything but cached pages: health checks, assets, method and size limits, and uncacheable pages. */
function createApp(options: ServerContext) {
  const { env, opened } = options;
  const app = new Hono<SiteEnvironment>();
  app.use(async (context, next) => {
    drainUnreadBody(context.env);
    await next();
    context.res.headers.set("x-request-id", requestIdOf(context.env.incoming));
    for (const [name, value] of Object.entries(securityHeaders(env.siteUrl))) context.res.headers.set(name, value);
    if (!context.res.headers.has("content-security-policy")) {
      context.res.headers.set("content-security-policy", FILE_POLICY);
    }
  });
  app.onError((error, context) => {
    logFailure(options.log, context.env.incoming, error);
    const outage = findOutage(error, context.req.method, context.get("answer")) ?? undefined;
    return plainResponse(context, statusOf(outage), outage);
  });
  app.get("/healthz", (context) => context.text("ok\n"));
  app.get("/readyz", async (context) => {
    const isReady = await isDatabaseReady(opened);
    return isReady ? context.text("ready\n") : context.text("the database does not answer\n", 503, RETRY_AFTER);
  });
  if (options.assetsFolder !== null) {
    app.use("/assets/*", serveFiles(options.assetsFolder, { cacheControl: IMMUTABLE, mapStyleUrl: env.mapStyleUrl }));
    app.use("/favicon.svg", serveFiles(options.assetsFolder, { cacheControl: ONE_DAY, mapStyleUrl: null }));
    app.all("/assets/*", (context) => plainResponse(context, 404));
  }
  app.use(async (context, next) => {
    if (["GET", "HEAD", "POST", "OPTIONS"].includes(context.req.method)) return next();
    const refused = plainResponse(context, 405);
    refused.headers.set("allow", "GET, HEAD, POST");
    return refused;
  });
  app.use(async (context, next) => {
    const origin = context.req.header("origin");
    // Browsers send the origin of a form. React Router would log a foreign origin as an error.
    const isSameOrigin = origin === undefined || origin === env.siteUrl || origin === new URL(context.req.url).origin;
    // Set by the browser; pages can't forge it.
    const from = context.req.header("sec-fetch-site");
    const isSameSite = from === undefined || from === "same-origin" || from === "none";
    const isAllowed = (isSameOrigin && isSameSite) || readsNoSession(context.req.path);
    if (context.req.method === "POST" && !isAllowed) return plainResponse(context, 403);
    // React Router checks again, against an http URL. Behind a proxy that terminates TLS it would refuse the site's own pages,
    // so the header is set to the origin it expects.
    if (origin !== undefined) context.req.raw.headers.set("origin", new URL(context.req.url).origin);
    return next();
  });
  const tooLarge = (context: Context<SiteEnvironment>) => plainResponse(context, 413);
  const limited = bodyLimit({ maxSize: BODY_BYTES_MAX, onError: tooLarge });
  const limitedUpload = bodyLimit({ maxSize: UPLOAD_BYTES_MAX + FORM_BYTES_MAX, onError: tooLarge });
  const limitedImport = bodyLimit({ maxSize: FILE_BYTES_MAX + FORM_BYTES_MAX, onError: tooLarge });
  app.use((context, next) => {
    if (hasContentLength(context) && acceptsImportUploads(context.req.path)) return limitedImport(context, next);
    return (isUpload(context) ? limitedUpload : limited)(context, next);
  });
  app.all("*", (context) => {
    const answer = answerTimeOf(context);
    context.set("answer", answer);
    return answer.run(() => answerUncached(context, options));
  });
  return app;
}

/** Photo uploads and imports have limits of their own, so they have no deadline here. */
function answerTimeOf(context: Context<SiteEnvironment>): AnswerDeadline {
  const { path } = context.req;
  const takesFiles = acceptsImportUploads(path) || acceptsUploads(path) || acceptsGuideFiles(path);
  if (context.req.method !== "POST") return new AnswerDeadline();
  return new AnswerDeadline({ body: context.env.incoming, ...(takesFiles ? { msMax: null } : {}) });
}

/** Answers a signed-in user, or a guest whose page can't be cached. */
async function answerUncached(context: Context<SiteEnvironment>, options: ServerContext): Promise<Response> {
  const { env, opened } = options;
  const cookies = context.req.header("cookie") ?? null;
  const { method, path } = context.req;
  const token = isClick(path) || readsNoSession(path) ? null : readSessionToken(cookies, env.siteUrl);
  const viewer =
    token === null ? null : await findViewer(opened.db, token, options.now(), extendsSession(method, path));
  // Updating the session's last use is not data from the request.
  AnswerDeadline.current()?.resetSaved();
  const notice = readNoticeCookie(cookies);
  const { response, cacheInfo } = await renderPage(options, context.req.raw, {
    requestId: requestIdOf(context.env.incoming),
    visitorAddress: addressOf(context.env.incoming, env),
    viewer,
    notice,
  });
  // Waits for invalidations, so that the page after the form shows the change.
  if (method === "POST" && response.status < 400 && !isClick(path)) await options.echo.waitForInvalidations(opened.db);
  // Clears the cookie of an ended session, so that the browser gets cached pages again. Not for background requests: the
  // browser may be signing in at that moment.
  if (!isBackgroundRequest(path) && token !== null && viewer === null && !response.headers.has("set-cookie")) {
    response.headers.append("set-cookie", sessionCookie(null, env.siteUrl));
  }
  if (viewer !== null) {
    const contentType = response.headers.get("content-type") ?? "";
    const sent = { viewer, status: response.status, contentType, shown: cacheInfo.listedPlaces };
    await countSignedInView(options, context.env.incoming, sent);
  }
  if (notice !== null && isPage(response)) response.headers.append("set-cookie", CLEAR_NOTICE_COOKIE);
  if (response.status === 405 && !response.headers.has("allow")) response.headers.set("allow", "GET, HEAD");
  // The request may have a session, so shared caches must not store the answer.
  if (response.headers.get("cache-control") === CACHE_SHARED) response.headers.set("cache-control", CACHE_PRIVATE);
  return response;
}

/**
 * Whether a path is a click or impression beacon. Beacons use no session: see `place-click.route.ts` and
 * `sponsored-view.route.ts`.
 */
function isClick(path: string): boolean {
  return /^\/(?:places\/[^/]+\/clicks|sponsored\/(?:views|clicks))\//.test(path);
}

/** One-click unsubscribe from a mail program: only the key in the URL counts, not the session. See RFC 8058. */
function readsNoSession(path: string): boolean {
  return path.startsWith("/newsletter/unsubscribe/");
}

/** Allowance for the other fields of a form with files. */
const FORM_BYTES_MAX = 64 * 1024;

/**
 * An upload with a known length is passed on unread, so that its route checks permissions first. Without a length, the body
 * would have to be read here to limit it.
 */
function isUpload(context: Context<SiteEnvironment>): boolean {
  return hasContentLength(context) && (acceptsUploads(context.req.path) || acceptsGuideFiles(context.req.path));
}

function hasContentLength({ req }: Context<SiteEnvironment>): boolean {
  const isKnown = req.header("content-length") !== undefined && req.header("transfer-encoding") === undefined;
  return req.method === "POST" && isKnown;
}

/** The names of built files carry a hash of their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

/** Default of pages without their own Cache-Control. */
const CACHE_SHARED = "public, max-age=0, must-revalidate";
const CACHE_PRIVATE = "private, no-cache";
/** For pages that not even the browser may store, because the device may be shared. */
const CACHE_NONE = "private, no-store";

/** The only file that runs as a worker. */
const WORKER_FILE = /\/assets\/maplibre-gl-worker-[\w-]+\.m?js/;

function serveFiles(folder: string, given: { cacheControl: string; mapStyleUrl: string | null }) {
  return serveStatic({
    root: folder,
    precompressed: true,
    onFound: (_path, context) => {
      const isWorker = WORKER_FILE.test(context.req.path);
      context.header("cache-control", given.cacheControl);
      context.header("content-security-policy", isWorker ? workerPolicy(given.mapStyleUrl) : FILE_POLICY);
    },
  });
}

async function isDatabaseReady(opened: OpenedDatabase): Promise<boolean> {
  const answered = opened.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, new Promise<boolean>((resolve) => setTimeout(resolve, READY_MS_MAX, false).unref())]);
}

const guarded = guardRoutes(build);
const handlePage = createRequestHandler(guarded, import.meta.env.MODE);

function listedRoutes() {
  return Object.values(build.routes).flatMap((route) => route ?? []);
}

async function renderAnonymous(options: ServerContext, target: string, requestId: string): Promise<RenderedPage> {
  // A fixed origin: the cached page must not depend on who requested it first.
  const request = new Request(new URL(target, options.env.siteUrl));
  const requester = { requestId, visitorAddress: null, viewer: null, notice: null };
  return new AnswerDeadline().run(() => renderPage(options, request, requester));
}

/** What a page may know about its requester. */
type Requester = { requestId: string; visitorAddress: string | null; viewer: Viewer | null; notice: Notice | null };

async function renderPage(
  options: ServerContext,
  request: Request,
  { requestId, ...requester }: Requester,
): Promise<RenderedPage & { cacheInfo: PageCacheInfo }> {
  const cacheInfo = newPageCacheInfo();
  const context = new RouterContextProvider();
  const log = options.log.child({ requestId });
  context.set(siteContext, {
    db: options.opened.db,
    now: options.now(),
    env: options.env,
    log,
    requestId,
    ...requester,
    streams: options.streams,
    websites: options.websites,
    visits: options.views,
    switches: options.switches,
    page: cacheInfo,
  });
  const { pathname } = new URL(request.url);
  const startedAt = performance.now();
  const response = await handlePage(request, context);
  if (request.method === "GET") options.times.record(pathname, { isKept: false, ms: performance.now() - startedAt });
  const finished = await finishPage(response, { ...options, requestId, cacheInfo });
  if (finished.status === 503 && hadOutage(context)) finished.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return { response: finished, cacheInfo };
}

/** The form that redirects to the identity provider. */
const SIGN_IN_FORM = 'action="/auth/google"';

/** The forms that redirect to the payment provider. */
const SUBSCRIPTION_FORM = 'action="/subscription"';
const PURCHASE_FORM = 'data-pays=""';
const STRIPE_PAGES = ["https://checkout.stripe.com", "https://billing.stripe.com"];

function formTargetsOf(html: string, { identityProvider, stripe }: Env): string[] {
  return [
    ...(identityProvider !== null && html.includes(SIGN_IN_FORM) ? [identityProvider.issuer] : []),
    ...(stripe !== null && [SUBSCRIPTION_FORM, PURCHASE_FORM].some((form) => html.includes(form)) ? STRIPE_PAGES : []),
  ];
}

/** Placeholder for the request id in an error page, which doesn't know it. */
const REQUEST_ID_PLACEHOLDER = /(<code data-request-id="">)%REQUEST_ID%/;

function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") === true;
}

/** Finishes a page: defers hydration, adds security headers, and puts the request id into error pages. */
async function finishPage(
  response: Response,
  {
    requestId,
    env,
    assetsFolder,
    cacheInfo,
  }: Pick<SiteOptions, "env" | "assetsFolder"> & Pick<Requester, "requestId"> & { cacheInfo: PageCacheInfo },
): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(securityHeaders(env.siteUrl))) headers.set(name, value);
  if (!headers.has("cache-control")) headers.set("cache-control", cacheInfo.isCacheable ? CACHE_SHARED : CACHE_NONE);
  // The mail preview sets its own policy.
  if (!isPage(response) || headers.has("content-security-policy")) {
    if (!headers.has("content-security-policy")) headers.set("content-security-policy", FILE_POLICY);
    return new Response(response.body, { status: response.status, headers });
  }
  const text = await response.text();
  // Only in error pages, and only at the placeholder: a rejected form may contain any text a visitor typed.
  const named = response.status >= 400 ? text.replace(REQUEST_ID_PLACEHOLDER, `$1${requestId}`) : text;
  const html = deferHydration(named);
  headers.set(
    "content-security-policy",
    pagePolicy(html, {
      isBuilt: assetsFolder !== null,
      mapStyleUrl: env.mapStyleUrl,
      formTargets: formTargetsOf(html, env),
    }),
  );
  if (response.status >= 400) headers.set("cache-control", "no-store");
  return new Response(html, { status: response.status, headers });
}

/** Only guests' reads: requests with a session bypass the cache. Range requests get the whole page. */
function isCacheable(request: IncomingMessage): boolean {
  const { method, url, headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.authorization !== undefined) return false;
  if (
    headers.cookie !== undefined &&
    /(?:^|;\s*)(?:__Host-session|rowhouse-session-\d+|rowhouse-notice)=/.test(headers.cookie)
  )
    return false;
  return (
    url !== undefined &&
    !/^\/(?:assets\/|(?:healthz|readyz|favicon\.svg|auth\/(?:callback|restore|session|suspended)|events|saves|sponsored)(?:\?|$))/.test(
      url,
    )
  );
}

function addressOf(request: IncomingMessage, env: Env): string {
  const header = request.headers["x-forwarded-for"];
  const forwarded = Array.isArray(header) ? header.join(",") : header;
  return clientAddress(request.socket.remoteAddress, forwarded, env.trustedProxies);
}

function refusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, ...given }: { status: PlainStatus; requestId: string; env: Env; outage?: Outage | undefined },
): void {
  const { headers, body } = refusalOf(status, { ...given, isForBrowser: wantsHtml(request.headers.accept) });
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

function refusalOf(
  status: PlainStatus,
  given: { requestId: string; isForBrowser: boolean; env: Env; outage?: Outage | undefined },
): { headers: Record<string, string>; body: string } {
  const { requestId, isForBrowser, env, outage } = given;
  const { body, contentType } = renderPlainAnswer({ status, requestId, wantsHtml: isForBrowser, outage });
  const headers = {
    ...(outage === undefined ? {} : RETRY_AFTER),
    ...securityHeaders(env.siteUrl),
    "content-type": contentType,
    "content-security-policy": FILE_POLICY,
    "cache-control": "no-store",
    "x-request-id": requestId,
  };
  return { headers, body };
}

function statusOf(outage: Outage | undefined): 500 | 503 {
  return outage === undefined ? 500 : 503;
}

const RETRY_AFTER = { "retry-after": String(RETRY_AFTER_SECONDS) };

function plainResponse(context: Context<SiteEnvironment>, status: PlainStatus, outage?: Outage): Response {
  const { body, contentType } = renderPlainAnswer({
    status,
    requestId: requestIdOf(context.env.incoming),
    wantsHtml: wantsHtml(context.req.header("accept")),
    outage,
  });
  const headers = {
    ...(outage === undefined ? {} : RETRY_AFTER),
    "content-type": contentType,
    "content-security-policy": FILE_POLICY,
    "cache-control": "no-store",
  };
  return new Response(body, { status, headers });
}
