import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { LRUCache } from "lru-cache";

import { replaceStaleOpenState } from "#app/hydration/deferred-hydration.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { selectEncoding, type PageBody, recompressBody, createPageBody } from "./page-body.server.ts";
import { PAGE_FRESH_MS, type PageCacheInfo, type ListedPlaces } from "#app/platform/page-cache-info.ts";

/** About 2,000 pages with their encodings. */
const CACHE_BYTES_MAX = 128_000_000;

/** How long a stale page is still served while it is refreshed. */
const STALE_SERVED_MS = 10 * 60_000;

/** How old a page may be served when the database is unavailable. */
const OUTAGE_SERVED_MS = DAY_MS;

/** Minimum time between two attempts to render a failing page. */
const RETRY_MS = 1_000;

/** After a failure, visitors don't wait for a new attempt for this long: with a hanging database each would wait for the timeout. */
const RECENT_FAILURE_MS = 30_000;

/** A rendered response and its cache info; null when it must not be cached. */
export type RenderedPage = { response: Response; cacheInfo: PageCacheInfo | null };

type Page = {
  status: number;
  contentType: string;
  /** Without the headers of the body. */
  headers: Record<string, string>;
  body: PageBody;
  etag: string;
  tags: string[];
  /** For statistics only, never sent. */
  shown: ListedPlaces | null;
  isCached: boolean;
  /** It sets a cookie or must not be cached, so only its requester may see it. */
  isPrivate: boolean;
  freshUntil: number;
  /** After this the page is wrong, and is served only when it can't be rendered again. */
  expiresAtMs: number;
  madeAt: number;
  retryAt: number;
  stale: PageBody | null;
  isRecompressed: boolean;
};

export type PageCacheOptions = {
  /** The key of a URL, which is the URL that it is rendered from; null to answer without the cache. */
  keyOf: (target: string) => string | null;
  render: (target: string, requestId: string) => Promise<RenderedPage>;
  now: () => number;
  /** Answers a request itself, when its requester has had too many pages rendered. Default: nobody has. */
  refuse?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called once for every page sent, cached or not. */
  onSent: (request: IncomingMessage, page: Pick<Page, "status" | "shown">) => void;
};

