import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync } from "node:zlib";

import { expect, onTestFinished, test } from "vitest";

import { PageCache, type PageCacheOptions, type RenderedPage } from "./page-cache.server.ts";
import { pageKey } from "./page-key.ts";

const ROUTES = new RouteTable([
  { id: "search", path: "search", module: { handle: { audience: "everyone", query: ["q"] } } },
  { id: "hub", path: ":category", module: { handle: { audience: "everyone", query: ["price", "page"] } } },
]);
import { newPageCacheInfo, PAGE_FRESH_MS, type PageCacheInfo } from "#app/platform/page-cache-info.ts";
import { RouteTable } from "#app/platform/route-table.ts";

test("a page is rendered once and then sent from memory, with the same bytes", async () => {
  const site = await startSite({ render: () => page("Georgetown ".repeat(100)) });

  const first = await site.get("/neighborhood/georgetown");
  const second = await site.get("/neighborhood/georgetown");

  expect(first.body).toBe("Georgetown ".repeat(100));
  expect(second.body).toBe(first.body);
  expect(site.rendered).toEqual(["/neighborhood/georgetown"]);
});

test("campaign tags and unknown parameters reach neither the page nor its key", async () => {
  const site = await startSite({ render: () => page("Food") });

  await site.get("/food?utm_source=mail&price=$$&x=%00");
  await site.get("/food?price=$$");
  await site.get("/food?price=$");

  expect(site.rendered).toEqual(["/food?price=%24%24", "/food?price=%24"]);
});

test("fifty simultaneous visitors share one render", async () => {
  const gate = Promise.withResolvers<void>();
  const site = await startSite({
    render: async () => {
      await gate.promise;
      return page("Busy");
    },
  });

  const visits = Array.from({ length: 50 }, () => site.get("/"));
  await site.requested(50);
  gate.resolve();
  const bodies = (await Promise.all(visits)).map(({ body }) => body);

  expect(new Set(bodies)).toEqual(new Set(["Busy"]));
  expect(site.rendered).toHaveLength(1);
});

test("a stale page is sent at once and refreshed in the background", async () => {
  let version = 1;
  const site = await startSite({ render: () => page(`version ${version}`) });
  await site.get("/latest");

  version = 2;
  site.advance(PAGE_FRESH_MS + 1);
  const stale = await site.get("/latest");
  await site.renderedTimes(2);
  const fresh = await site.get("/latest");

  expect([stale.body, fresh.body]).toEqual(["version 1", "version 2"]);
});

test("a page is never served past the opening or closing it shows while it can be rendered again", async () => {
  let words = "Open until 10 PM";
  const site = await startSite({ render: () => page(words, { expiresAt: new Date(START_MS + 5_000) }) });
  await site.get("/places/x");

  words = "Closed";
  site.advance(5_001);
  const after = await site.get("/places/x");

  expect(after.body).toBe("Closed");
});

test("when the database is unavailable the last page is served with the day's hours instead of 'Open'", async () => {
  const html =
    '<p><span class="hours hours-open" data-stale="Sat: 9 AM to 5 PM, as of 12 PM"><b>Open</b> until 5 PM</span></p>';
  let isBroken = false;
  const site = await startSite({
    render: () => (isBroken ? page("broken", { status: 500 }) : page(html, { expiresAt: new Date(START_MS + 1_000) })),
  });
  await site.get("/places/x");

  isBroken = true;
  site.advance(2_000);
  const first = await site.get("/places/x");
  const second = await site.get("/places/x");

  expect(first.status).toBe(200);
  expect(first.body).toContain("Sat: 9 AM to 5 PM, as of 12 PM</span>");
  expect(first.body).not.toContain("until 5 PM");
  expect(second.body).toBe(first.body);
  expect(site.rendered, "a failing page is not tried again for every visitor").toHaveLength(2);
});

test("invalidating a tag expires the pages that have it, and no others", async () => {
  let name = "Old name";
  const site = await startSite({
    render: (target) => page(`${target} ${name}`, { tags: target === "/places/x" ? ["place:x"] : ["place:y"] }),
  });
  await site.get("/places/x");
  await site.get("/places/y");

  name = "New name";
  site.cache.invalidate(["place:x"]);
  const [x, y] = [await site.get("/places/x"), await site.get("/places/y")];

  expect([x.body, y.body]).toEqual(["/places/x New name", "/places/y Old name"]);
});

test("a page whose data changed while it was rendered is sent but not cached", async () => {
  const gate = Promise.withResolvers<void>();
  let name = "Old name";
  const site = await startSite({
    render: async () => {
      const read = name;
      if (name === "Old name") await gate.promise;
      return page(read, { tags: ["place:x"] });
    },
  });

  const early = site.get("/places/x");
  await site.requested(1);
  name = "New name";
  site.cache.invalidate(["place:x"]);
  gate.resolve();
  await early;
  const late = await site.get("/places/x");

  expect(late.body).toBe("New name");
});

