import type { ServerResponse } from "node:http";

import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { NOW } from "#tests/builders.ts";
import { JPEG_BYTES, pexelsPhoto, sendBytes, sendJson, type startPexelsDouble } from "#tests/pexels-double.ts";

import { PHOTO_BYTES_MAX } from "./photo-download.server.ts";
import { saveLookup } from "./photo-store.server.ts";
import { ASK, NONE, test, ask, photo } from "./fetch-photos-builders.ts";

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

async function findPhoto(
  db: Database,
  apiUrl: string,
  found: unknown,
  answerLookup: Awaited<ReturnType<typeof startPexelsDouble>>["answerLookup"],
): Promise<void> {
  answerLookup((_request, response) => sendJson(response, { photos: [found] }));
  await ask({ db, apiUrl }, ASK);
}