/**
 * Caches complete pages of guests, compressed. A stale page is sent and refreshed in the background; a missing one is
 * rendered once for all who wait. If rendering fails, the last page is sent.
 *
 * @see docs/decisions/0004-page-cache-with-tags-and-expiry.md
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages: LRUCache<string, Page>;
  readonly #renders = new Map<string, Promise<Page>>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #invalidatedAt = new Map<string, number>();
  #clock = 0;
  #recompressing: Promise<void> = Promise.resolve();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      maxSize: CACHE_BYTES_MAX,
      // The gzip encoding may be added later and is about as large as Brotli.
      sizeCalculation: ({ body }) => body.raw.bytes.length + 2 * (body.br?.bytes.length ?? 0) + 1_000,
      dispose: (page, key) => this.#removeTags(page, key),
    });
  }

  /**
   * Answers a guest's GET or HEAD. A cached page is answered synchronously, because a promise would cost as much as the
   * answer.
   *
   * @returns False when the URL is too long to cache. Then the caller answers without the cache.
   */
  handle(request: IncomingMessage, response: ServerResponse, requestId: string): boolean | Promise<boolean> {
    const key = this.#options.keyOf(request.url ?? "/");
    if (key === null) return false;
    const now = this.#options.now();
    const page = this.#pages.get(key);
    if (page !== undefined && isServed(page, now)) {
      if (now >= page.freshUntil && now >= page.retryAt) this.#refreshInBackground(key, requestId);
      if (!page.isRecompressed) this.#recompress(page);
      this.#send(request, response, { page, body: page.body, requestId });
      return true;
    }
    if (this.#options.refuse?.(request, response) === true) return true;
    return this.#answerWithRender(request, response, { key, requestId, old: page }).then(() => true);
  }

  /**
   * The page that a guest gets, for a request with the cookie of a session that has ended or never was.
   *
   * @returns Null when the cache can't answer.
   */
  async read(target: string, requestId: string): Promise<Response | null> {
    const key = this.#options.keyOf(target);
    if (key === null) return null;
    const current = this.#pages.get(key);
    const page =
      current !== undefined && isServed(current, this.#options.now())
        ? current
        : await this.#renderOnce(key, requestId);
    if (page.isPrivate) return null;
    return new Response(new Uint8Array(page.body.raw.bytes), { status: page.status, headers: page.headers });
  }

  async #answerWithRender(
    request: IncomingMessage,
    response: ServerResponse,
    { key, requestId, old }: { key: string; requestId: string; old: Page | undefined },
  ): Promise<void> {
    const fallback = old !== undefined && this.#options.now() < old.madeAt + OUTAGE_SERVED_MS ? old : null;
    if (fallback === null || !this.#failedRecently(fallback)) {
      const made = await this.#renderFor(key, { requestId, fallback });
      if (made !== null) return this.#send(request, response, { page: made, body: made.body, requestId });
    } else if (this.#options.now() >= fallback.retryAt) {
      this.#refreshInBackground(key, requestId);
    }
    if (fallback === null) return;
    const document = documentOf(key);
    if (document !== null) return sendToDocument(response, { document, headers: fallback.headers, requestId });
    fallback.stale ??= await staleBody(fallback);
    this.#send(request, response, { page: fallback, body: fallback.stale, requestId });
  }

  #failedRecently({ retryAt }: Page): boolean {
    return retryAt > 0 && this.#options.now() < retryAt + RECENT_FAILURE_MS;
  }

  /** Renders a page for one visitor; null when it fails and there is a fallback. */
  async #renderFor(
    key: string,
    { requestId, fallback }: { requestId: string; fallback: Page | null },
  ): Promise<Page | null> {
    try {
      const isJoining = this.#renders.has(key);
      const made = await this.#renderOnce(key, requestId);
      const own = isJoining && made.isPrivate ? await this.#render(key, requestId) : made;
      return own.status >= 500 && fallback !== null ? null : own;
    } catch (error) {
      if (fallback === null) throw error;
      return null;
    }
  }

  #refreshInBackground(key: string, requestId: string): void {
    // Waiting visitors get the error. In the background, the next attempt is enough.
    void this.#renderOnce(key, requestId).catch(() => {});
  }

  /** A page requested again is recompressed. One at a time, off the main thread. */
  #recompress(page: Page): void {
    page.isRecompressed = true;
    const done = this.#recompressing.then(async () => {
      page.body = await recompressBody(page.body);
    });
    // On failure the page keeps its encoding.
    this.#recompressing = done.catch(() => {});
  }

  /** Expires pages with these tags; `*` stands for all. They are rendered again on their next visit. */
  invalidate(tags: string[]): void {
    this.#clock += 1;
    // New visitors must not join a render that may have read the old data.
    this.#renders.clear();
    for (const tag of tags) {
      this.#invalidatedAt.set(tag, this.#clock);
      const keys = tag === "*" ? this.#pages.keys() : (this.#keysByTag.get(tag) ?? []);
      for (const key of keys) this.#expire(key);
    }
  }

  /** Resolves when all pending recompressions are done. */
  settled(): Promise<void> {
    return this.#recompressing;
  }

  get size(): number {
    return this.#pages.size;
  }

  #expire(key: string): void {
    const page = this.#pages.peek(key);
    // Expired but not removed, as a fallback in case the database is unavailable.
    if (page !== undefined) page.expiresAtMs = 0;
  }

  /** One render for all visitors who wait for the same page. */
  #renderOnce(key: string, requestId: string): Promise<Page> {
    const running = this.#renders.get(key);
    if (running !== undefined) return running;
    const render = this.#render(key, requestId).finally(() => {
      if (this.#renders.get(key) === render) this.#renders.delete(key);
    });
    this.#renders.set(key, render);
    return render;
  }

  async #render(key: string, requestId: string): Promise<Page> {
    const startedAt = this.#clock;
    try {
      const { response, cacheInfo } = await this.#options.render(key, requestId);
      const page = await pageFrom(response, { cacheInfo, now: this.#options.now() });
      if (page.status >= 500) this.#noteFailure(key);
      // A cached page that is gone now (404) or redirected must not return in an outage.
      else if (!page.isCached) this.#pages.delete(key);
      else if (!this.#wasInvalidatedSince(startedAt, page.tags)) this.#store(key, page);
      return page;
    } catch (error) {
      this.#noteFailure(key);
      throw error;
    }
  }

  #noteFailure(key: string): void {
    const old = this.#pages.peek(key);
    if (old !== undefined) old.retryAt = this.#options.now() + RETRY_MS;
  }

  #store(key: string, page: Page): void {
    this.#pages.set(key, page);
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }

  /** A page whose data changed while it was rendered may show old data, so it is sent but not cached. */
  #wasInvalidatedSince(clock: number, tags: string[]): boolean {
    return ["*", ...tags].some((tag) => (this.#invalidatedAt.get(tag) ?? 0) > clock);
  }

  #removeTags(page: Page, key: string): void {
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    { page, body, requestId }: { page: Page; body: PageBody; requestId: string },
  ): void {
    this.#options.onSent(request, page);
    const { bytes, headers } = selectEncoding(body, request.headers["accept-encoding"]);
    const isCurrent = page.isCached && body === page.body;
    if (isCurrent && matchesEtag(request.headers["if-none-match"], page.etag)) {
      response.writeHead(304, { ...page.headers, "x-request-id": requestId }).end();
      return;
    }
    response.writeHead(page.status, [...headers, "x-request-id", requestId]);
    response.end(request.method === "HEAD" ? undefined : bytes);
  }
}

