import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { picturePath, streetPlanPath } from "#illustrations/picture-url.ts";
import { photoLookups, photoPauses, photos } from "#app/db/schema/photos.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import type { Site } from "#app/platform/site.ts";
import { buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { JPEG_BYTES, pexelsPhoto, sendBytes, sendJson, startPexelsDouble } from "#tests/pexels-double.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { handleFetchPhotos, PHOTO_REQUESTS_PER_MINUTE_MAX } from "./fetch-photos.server.ts";
import { PHOTO_BYTES_MAX } from "./photo-download.server.ts";
import { handlePhotoFile } from "./stock-photo-file.server.ts";
import { photoProviderFor } from "./photo-provider.ts";
import { deleteExpiredPhotos, saveLookup, STORED_LOOKUPS_MAX } from "./photo-store.server.ts";

const KEY = "a-key-of-the-provider";
const ASK = { query: "brick houses", type: "business", per_page: 1 };

const NONE = "No specific image found, using fallback";
const FAILED = "Failed to fetch image";

const test = databaseTest
  .extend("double", async ({ task: _task }, { onCleanup }) => {
    const double = await startPexelsDouble();
    onCleanup(() => double.close());
    return double;
  })
  .extend("dataDir", async ({ task: _task }, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), "rowhouse-photos-"));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });

