import type { ServerResponse } from "node:http";

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { photoLookups, photoPauses, photos } from "#app/db/schema/photos.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { NOW } from "#tests/builders.ts";
import { pexelsPhoto, sendJson } from "#tests/pexels-double.ts";

import { deleteExpiredPhotos, STORED_LOOKUPS_MAX } from "./photo-store.server.ts";
import { KEY, ASK, NONE, test, ask } from "./fetch-photos-builders.ts";

const FAILED = "Failed to fetch image";

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
