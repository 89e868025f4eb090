import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { LRUCache } from "lru-cache";

import { markStale } from "./late-hydration.ts";
import { bestBody, type Body, packTighter, sendableBody } from "./page-body.server.ts";
import { pageKey } from "./page-key.ts";
import { PAGE_FRESH_MS, type PageLife, type ShownPlaces } from "./platform/page-life.ts";

/** About 2,000 pages with their compressed forms. */
const CACHE_BYTES_MAX = 128_000_000;

/** Past its freshness a page is still served while it is made anew, but not longer than this. */
const STALE_SERVED_MS = 10 * 60_000;

/** With the database gone, a page this old is still better than none. */
const OUTAGE_SERVED_MS = 24 * 60 * 60_000;

/** A failing page is not tried more often. */
const RETRY_MS = 1_000;

/** So long after a failure nobody waits for the next try: a database that hangs would cost each of them its time limit. */
const FAILED_LATELY_MS = 30_000;

/** What rendering gave: the response, and what its loaders learned. `life` is null for what must not be kept. */
export type Rendered = { response: Response; life: PageLife | null };

type Page = {
  status: number;
  contentType: string;
  /** Without those of the body. */
  headers: Record<string, string>;
  body: Body;
  etag: string;
  tags: string[];
  /** Never sent: only counted. */
  shown: ShownPlaces | null;
  isKept: boolean;
  /** It sets a cookie or may not be kept at all: nobody but whoever asked may see it. */
  isForOne: boolean;
  freshUntil: number;
  /** From here on the page says something wrong and is served only when no new one can be made. */
  trueUntil: number;
  madeAt: number;
  retryAt: number;
  stale: Body | null;
  isPacked: boolean;
};

export type PageCacheOptions = {
  render: (target: string, requestId: string) => Promise<Rendered>;
  now: () => number;
  /** Called once for every page sent, kept or not. */
  onSent: (request: IncomingMessage, page: Pick<Page, "status" | "contentType" | "shown">) => void;
};

