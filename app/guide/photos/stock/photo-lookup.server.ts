import type { Database } from "#app/db/database.server.ts";
import { SharedRuns } from "#app/lib/shared-runs.ts";
import type { Logger } from "#app/platform/log.server.ts";

import { findPhotoPause, updatePhotoPause } from "./photo-pause.server.ts";
import type { PhotoProvider } from "./photo-provider.ts";
import { findLookup, saveLookup } from "./photo-store.server.ts";
import type { PhotoQuery } from "./photo.ts";
import { searchPexels, type FoundPhoto, isProviderImageUrl } from "./pexels.server.ts";

/** Limits parallel requests, so that a crawler's burst doesn't reach the provider. */
const PARALLEL_REQUESTS_MAX = 8;

/** "failed": the provider couldn't be result. An empty list: it has no such photo. */
export type PhotoLookup = FoundPhoto[] | "failed";

type LookupInput = { provider: PhotoProvider; ask: PhotoQuery; now: Date; log: Logger };

/** Shares one request among all callers with the same query. */
const requests = new SharedRuns<PhotoLookup>(PARALLEL_REQUESTS_MAX);

/**
 * Finds photos for a query, from the database if fresh, else from the provider. While the provider is paused or fails,
 * expired results are still used.
 */
export async function lookUpPhotos(db: Database, input: LookupInput): Promise<PhotoLookup> {
  const { provider, ask, now } = input;
  const stored = await findLookup(db, ask, now);
  // Rows may come from another provider URL that was configured earlier.
  const usable = stored?.photos.filter(({ sourceUrl }) => isProviderImageUrl(sourceUrl, provider)) ?? [];
  if (stored?.isFresh === true && usable.length === stored.photos.length) return usable;
  const result = await requestOnce(db, input);
  return result === "failed" && usable.length > 0 ? usable : result;
}

function requestOnce(db: Database, input: LookupInput): Promise<PhotoLookup> {
  const { provider, ask } = input;
  const key = JSON.stringify([provider.searchUrl, provider.apiKey, ask.type, ask.query.toLowerCase()]);
  return requests.run(key, () => requestFromProvider(db, input)) ?? Promise.resolve("failed");
}

async function requestFromProvider(db: Database, { provider, ask, now, log }: LookupInput): Promise<PhotoLookup> {
  const pause = await findPhotoPause(db, provider);
  if (pause !== null && now < pause.until) return "failed";
  const outcome = await searchPexels(provider, { query: ask.query, now });
  await updatePhotoPause(db, provider, { before: pause, outcome, now });
  if (outcome.outcome !== "found") {
    log.warn({ ...outcome }, "The photo provider failed, so drawn pictures are used");
    return "failed";
  }
  await saveLookup(db, ask, { found: outcome.photos, now });
  return outcome.photos;
}