test("a visitor after a change does not join a render that began before it", async () => {
  const gate = Promise.withResolvers<void>();
  let name = "Old name";
  const site = await startSite({
    render: async () => {
      const read = name;
      if (read === "Old name") await gate.promise;
      return page(read, { tags: ["place:x"] });
    },
  });

  const early = site.get("/places/x");
  await site.requested(1);
  name = "New name";
  site.cache.invalidate(["place:x"]);
  const late = await site.get("/places/x");
  gate.resolve();
  await early;
  const last = await site.get("/places/x");

  expect([late.body, last.body]).toEqual(["New name", "New name"]);
  expect(site.rendered, "the old rendering's end throws the new page away").toHaveLength(2);
});

test("two visitors at once never share a page that sets a cookie", async () => {
  const gate = Promise.withResolvers<void>();
  let visitors = 0;
  const site = await startSite({
    render: async () => {
      visitors += 1;
      const mine = visitors;
      await gate.promise;
      return page(`visitor ${mine}`, { headers: { "set-cookie": `visitor=${mine}` } });
    },
  });

  const visits = [site.get("/start"), site.get("/start")];
  await site.requested(2);
  gate.resolve();
  const bodies = (await Promise.all(visits)).map(({ body }) => body);

  expect(new Set(bodies).size).toBe(2);
});

test("a render that throws counts as failed: the last page is served", async () => {
  let isBroken = false;
  const site = await startSite({
    render: () => {
      if (isBroken) throw new Error("no database");
      return page("Shaw", { tags: ["places"] });
    },
  });
  await site.get("/neighborhood/shaw");

  isBroken = true;
  site.cache.invalidate(["*"]);
  const answer = await site.get("/neighborhood/shaw");

  expect([answer.status, answer.body]).toEqual([200, "Shaw"]);
});

test("with a hanging database only the first visitor waits", async () => {
  const hang = Promise.withResolvers<void>();
  let state: "up" | "failing" | "hanging" = "up";
  const site = await startSite({
    render: async () => {
      if (state === "hanging") await hang.promise;
      return state === "up" ? page("Shaw") : page("broken", { status: 500 });
    },
  });
  await site.get("/neighborhood/shaw");
  state = "failing";
  site.cache.invalidate(["*"]);
  await site.get("/neighborhood/shaw");

  state = "hanging";
  site.advance(5_000);
  const meanwhile = await site.get("/neighborhood/shaw");
  state = "up";
  hang.resolve();
  await site.renderedTimes(3);
  const later = await site.get("/neighborhood/shaw");

  expect([meanwhile.body, meanwhile.headers.etag]).toEqual(["Shaw", undefined]);
  expect(later.headers.etag, "the page is rendered again once the database answers").toBeDefined();
});

test("expired data redirects the browser to the page, whose hours can be replaced", async () => {
  let isBroken = false;
  const site = await startSite({ render: () => page("Open", isBroken ? { status: 500 } : {}) });
  const targets = ["/food.data?_routes=x&page=2", "/_.data"];
  for (const target of targets) await site.get(target);

  isBroken = true;
  site.cache.invalidate(["*"]);
  const answers = await Promise.all(targets.map((target) => site.get(target)));

  expect(answers.map(({ status, body, headers }) => [status, body, headers["x-remix-redirect"]])).toEqual([
    [204, "", "/food?page=2"],
    [204, "", "/"],
  ]);
  expect(answers[0]?.headers).toMatchObject({ "x-remix-reload-document": "true", "cache-control": "no-store" });
});

test("errors, redirects, pages that set a cookie and uncacheable pages are not cached", async () => {
  const site = await startSite({
    render: (target) => {
      if (target === "/gone") return page("gone", { status: 404 });
      if (target === "/cookie") return page("yours", { headers: { "set-cookie": "a=b" } });
      return page("private", { isCacheable: false });
    },
  });

  for (const path of ["/gone", "/cookie", "/private", "/gone", "/cookie", "/private"]) await site.get(path);

  expect(site.rendered).toHaveLength(6);
  expect(site.cache.size).toBe(0);
});

test("a page that no longer exists does not return in an outage", async () => {
  let status = 200;
  const site = await startSite({ render: () => page("here", { status, tags: ["place:x"] }) });
  await site.get("/places/x");

  status = 404;
  site.cache.invalidate(["place:x"]);
  const gone = await site.get("/places/x");
  status = 500;
  const broken = await site.get("/places/x");

  expect([gone.status, broken.status]).toEqual([404, 500]);
});

test("a browser that has the page gets 304 without a body, and HEAD gets headers only", async () => {
  const site = await startSite({ render: () => page("x".repeat(2_000)) });
  const { headers } = await site.get("/about");

  const known = await site.get("/about", { "if-none-match": String(headers.etag) });
  const other = await site.get("/about", { "if-none-match": '"another"' });
  const head = await site.get("/about", {}, "HEAD");

  expect([known.status, known.body]).toEqual([304, ""]);
  expect(other.status).toBe(200);
  expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, "", "2000"]);
});

