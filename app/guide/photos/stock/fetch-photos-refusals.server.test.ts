import { describe, expect } from "vitest";

import { NOW } from "#tests/builders.ts";

import { handleFetchPhotos, PHOTO_REQUESTS_PER_MINUTE_MAX } from "./fetch-photos.server.ts";
import { ASK, test, ENDPOINT, buildSite, requestOf, ask } from "./fetch-photos-builders.ts";

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
