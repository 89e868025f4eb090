import { join } from "node:path";

import { LRUCache } from "lru-cache";

import { SharedRuns } from "#app/lib/shared-runs.ts";
import type { Site } from "#app/platform/site.ts";

import { detectImageType } from "./image-type.ts";
import { downloadPhoto } from "./photo-download.server.ts";
import { PhotoFolder } from "./photo-folder.server.ts";
import { type PhotoProvider, photoProviderFor } from "./photo-provider.ts";
import { findPhotoSource } from "./photo-store.server.ts";

/** Each takes at most four megabytes of memory. */
const DOWNLOADS_AT_ONCE_MAX = 8;
const BUSY_RETRY_SECONDS = 5;

/** After a failed download, a photo isn't requested again for a minute. */
const FAILED_MS = 60_000;
const FAILED_PHOTOS_MAX = 1_000;

/** A photo's bytes never change. After a month, browsers check that it still exists. */
const ONE_MONTH = "public, max-age=2592000";

/** Keyed by path. A process serves one data folder. */
const folders = new Map<string, PhotoFolder>();
const downloads = new SharedRuns<Uint8Array | "none">(DOWNLOADS_AT_ONCE_MAX);
const recentFailures = new LRUCache<string, true>({ max: FAILED_PHOTOS_MAX, ttl: FAILED_MS });

/**
 * Handles `GET /photos/{id}` with a photo from disk or from the provider. Only serves photos that an earlier lookup
 * found, so visitors can't make it download other URLs.
 */
export async function handlePhotoFile(
  id: string,
  site: Site,
  provider = photoProviderFor(site.env),
): Promise<Response> {
  // Photos have their own folder on disk. In the page cache they would evict pages.
  site.page.isCacheable = false;
  if (provider === null || !/^[1-9]\d{0,14}$/.test(id)) return noSuchPhoto();
  const bytes = await findBytes(Number(id), { site, provider });
  if (bytes === "none") return noSuchPhoto();
  if (bytes === "busy") return tooManyDownloads();
  const type = detectImageType(bytes);
  if (type === null) return noSuchPhoto();
  return new Response(Uint8Array.from(bytes), { headers: { "content-type": type, "cache-control": ONE_MONTH } });
}

async function findBytes(
  id: number,
  { site, provider }: { site: Site; provider: PhotoProvider },
): Promise<Uint8Array | "none" | "busy"> {
  const folder = folderOf(site.env.dataDir);
  const stored = await folder.find(id).catch((error: unknown) => logDiskError(site, error));
  if (stored !== null) return stored;
  const key = JSON.stringify([site.env.dataDir, provider.imageOrigin, id]);
  if (recentFailures.has(key)) return "none";
  return downloads.run(key, () => fetchBytes(id, { site, provider, folder, key })) ?? "busy";
}

async function fetchBytes(
  id: number,
  { site, provider, folder, key }: { site: Site; provider: PhotoProvider; folder: PhotoFolder; key: string },
): Promise<Uint8Array | "none"> {
  const sourceUrl = await findPhotoSource(site.db, id);
  if (sourceUrl === null) return "none";
  const bytes = await downloadPhoto(provider, sourceUrl);
  if (typeof bytes === "string") {
    recentFailures.set(key, true);
    site.log.warn({ photo: id, reason: bytes }, "A photo couldn’t be downloaded, so the drawn picture is used");
    return "none";
  }
  await folder.store(id, bytes).catch((error: unknown) => logDiskError(site, error));
  return bytes;
}

/** With a full or read-only disk, photos still work but are downloaded each time. */
function logDiskError(site: Site, error: unknown): null {
  site.log.warn({ err: error }, "Photos can’t be saved to disk");
  return null;
}

function folderOf(dataDir: string): PhotoFolder {
  const path = join(dataDir, "photos");
  const folder = folders.get(path) ?? new PhotoFolder(path);
  folders.set(path, folder);
  return folder;
}

/** Also for photos that can't be downloaded now. The page shows its drawn picture and retries on the next visit. */
function noSuchPhoto(): Response {
  return new Response("Photo not found.\n", { status: 404, headers: NO_STORE_HEADERS });
}

function tooManyDownloads(): Response {
  return new Response("Too many photos are being downloaded. Try again in a moment.\n", {
    status: 503,
    headers: { ...NO_STORE_HEADERS, "retry-after": String(BUSY_RETRY_SECONDS) },
  });
}

const NO_STORE_HEADERS = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