describe("with a provider", () => {
  test("photos have their photographers and are served from this site", async ({ db, double }) => {
    double.answerLookup((_request, response) =>
      sendJson(response, { photos: [1, 2, 3].map((id) => pexelsPhoto(double.origin, { id })) }),
    );

    const { status, body } = await ask({ db, apiUrl: double.apiUrl }, { ...ASK, per_page: 2 });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      photos: [1, 2].map((id) => ({
        url: `/photos/${id}`,
        photographer: "Ada Example",
        kind: "photo",
        photographer_url: "https://www.pexels.com/@ada-example",
        page_url: `https://www.pexels.com/photo/a-row-of-houses-${id}/`,
        alt: "A row of brick houses",
      })),
    });
    expect(double.lastKey()).toBe(KEY);
    expect(double.requests).toEqual(["GET /v1/search?query=brick+houses&per_page=15"]);
  });

  test("the provider is asked once for the same query, regardless of spacing and case", async ({ db, double }) => {
    double.answerLookup((_request, response) => sendJson(response, { photos: [pexelsPhoto(double.origin)] }));
    const site = { db, apiUrl: double.apiUrl };

    const first = await ask(site, ASK);
    const again = await ask(site, { ...ASK, query: "  Brick\u00a0 HOUSES\n" });
    const later = await ask({ ...site, now: new Date(NOW.getTime() + 29 * DAY_MS) }, ASK);
    expect(double.requests).toHaveLength(1);
    const muchLater = await ask({ ...site, now: new Date(NOW.getTime() + 31 * DAY_MS) }, ASK);

    expect([again.body, later.body, muchLater.body]).toEqual([first.body, first.body, first.body]);
    expect(double.requests).toHaveLength(2);
  });

  test("concurrent requests with the same query share one request to the provider", async ({ db, double }) => {
    const waiting: ServerResponse[] = [];
    double.answerLookup((_request, response) => waiting.push(response));
    const requests = Array.from({ length: 5 }, () => ask({ db, apiUrl: double.apiUrl }, ASK));

    await expect.poll(() => waiting.length).toBe(1);
    for (const response of waiting) sendJson(response, { photos: [pexelsPhoto(double.origin)] });
    const answers = await Promise.all(requests);

    expect(answers.map(({ body }) => body["success"])).toEqual([true, true, true, true, true]);
    expect(double.requests).toHaveLength(1);
  });

  test("without a result the drawn picture is used, and the provider is asked again only the next day", async ({
    db,
    double,
  }) => {
    const site = { db, apiUrl: double.apiUrl };

    const { status, body } = await ask(site, ASK);
    await ask(site, ASK);
    expect(double.requests).toHaveLength(1);
    await ask({ ...site, now: new Date(NOW.getTime() + 1.1 * DAY_MS) }, ASK);

    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: NONE, photos: [{ photographer: "Drawing by Rowhouse" }] });
    expect(double.requests).toHaveLength(2);
  });

  test.for<[string, (response: ServerResponse) => void]>([
    ["401", (response) => response.writeHead(401).end()],
    ["403", (response) => response.writeHead(403).end()],
    ["429", (response) => response.writeHead(429).end("slow down")],
    ["500", (response) => response.writeHead(500).end("{}")],
    ["no response in time", () => {}],
    ["a response that breaks off", (response) => response.writeHead(200, { "content-length": "900" }).write("{")],
    ["a connection that breaks", (response) => response.destroy()],
    ["garbage", (response) => response.writeHead(200).end("<html>")],
    ["JSON of another shape", (response) => sendJson(response, { photos: "none" })],
    ["null", (response) => sendJson(response, null)],
    ["a huge body", (response) => sendJson(response, { photos: [], more: "x".repeat(2_000_000) })],
    [
      "a redirect to another host",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:1/latest/meta-data" }).end(),
    ],
    ["invalid photos", (response) => sendJson(response, { photos: [{ id: "x" }, 7, null] })],
    [
      "photos on another host",
      (response) => sendJson(response, { photos: [pexelsPhoto("http://169.254.169.254"), pexelsPhoto("file://")] }),
    ],
  ])("on %s the drawn picture is used and requests to the provider pause", async ([, answer], { db, double }) => {
    double.answerLookup((_request, response) => answer(response));
    const site = { db, apiUrl: double.apiUrl };

    const { status, body } = await ask(site, ASK);
    const other = await ask(site, { ...ASK, query: "something else" });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      message: FAILED,
      photos: [{ photographer: "Drawing by Rowhouse" }],
    });
    expect(other.body).toMatchObject({ success: false, message: FAILED });
    expect(double.requests).toHaveLength(1);
  });

  test.for<[string, number, Record<string, string>, number, number]>([
    ["429 with Retry-After", 429, { "retry-after": "120" }, 119, 121],
    ["429 without headers", 429, {}, 3_599, 3_601],
    ["429 with invalid headers", 429, { "retry-after": "soon", "x-ratelimit-reset": "never" }, 3_599, 3_601],
    ["a reset in the far future", 429, { "x-ratelimit-reset": "99999999999" }, 31 * 86_400 - 1, 31 * 86_400 + 1],
    ["a first failure", 500, {}, 29, 31],
    ["a wrong key", 401, {}, 599, 601],
  ])(
    "after %s the provider is asked again when the pause ends, not before",
    async ([, status, headers, before, after], { db, double }) => {
      double.answerLookup((_request, response) => response.writeHead(status, headers).end());
      const site = { db, apiUrl: double.apiUrl };
      const at = (seconds: number) => ({ ...site, now: new Date(NOW.getTime() + seconds * 1000) });

      await ask(site, ASK);
      double.answerLookup((_request, response) => sendJson(response, { photos: [pexelsPhoto(double.origin)] }));
      const early = await ask(at(before), ASK);
      const late = await ask(at(after), ASK);

      expect(early.body).toMatchObject({ success: false, message: FAILED });
      expect(late.body).toMatchObject({ success: true, photos: [{ url: "/photos/1001" }] });
      expect(await db.select().from(photoPauses)).toEqual([]);
    },
  );

  test("each consecutive failure doubles the pause", async ({ db, double }) => {
    double.answerLookup((_request, response) => response.writeHead(500).end());
    const at = (seconds: number) => ({ db, apiUrl: double.apiUrl, now: new Date(NOW.getTime() + seconds * 1000) });

    for (const seconds of [0, 31, 31 + 59, 31 + 61, 31 + 61 + 119, 31 + 61 + 121]) await ask(at(seconds), ASK);

    expect(double.requests).toHaveLength(4);
  });

  test("the last response within the quota is used, and the next request waits for the quota's reset", async ({
    db,
    double,
  }) => {
    const reset = String(NOW.getTime() / 1000 + 500);
    double.answerLookup((_request, response) =>
      sendJson(
        response,
        { photos: [pexelsPhoto(double.origin)] },
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
      ),
    );
    const site = { db, apiUrl: double.apiUrl };

    const last = await ask(site, ASK);
    const cached = await ask(site, ASK);
    const refused = await ask(site, { ...ASK, query: "another" });
    await ask({ ...site, now: new Date(NOW.getTime() + 501_000) }, { ...ASK, query: "another" });

    expect(last.body["success"]).toBe(true);
    expect(cached.body["success"]).toBe(true);
    expect(refused.body["success"]).toBe(false);
    expect(double.requests).toHaveLength(2);
  });

  test("expired results are used while the provider fails", async ({ db, double }) => {
    double.answerLookup((_request, response) => sendJson(response, { photos: [pexelsPhoto(double.origin)] }));
    const site = { db, apiUrl: double.apiUrl };
    await ask(site, ASK);

    double.answerLookup((_request, response) => response.writeHead(503).end());
    const { body } = await ask({ ...site, now: new Date(NOW.getTime() + 40 * DAY_MS) }, ASK);

    expect(body).toMatchObject({ success: true, photos: [{ url: "/photos/1001" }] });
    expect(double.requests).toHaveLength(2);
  });

  test("a new API key is tried at once", async ({ db, double }) => {
    double.answerLookup((_request, response) => response.writeHead(401).end());
    await ask({ db, apiUrl: double.apiUrl }, ASK);

    await ask({ db, apiUrl: double.apiUrl, key: "another-key" }, ASK);

    expect(double.requests).toHaveLength(2);
    expect(double.lastKey()).toBe("another-key");
    expect(JSON.stringify(await db.select().from(photoPauses))).not.toContain("another-key");
  });

  test("links to other sites, control characters and long texts in the response are removed", async ({
    db,
    double,
  }) => {
    const odd = {
      photographer: `Eve\u0000\n ${"x".repeat(500)}`,
      photographer_url: "javascript:alert(1)",
      alt: null,
    };
    const astray = pexelsPhoto(double.origin, { id: 9, url: "https://evil.example/photo" });
    double.answerLookup((_request, response) =>
      sendJson(response, { photos: [astray, pexelsPhoto(double.origin, odd)] }),
    );

    const { body } = await ask({ db, apiUrl: double.apiUrl }, { ...ASK, per_page: 5 });

    expect(body["photos"]).toEqual([expect.objectContaining({ url: "/photos/1001", photographer_url: null, alt: "" })]);
    expect(JSON.stringify(body)).toMatch(/"Eve x{116}"/);
  });
});

