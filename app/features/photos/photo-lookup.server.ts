import type { Database } from "#app/db/database.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

import { findPause, notePause } from "./photo-pause.server.ts";
import type { PhotoProvider } from "./photo-provider.ts";
import { findLookup, keepLookup } from "./photo-store.server.ts";
import type { PhotoAsk } from "./photo.ts";
import { askPexels, type FoundPhoto, isOfProvider } from "./pexels.server.ts";

/** A page asks once and a robot's wave must not become one at the provider. */
const ASKS_AT_ONCE_MAX = 8;

/** "failed": nobody could say. An empty list: there is no such photo. */
export type PhotoLookup = FoundPhoto[] | "failed";

type Asking = { provider: PhotoProvider; ask: PhotoAsk; now: Date; log: Logger };

/** One ask for all who wait for the same words. */
const flights = new Map<string, Promise<PhotoLookup>>();

/**
 * Photos for some words: those that are kept, else what the provider says now. While it is left alone, or fails, what it
 * said long ago still counts.
 */
export async function lookUpPhotos(db: Database, asking: Asking): Promise<PhotoLookup> {
  const { provider, ask, now } = asking;
  const kept = await findLookup(db, ask, now);
  // Rows of a database that once was asked through another address are none of this provider's.
  const usable = kept?.photos.filter(({ sourceUrl }) => isOfProvider(sourceUrl, provider)) ?? [];
  if (kept?.isFresh === true && usable.length === kept.photos.length) return usable;
  const asked = await askOnce(db, asking);
  return asked === "failed" && usable.length > 0 ? usable : asked;
}

function askOnce(db: Database, asking: Asking): Promise<PhotoLookup> {
  const { provider, ask } = asking;
  const key = JSON.stringify([provider.searchUrl, provider.apiKey, ask.type, ask.query.toLowerCase()]);
  const inFlight = flights.get(key);
  if (inFlight !== undefined) return inFlight;
  if (flights.size >= ASKS_AT_ONCE_MAX) return Promise.resolve("failed");
  const flight = askProvider(db, asking).finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

async function askProvider(db: Database, { provider, ask, now, log }: Asking): Promise<PhotoLookup> {
  const pause = await findPause(db, provider);
  if (pause !== null && now < pause.until) return "failed";
  const outcome = await askPexels(provider, { query: ask.query, now });
  await notePause(db, provider, { before: pause, outcome, now });
  if (outcome.outcome !== "found") {
    log.warn({ ...outcome }, "The photo provider gave no answer; drawn pictures stand in");
    return "failed";
  }
  await keepLookup(db, ask, { found: outcome.photos, now });
  return outcome.photos;
}
