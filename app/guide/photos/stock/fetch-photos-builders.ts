import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Database } from "#app/db/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import type { Site } from "#app/platform/site.ts";
import { NOW } from "#tests/builders.ts";
import { startPexelsDouble } from "#tests/pexels-double.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { handleFetchPhotos } from "./fetch-photos.server.ts";
import { handlePhotoFile } from "./stock-photo-file.server.ts";
import { photoProviderFor } from "./photo-provider.ts";

export const KEY = "a-key-of-the-provider";

export const ASK = { query: "brick houses", type: "business", per_page: 1 };

export const NONE = "No specific image found, using fallback";

export const test = databaseTest
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

export const ENDPOINT = "http://localhost:4770/api/fetch-photos";

export type SiteInput = {
  db: Database;
  apiUrl?: string;
  /** Empty: no provider is configured. The same without an `apiUrl`. */
  key?: string;
  dataDir?: string;
  now?: Date;
  address?: string;
};

export let addressCount = 0;

export function buildSite({ db, apiUrl, key = KEY, dataDir = "unused", now = NOW, address }: SiteInput): Site {
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
export const TEST_TIMEOUT_MS = 300;

export function providerOf(site: Site) {
  const provider = photoProviderFor(site.env);
  return provider === null ? null : { ...provider, answerMsMax: TEST_TIMEOUT_MS, downloadMsMax: TEST_TIMEOUT_MS };
}

export function requestOf(body: unknown): Request {
  return new Request(ENDPOINT, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });
}

export async function ask(input: SiteInput, body: unknown) {
  const site = buildSite(input);
  const response = await handleFetchPhotos(requestOf(body), site, providerOf(site));
  return { status: response.status, body: await response.json() };
}

export async function photo(id: string, input: SiteInput) {
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