describe("without a provider", () => {
  test("a neighborhood, category or place named in the query gets its drawing", async ({ db }) => {
    await buildNeighborhood(db, { slug: "quillon-heights", name: "Quillon Heights", aka: ["Old Quillon"] });
    const place = await buildPlace(db, { name: "Zephyr & Wren", type: "Bookshop", pictureSalt: 3 });

    const urls = [];
    for (const [query, type] of [
      ["Quillon Heights Washington DC", "neighborhood"],
      ["old quillon", "business"],
      ["Food & Dining in Washington, D.C.", "category"],
      ["Zephyr & Wren Bookshop Washington DC", "business"],
    ]) {
      const { body } = await ask({ db }, { query, type });
      expect(body).toMatchObject({ success: true, photos: [{ photographer: "Drawing by Rowhouse", kind: "drawing" }] });
      expect(body).not.toHaveProperty("message");
      urls.push(body["photos"][0]?.url);
    }

    expect(urls).toEqual([
      streetPlanPath("quillon-heights", "day"),
      streetPlanPath("quillon-heights", "day"),
      "/pictures/fronts/food-day.svg",
      picturePath({ kind: "places", slug: place.slug, salt: 3, crop: "hero" }),
    ]);
  });

  test("a type of place gets the drawing of a place of that type, never of a closed one", async ({ db }) => {
    const place = await buildPlace(db, { name: "Under the Clock", type: "Zitherhouse" });
    await buildPlace(db, { name: "Zitherhouse No. 1", type: "Zitherhouse", status: "closed", closedOn: "2026-01-02" });

    const { body } = await ask({ db }, { query: "zitherhouse", type: "restaurant" });

    expect(body).toMatchObject({
      photos: [{ url: picturePath({ kind: "places", slug: place.slug, salt: 0, crop: "hero" }) }],
    });
  });

  test.for(["zzqqxxyy", "Washington DC", "-", "'; drop table photos; --", "\u{1F3E0}", "the of and"])(
    "queries without a match get the home street of the season: %j",
    async (query, { db }) => {
      const { status, body } = await ask({ db }, { query, type: "business" });

      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        message: NONE,
        photos: [{ url: "/pictures/street/winter-day.svg", photographer: "Drawing by Rowhouse" }],
      });
    },
  );

  test("the provider's URL is never requested", async ({ db, double }) => {
    await ask({ db, apiUrl: double.apiUrl, key: "" }, ASK);

    expect(double.requests).toEqual([]);
  });
});