function isServed({ expiresAtMs, freshUntil }: Page, now: number): boolean {
  return now < expiresAtMs && now < freshUntil + STALE_SERVED_MS;
}

async function pageFrom(
  response: Response,
  { cacheInfo, now }: { cacheInfo: PageCacheInfo | null; now: number },
): Promise<Page> {
  const raw = Buffer.from(await response.arrayBuffer());
  const isPrivate = cacheInfo === null || !cacheInfo.isCacheable || response.headers.has("set-cookie");
  const isCached = !isPrivate && response.status === 200;
  const contentType = response.headers.get("content-type") ?? "";
  const etag = `W/"${createHash("sha256").update(raw).digest("base64url").slice(0, 22)}"`;
  const common = { ...Object.fromEntries(response.headers), vary: "Accept-Encoding, Cookie" };
  const headers = isCached ? { ...common, etag } : common;
  return {
    status: response.status,
    contentType,
    headers,
    body: await createPageBody(raw, { headers, contentType }),
    etag,
    tags: [...(cacheInfo?.tags ?? [])],
    shown: cacheInfo?.listedPlaces ?? null,
    isCached,
    isPrivate,
    freshUntil: now + PAGE_FRESH_MS,
    expiresAtMs: cacheInfo?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    madeAt: now,
    retryAt: 0,
    stale: null,
    isRecompressed: false,
  };
}

/** The page that a data request belongs to ("/food" for "/food.data"); null for other requests. */
function documentOf(key: string): string | null {
  const [path = "", search = ""] = key.split("?");
  if (!path.endsWith(".data")) return null;
  const query = new URLSearchParams(search);
  query.delete("_routes");
  // The router writes the trailing slash of the home page as an underscore.
  const page = path.slice(0, -".data".length).replace(/\/_$/, "/") || "/";
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

/** Data can't be marked as stale, so the browser is told to load the page, in the router's protocol. */
function sendToDocument(
  response: ServerResponse,
  { document, headers, requestId }: { document: string; headers: Record<string, string>; requestId: string },
): void {
  const { etag: _etag, "content-type": _type, ...common } = headers;
  response.writeHead(204, {
    ...common,
    "cache-control": "no-store",
    "x-remix-redirect": document,
    "x-remix-reload-document": "true",
    "x-request-id": requestId,
  });
  response.end();
}

/** A stale page with its hours lines replaced, and without ETag, so that no cache stores it. */
async function staleBody(page: Page): Promise<PageBody> {
  const { etag: _etag, ...headers } = page.headers;
  const html = page.body.raw.bytes;
  const marked = page.contentType.startsWith("text/html")
    ? Buffer.from(replaceStaleOpenState(html.toString("utf8")))
    : html;
  return createPageBody(marked, { headers, contentType: page.contentType });
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch !== undefined && ifNoneMatch.split(",").some((known) => known.trim() === etag || known.trim() === "*")
  );
}
