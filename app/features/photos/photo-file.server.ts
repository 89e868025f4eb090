import { join } from "node:path";

import { LRUCache } from "lru-cache";

import type { Site } from "#app/platform/site.ts";

import { imageTypeOf } from "./image-type.ts";
import { downloadPhoto } from "./photo-download.server.ts";
import { PhotoFolder } from "./photo-folder.server.ts";
import { type PhotoProvider, photoProviderOf } from "./photo-provider.ts";
import { findPhotoSource } from "./photo-store.server.ts";

/** Four megabytes each at the very most. */
const DOWNLOADS_AT_ONCE_MAX = 8;
const BUSY_RETRY_SECONDS = 5;

/** A photo that couldn't be fetched is left alone for a minute. */
const FAILED_MS = 60_000;
const FAILED_KNOWN_MAX = 1_000;

/** The bytes behind a number never change; after a month the browser may ask whether the photo is still there. */
const ONE_MONTH = "public, max-age=2592000";

/** By their path: a process serves one data folder. */
const folders = new Map<string, PhotoFolder>();
const flights = new Map<string, Promise<Uint8Array | "none" | "busy">>();
const failedLately = new LRUCache<string, true>({ max: FAILED_KNOWN_MAX, ttl: FAILED_MS });

/**
 * Answers `GET /photos/{id}` with the bytes of a photo that a lookup of ours has found, from the disk or from the
 * provider. It fetches nothing that somebody else names.
 */
export async function answerPhotoFile(id: string, site: Site, provider = photoProviderOf(site.env)): Promise<Response> {
  // Pictures by the hundred would push the pages out of the page cache; they have a folder of their own.
  site.page.keep = false;
  if (provider === null || !/^[1-9]\d{0,14}$/.test(id)) return noSuchPhoto();
  const bytes = await findBytes(Number(id), { site, provider });
  if (bytes === "none") return noSuchPhoto();
  if (bytes === "busy") return busy();
  const type = imageTypeOf(bytes);
  if (type === null) return noSuchPhoto();
  return new Response(Uint8Array.from(bytes), { headers: { "content-type": type, "cache-control": ONE_MONTH } });
}

async function findBytes(
  id: number,
  { site, provider }: { site: Site; provider: PhotoProvider },
): Promise<Uint8Array | "none" | "busy"> {
  const folder = folderOf(site.env.dataDir);
  const kept = await folder.find(id).catch((error: unknown) => noteDisk(site, error));
  if (kept !== null) return kept;
  const key = JSON.stringify([site.env.dataDir, provider.imageOrigin, id]);
  if (failedLately.has(key)) return "none";
  const inFlight = flights.get(key);
  if (inFlight !== undefined) return inFlight;
  if (flights.size >= DOWNLOADS_AT_ONCE_MAX) return "busy";
  const flight = fetchBytes(id, { site, provider, folder, key }).finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

async function fetchBytes(
  id: number,
  { site, provider, folder, key }: { site: Site; provider: PhotoProvider; folder: PhotoFolder; key: string },
): Promise<Uint8Array | "none"> {
  const sourceUrl = await findPhotoSource(site.db, id);
  if (sourceUrl === null) return "none";
  const bytes = await downloadPhoto(provider, sourceUrl);
  if (typeof bytes === "string") {
    failedLately.set(key, true);
    site.log.warn({ photo: id, reason: bytes }, "A photo could not be fetched; the drawn picture stands in");
    return "none";
  }
  await folder.keep(id, bytes).catch((error: unknown) => noteDisk(site, error));
  return bytes;
}

/** A full or read-only disk costs a download each time, not the photo. */
function noteDisk(site: Site, error: unknown): null {
  site.log.warn({ err: error }, "Photos can’t be kept on disk");
  return null;
}

function folderOf(dataDir: string): PhotoFolder {
  const path = join(dataDir, "photos");
  const folder = folders.get(path) ?? new PhotoFolder(path);
  folders.set(path, folder);
  return folder;
}

/** Also for one that can't be had now: the page keeps its drawn picture, and asks again at the next visit. */
function noSuchPhoto(): Response {
  return new Response("There is no such photo.\n", { status: 404, headers: NOT_KEPT });
}

function busy(): Response {
  return new Response("Too many photos are being fetched. Try again in a moment.\n", {
    status: 503,
    headers: { ...NOT_KEPT, "retry-after": String(BUSY_RETRY_SECONDS) },
  });
}

const NOT_KEPT = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