describe("an error response says what was wrong", () => {
  test.for<[number, string, string, RequestInit]>([
    [400, "invalid JSON", "object", { body: "{" }],
    [400, "a list", "object", { body: "[]" }],
    [400, "nothing", "object", { body: "" }],
    [400, "no query", "query", { body: '{"type":"business"}' }],
    [400, "an empty query", "query", { body: '{"query":" \\u0000 ","type":"business"}' }],
    [400, "a long query", "query", { body: JSON.stringify({ ...ASK, query: "x".repeat(121) }) }],
    [400, "a query that isn't a text", "query", { body: '{"query":{"a":1},"type":"business"}' }],
    [400, "no type", "type", { body: '{"query":"pizza"}' }],
    [400, "another type", "type", { body: '{"query":"pizza","type":"person"}' }],
    [400, "no photo", "per_page", { body: JSON.stringify({ ...ASK, per_page: 0 }) }],
    [400, "too many photos", "per_page", { body: JSON.stringify({ ...ASK, per_page: 16 }) }],
    [400, "a broken number", "per_page", { body: JSON.stringify({ ...ASK, per_page: 1.5 }) }],
    [413, "a long body", "bytes", { body: JSON.stringify({ ...ASK, more: "x".repeat(5_000) }) }],
    [415, "a form", "application/json", { headers: { "content-type": "application/x-www-form-urlencoded" } }],
    [415, "plain text", "application/json", { headers: { "content-type": "text/plain" } }],
    [403, "another site's script", "own pages", { headers: { "sec-fetch-site": "cross-site" } }],
    [403, "a sister site's script", "own pages", { headers: { "sec-fetch-site": "same-site" } }],
  ])("%i for %s", async ([status, , detail, given], { db }) => {
    const headers = { "content-type": "application/json", ...Object.fromEntries(new Headers(given.headers)) };
    const request = new Request(ENDPOINT, { method: "POST", body: JSON.stringify(ASK), ...given, headers });

    const response = await handleFetchPhotos(request, buildSite({ db }));

    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      status,
      detail: expect.stringContaining(detail),
      requestId: "request-1",
    });
  });

  test("405 for a GET, with POST as allowed method", async ({ db }) => {
    const response = await handleFetchPhotos(new Request(ENDPOINT), buildSite({ db }));

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  test("429 for an IP address over the limit, with Retry-After, while other addresses and the next minute work", async ({
    db,
  }) => {
    const site = { db, address: "203.0.113.9" };
    for (let attempt = 0; attempt < PHOTO_REQUESTS_PER_MINUTE_MAX; attempt += 1)
      expect((await ask(site, ASK)).status).toBe(200);

    const later = new Date(NOW.getTime() + 15_000);
    const refused = await handleFetchPhotos(requestOf(ASK), buildSite({ ...site, now: later }));

    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("45");
    expect(await refused.json()).toMatchObject({ detail: "Try again in 45 s." });
    expect((await ask({ ...site, address: "203.0.113.10" }, ASK)).status).toBe(200);
    expect((await ask({ ...site, now: new Date(NOW.getTime() + 61_000) }, ASK)).status).toBe(200);
  });

  test("an IPv6 /64 counts as one address", async ({ db }) => {
    for (let attempt = 0; attempt < PHOTO_REQUESTS_PER_MINUTE_MAX; attempt += 1) {
      await ask({ db, address: `2001:db8:1:2::${attempt.toString(16)}` }, ASK);
    }

    expect((await ask({ db, address: "2001:db8:1:2:9:9:9:9" }, ASK)).status).toBe(429);
    expect((await ask({ db, address: "2001:db8:1:3::1" }, ASK)).status).toBe(200);
  });
});