test("Brotli is sent to clients that accept it, and plain bytes otherwise", async () => {
  const site = await startSite({ render: () => page("Dupont Circle ".repeat(200)) });

  const brotli = await site.get("/", { "accept-encoding": "gzip, br;q=0.9" });
  const refused = await site.get("/", { "accept-encoding": "br;q=0, identity" });

  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe("Dupont Circle ".repeat(200));
  expect(refused.headers["content-encoding"]).toBeUndefined();
  for (const none of ["br;q=0.000, gzip; q=0", "xbrx, notgzip"]) {
    const plain = await site.get("/", { "accept-encoding": none });
    expect(plain.headers["content-encoding"], none).toBeUndefined();
  }
});

test("a page requested again is recompressed, with the same content and ETag", async () => {
  // Words in an order without repetition, as in real pages: only a slow compressor finds their similarity.
  const words = Array.from({ length: 4_000 }, (_, index) => `${(index * 7_919) % 1_009} Florida Avenue`).join(" ");
  const site = await startSite({ render: () => page(words) });
  const ask = () => site.get("/", { "accept-encoding": "br" });

  const first = await ask();
  await ask();
  await site.cache.settled();
  const third = await ask();

  expect(third.bytes.length).toBeLessThan(first.bytes.length);
  expect(third.headers["content-length"]).toBe(String(third.bytes.length));
  expect(brotliDecompressSync(third.bytes).toString()).toBe(words);
  expect(third.headers.etag).toBe(first.headers.etag);
});

test("every answer has its own request id, also from the cache", async () => {
  const site = await startSite({ render: () => page("x") });

  const ids = [await site.get("/"), await site.get("/")].map(({ headers }) => headers["x-request-id"]);

  expect(new Set(ids).size).toBe(2);
});

test("who has had too many pages rendered is refused new ones, and still gets cached ones", async () => {
  let isRefused = false;
  const site = await startSite({
    render: (target) => page(target),
    refuse: (_request, response) => {
      if (isRefused) response.writeHead(429).end();
      return isRefused;
    },
  });
  await site.get("/search?q=coffee");

  isRefused = true;
  const [cached, fresh] = [await site.get("/search?q=coffee"), await site.get("/search?q=tea")];

  expect([cached.status, fresh.status]).toEqual([200, 429]);
  expect(site.rendered).toEqual(["/search?q=coffee"]);
});

test("a page is read for a caller that sends it itself, from memory like any other", async () => {
  const site = await startSite({ render: (target) => page(target, { isCacheable: target !== "/search" }) });
  await site.get("/food");

  const read = await site.cache.read("/food", "id");

  expect(await read?.text()).toBe("/food");
  expect(await site.cache.read("/search", "id"), "a page of one visitor's").toBe(null);
  expect(await site.cache.read(`/search?q=${"a".repeat(1_000)}`, "id"), "too long to cache").toBe(null);
  expect(site.rendered).toEqual(["/food", "/search"]);
});

test("a URL too long to cache is left to the caller", async () => {
  const site = await startSite({ render: () => page("x") });

  const answer = await site.get(`/search?q=${"a".repeat(1_000)}`);

  expect([answer.status, site.rendered]).toEqual([599, []]);
});

const START_MS = Date.parse("2026-11-21T17:00:00Z");

type PageOptions = { status?: number; headers?: Record<string, string> } & Partial<Omit<PageCacheInfo, "tags">> & {
    tags?: string[];
  };

function page(html: string, options: PageOptions = {}): RenderedPage {
  const life = newPageCacheInfo();
  for (const tag of options.tags ?? []) life.tags.add(tag);
  life.expiresAt = options.expiresAt ?? null;
  life.isCacheable = options.isCacheable ?? true;
  const headers = { "content-type": "text/html; charset=utf-8", ...options.headers };
  return { response: new Response(html, { status: options.status ?? 200, headers }), cacheInfo: life };
}

/** The cache behind a real http server; what it can't answer becomes a 599. */
async function startSite(options: {
  render: (target: string) => RenderedPage | Promise<RenderedPage>;
  refuse?: PageCacheOptions["refuse"];
}) {
  let nowMs = START_MS;
  let requestedCount = 0;
  const rendered: string[] = [];
  const cache = new PageCache({
    keyOf: (target) => pageKey(target, ROUTES),
    now: () => nowMs,
    onSent: () => {},
    ...(options.refuse && { refuse: options.refuse }),
    render: async (target) => {
      rendered.push(target);
      return options.render(target);
    },
  });
  let ids = 0;
  const server = createServer((request, response) => {
    requestedCount += 1;
    ids += 1;
    void Promise.resolve(cache.handle(request, response, `id-${ids}`)).then(
      (handled) => handled || response.writeHead(599).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    cache,
    rendered,
    advance: (ms: number) => {
      nowMs += ms;
    },
    requested: (count: number) => until(() => requestedCount >= count),
    renderedTimes: (count: number) => until(() => rendered.length >= count),
    get: (path: string, headers: Record<string, string> = {}, method = "GET") => get({ port, path, headers, method }),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
  // The request has arrived; one more turn of the event loop lets it be answered.
  await new Promise((resolve) => setTimeout(resolve, 5));
}

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; body: string };

function get(input: { port: number; path: string; headers: Record<string, string>; method: string }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", agent: false, ...input }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, body: bytes.toString() });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