/**
 * Keeps whole anonymous pages, compressed, in front of everything else.
 * Fresh: sent at once. A little stale: sent at once and made anew behind. Wrong or unknown: made anew, once for all who
 * wait. Impossible to make: the last one, marked stale. See docs/decisions/0004-page-cache-with-tags-and-expiry.md.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages: LRUCache<string, Page>;
  readonly #flights = new Map<string, Promise<Page>>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #invalidatedAt = new Map<string, number>();
  #clock = 0;
  #packing: Promise<void> = Promise.resolve();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      maxSize: CACHE_BYTES_MAX,
      // Its gzip form, which may come later, is about as large as the one by Brotli.
      sizeCalculation: ({ body }) => body.raw.bytes.length + 2 * (body.br?.bytes.length ?? 0) + 1_000,
      dispose: (page, key) => this.#forgetTags(page, key),
    });
  }

  /**
   * Answers an anonymous GET or HEAD.
   *
   * A page in memory is answered before this returns: a promise for each would cost as much as the answer.
   *
   * @returns False when the address is too long to keep: the caller answers it without the cache.
   */
  handle(request: IncomingMessage, response: ServerResponse, requestId: string): boolean | Promise<boolean> {
    const key = pageKey(request.url ?? "/");
    if (key === null) return false;
    const now = this.#options.now();
    const page = this.#pages.get(key);
    if (page !== undefined && now < page.trueUntil && now < page.freshUntil + STALE_SERVED_MS) {
      if (now >= page.freshUntil && now >= page.retryAt) this.#makeBehind(key, requestId);
      if (!page.isPacked) this.#pack(page);
      this.#send(request, response, { page, body: page.body, requestId });
      return true;
    }
    return this.#answerAnew(request, response, { key, requestId, old: page }).then(() => true);
  }

  async #answerAnew(
    request: IncomingMessage,
    response: ServerResponse,
    { key, requestId, old }: { key: string; requestId: string; old: Page | undefined },
  ): Promise<void> {
    const spare = old !== undefined && this.#options.now() < old.madeAt + OUTAGE_SERVED_MS ? old : null;
    if (spare === null || !this.#failedLately(spare)) {
      const made = await this.#makeFor(key, { requestId, spare });
      if (made !== null) return this.#send(request, response, { page: made, body: made.body, requestId });
    } else if (this.#options.now() >= spare.retryAt) {
      this.#makeBehind(key, requestId);
    }
    if (spare === null) return;
    const document = documentOf(key);
    if (document !== null) return sendToDocument(response, { document, headers: spare.headers, requestId });
    spare.stale ??= await staleBody(spare);
    this.#send(request, response, { page: spare, body: spare.stale, requestId });
  }

  #failedLately({ retryAt }: Page): boolean {
    return retryAt > 0 && this.#options.now() < retryAt + FAILED_LATELY_MS;
  }

  /** A new page for one visitor; null when it can't be made and there is a spare one to send instead. */
  async #makeFor(key: string, { requestId, spare }: { requestId: string; spare: Page | null }): Promise<Page | null> {
    try {
      const isJoining = this.#flights.has(key);
      const made = await this.#make(key, requestId);
      const own = isJoining && made.isForOne ? await this.#render(key, requestId) : made;
      return own.status >= 500 && spare !== null ? null : own;
    } catch (error) {
      if (spare === null) throw error;
      return null;
    }
  }

  #makeBehind(key: string, requestId: string): void {
    // Whoever waits for it is told; behind, the page's next try is all there is to do.
    void this.#make(key, requestId).catch(() => {});
  }

  /** A page that is asked for again is worth the time for its smallest form. One at a time, beside the main thread. */
  #pack(page: Page): void {
    page.isPacked = true;
    const packed = this.#packing.then(async () => {
      page.body = await packTighter(page.body);
    });
    // What can't be packed stays as it is.
    this.#packing = packed.catch(() => {});
  }

  /** Makes pages with these tags anew at their next visit; `*` stands for all. */
  invalidate(tags: string[]): void {
    this.#clock += 1;
    // Whoever comes from now on must not join a rendering that may have read what was there before.
    this.#flights.clear();
    for (const tag of tags) {
      this.#invalidatedAt.set(tag, this.#clock);
      const keys = tag === "*" ? this.#pages.keys() : (this.#keysByTag.get(tag) ?? []);
      for (const key of keys) this.#expire(key);
    }
  }

  /** Resolves when every page asked for again so far is packed. */
  settled(): Promise<void> {
    return this.#packing;
  }

  get size(): number {
    return this.#pages.size;
  }

  #expire(key: string): void {
    const page = this.#pages.peek(key);
    // Kept, not dropped: should the database be gone now, this page is all there is.
    if (page !== undefined) page.trueUntil = 0;
  }

  /** One rendering for all who wait for the same page. */
  #make(key: string, requestId: string): Promise<Page> {
    const inFlight = this.#flights.get(key);
    if (inFlight !== undefined) return inFlight;
    const flight = this.#render(key, requestId).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    return flight;
  }

  async #render(key: string, requestId: string): Promise<Page> {
    const startedAt = this.#clock;
    try {
      const { response, life } = await this.#options.render(key, requestId);
      const page = await pageFrom(response, { life, now: this.#options.now() });
      if (page.status >= 500) this.#noteFailure(key);
      // What was kept and is gone now (404) or has moved must not come back in an outage.
      else if (!page.isKept) this.#pages.delete(key);
      else if (!this.#wasInvalidatedSince(startedAt, page.tags)) this.#keep(key, page);
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

  #keep(key: string, page: Page): void {
    this.#pages.set(key, page);
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }

  /** A page whose data changed while it was made may show the old data: it is sent, but not kept. */
  #wasInvalidatedSince(clock: number, tags: string[]): boolean {
    return ["*", ...tags].some((tag) => (this.#invalidatedAt.get(tag) ?? 0) > clock);
  }

  #forgetTags(page: Page, key: string): void {
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    { page, body, requestId }: { page: Page; body: Body; requestId: string },
  ): void {
    this.#options.onSent(request, page);
    const { bytes, headers } = bestBody(body, request.headers["accept-encoding"]);
    const isCurrent = page.isKept && body === page.body;
    if (isCurrent && isKnown(request.headers["if-none-match"], page.etag)) {
      response.writeHead(304, { ...page.headers, "x-request-id": requestId }).end();
      return;
    }
    response.writeHead(page.status, [...headers, "x-request-id", requestId]);
    response.end(request.method === "HEAD" ? undefined : bytes);
  }
}

async function pageFrom(response: Response, { life, now }: { life: PageLife | null; now: number }): Promise<Page> {
  const raw = Buffer.from(await response.arrayBuffer());
  const isForOne = life === null || !life.keep || response.headers.has("set-cookie");
  const isKept = !isForOne && response.status === 200;
  const contentType = response.headers.get("content-type") ?? "";
  const etag = `W/"${createHash("sha256").update(raw).digest("base64url").slice(0, 22)}"`;
  const common = { ...Object.fromEntries(response.headers), vary: "Accept-Encoding, Cookie" };
  const headers = isKept ? { ...common, etag } : common;
  return {
    status: response.status,
    contentType,
    headers,
    body: await sendableBody(raw, { headers, contentType }),
    etag,
    tags: [...(life?.tags ?? [])],
    shown: life?.shown ?? null,
    isKept,
    isForOne,
    freshUntil: now + PAGE_FRESH_MS,
    trueUntil: life?.trueUntil?.getTime() ?? Number.POSITIVE_INFINITY,
    madeAt: now,
    retryAt: 0,
    stale: null,
    isPacked: false,
  };
}

/** The page whose data a key names ("/food" for "/food.data"); null for what is no data of a page. */
function documentOf(key: string): string | null {
  const [path = "", search = ""] = key.split("?");
  if (!path.endsWith(".data")) return null;
  const asked = new URLSearchParams(search);
  asked.delete("_routes");
  // The router writes a slash at the end, as the home page has, with an underscore.
  const page = path.slice(0, -".data".length).replace(/\/_$/, "/") || "/";
  return asked.size === 0 ? page : `${page}?${asked.toString()}`;
}

/** Data can't be marked stale as a page can, so the browser is told to load the page, in the router's own words. */
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

/** A page made for another hour: its hours lines marked, and no ETag, so that nobody keeps it. */
async function staleBody(page: Page): Promise<Body> {
  const { etag: _etag, ...headers } = page.headers;
  const html = page.body.raw.bytes;
  const marked = page.contentType.startsWith("text/html") ? Buffer.from(markStale(html.toString("utf8"))) : html;
  return sendableBody(marked, { headers, contentType: page.contentType });
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch !== undefined && ifNoneMatch.split(",").some((known) => known.trim() === etag || known.trim() === "*")
  );
}