describe("a photo's bytes", () => {
  test("are downloaded once and then served from disk", async ({ db, double, dataDir }) => {
    await findPhoto(db, double.apiUrl, pexelsPhoto(double.origin), double.answerLookup);
    const site = { db, apiUrl: double.apiUrl, dataDir };

    const first = await photo("1001", site);
    const again = await photo("1001", site);

    expect(first).toMatchObject({ status: 200, type: "image/jpeg", bytes: JPEG_BYTES });
    expect(first.cacheControl).toBe("public, max-age=2592000");
    expect(first.isPageCached).toBe(false);
    expect(again.bytes.equals(JPEG_BYTES)).toBe(true);
    expect(double.requests.filter((line) => line.startsWith("GET /photos/1001/"))).toHaveLength(1);
  });

  test.for(["1", "0", "-1", "01", "1e3", "99999999999999999999", "..%2f1", "x", ""])(
    "aren't served for an id that no lookup has found: %j",
    async (id, { db, double, dataDir }) => {
      const answer = await photo(id, { db, apiUrl: double.apiUrl, dataDir });

      expect(answer).toMatchObject({ status: 404, cacheControl: "no-store" });
      expect(double.requests).toEqual([]);
    },
  );

  test("aren't served without a configured provider", async ({ db, double, dataDir }) => {
    await findPhoto(db, double.apiUrl, pexelsPhoto(double.origin), double.answerLookup);
    await photo("1001", { db, apiUrl: double.apiUrl, dataDir });

    expect(await photo("1001", { db, apiUrl: double.apiUrl, key: "", dataDir })).toMatchObject({ status: 404 });
  });

  test.for<[string, (response: ServerResponse) => void]>([
    ["a page", (response) => sendBytes(response, Buffer.from("<html>"), "text/html")],
    ["an SVG, which may contain scripts", (response) => sendBytes(response, Buffer.from("<svg/>"), "image/svg+xml")],
    ["a page labeled as an image", (response) => sendBytes(response, Buffer.from("<html>"), "image/jpeg")],
    ["nothing", (response) => sendBytes(response, Buffer.alloc(0), "image/jpeg")],
    [
      "too much",
      (response) => sendBytes(response, Buffer.concat([JPEG_BYTES, Buffer.alloc(PHOTO_BYTES_MAX)]), "image/jpeg"),
    ],
    ["a 404", (response) => response.writeHead(404).end()],
    ["a failure", (response) => response.writeHead(500).end()],
    ["a broken connection", (response) => response.destroy()],
    ["no end", (response) => response.writeHead(200, { "content-type": "image/jpeg" }).write(JPEG_BYTES)],
    [
      "a redirect to another host",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:1/secret" }).end(),
    ],
  ])(
    "are rejected when the provider sends %s, and not requested again at once",
    async ([, answer], { db, double, dataDir }) => {
      await findPhoto(db, double.apiUrl, pexelsPhoto(double.origin), double.answerLookup);
      double.answerPhoto((_request, response) => answer(response));

      const first = await photo("1001", { db, apiUrl: double.apiUrl, dataDir });
      double.answerPhoto((_request, response) => sendBytes(response, JPEG_BYTES, "image/jpeg"));
      const again = await photo("1001", { db, apiUrl: double.apiUrl, dataDir });

      expect([first.status, again.status]).toEqual([404, 404]);
      expect(double.requests.filter((line) => line.startsWith("GET /photos/"))).toHaveLength(1);
    },
  );

  test("aren't downloaded from a host that an earlier setting allowed", async ({ db, double, dataDir }) => {
    await saveLookup(
      db,
      { query: "old", type: "business" },
      {
        found: [
          {
            id: 5,
            sourceUrl: "http://127.0.0.1:1/photos/5.jpeg",
            pageUrl: "https://www.pexels.com/photo/5/",
            photographer: "Ada Example",
            photographerUrl: null,
            alt: "",
          },
        ],
        now: NOW,
      },
    );

    const { body } = await ask({ db, apiUrl: double.apiUrl }, { query: "old", type: "business" });

    expect(await photo("5", { db, apiUrl: double.apiUrl, dataDir })).toMatchObject({ status: 404 });
    expect(body).toMatchObject({ message: NONE });
  });
});

test("only the newest lookups and photos are stored, up to the limits", async ({ db, double }) => {
  const rows = Array.from({ length: STORED_LOOKUPS_MAX }, (_, index) => ({
    type: "business" as const,
    query: `stored ${index}`,
    photoIds: [],
    requestedAt: new Date(NOW.getTime() - index * 1000),
    freshUntil: NOW,
  }));
  await db.insert(photoLookups).values(rows);

  await ask({ db, apiUrl: double.apiUrl, now: new Date(NOW.getTime() + 1) }, ASK);

  expect(await db.$count(photoLookups)).toBe(STORED_LOOKUPS_MAX);
  expect(await db.$count(photoLookups, eq(photoLookups.query, ASK.query))).toBe(1);
  expect(await db.$count(photoLookups, eq(photoLookups.query, `stored ${STORED_LOOKUPS_MAX - 1}`))).toBe(0);
});

test("the nightly job deletes results older than two months, and nothing newer", async ({ db, double }) => {
  double.answerLookup((_request, response) => sendJson(response, { photos: [pexelsPhoto(double.origin)] }));
  await ask({ db, apiUrl: double.apiUrl }, ASK);

  await deleteExpiredPhotos(db, new Date(NOW.getTime() + 59 * DAY_MS));
  expect([await db.$count(photos), await db.$count(photoLookups)]).toEqual([1, 1]);
  await deleteExpiredPhotos(db, new Date(NOW.getTime() + 61 * DAY_MS));

  expect([await db.$count(photos), await db.$count(photoLookups)]).toEqual([0, 0]);
});

const ENDPOINT = "http://localhost:4770/api/fetch-photos";

type SiteInput = {
  db: Database;
  apiUrl?: string;
  /** Empty: no provider is configured. The same without an `apiUrl`. */
  key?: string;
  dataDir?: string;
  now?: Date;
  address?: string;
};

let addressCount = 0;

function buildSite({ db, apiUrl, key = KEY, dataDir = "unused", now = NOW, address }: SiteInput): Site {
  addressCount += 1;
  const settings = apiUrl === undefined ? {} : { PHOTOS_API_KEY: key, PHOTOS_API_URL: apiUrl };
  return {
    db,
    now,
    env: readEnv({ ...settings, DATA_DIR: dataDir }),
    log: silentLog(),
    requestId: "request-1",
    // A new IP address for each request, so that only the rate limit tests reach the limit.
    visitorAddress: address ?? `198.51.100.${addressCount}`,
    viewer: null,
    notice: null,
    streams: { open: () => "full" },
    websites: { read: async () => ({ kind: "unread", why: "no-answer" }) },
    visits: { countClick: () => {} },
    switches: { isOn: () => true },
    routes: { all: [], publicPages: [] },
    page: newPageCacheInfo(),
  };
}

/** Short timeout for test doubles that never respond. */
const TEST_TIMEOUT_MS = 300;

function providerOf(site: Site) {
  const provider = photoProviderFor(site.env);
  return provider === null ? null : { ...provider, answerMsMax: TEST_TIMEOUT_MS, downloadMsMax: TEST_TIMEOUT_MS };
}

function requestOf(body: unknown): Request {
  return new Request(ENDPOINT, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });
}

async function ask(input: SiteInput, body: unknown) {
  const site = buildSite(input);
  const response = await handleFetchPhotos(requestOf(body), site, providerOf(site));
  return { status: response.status, body: await response.json() };
}

async function findPhoto(
  db: Database,
  apiUrl: string,
  found: unknown,
  answerLookup: Awaited<ReturnType<typeof startPexelsDouble>>["answerLookup"],
): Promise<void> {
  answerLookup((_request, response) => sendJson(response, { photos: [found] }));
  await ask({ db, apiUrl }, ASK);
}

async function photo(id: string, input: SiteInput) {
  const site = buildSite(input);
  const response = await handlePhotoFile(id, site, providerOf(site));
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    cacheControl: response.headers.get("cache-control"),
    bytes: Buffer.from(await response.arrayBuffer()),
    isPageCached: site.page.isCacheable,
  };
}
