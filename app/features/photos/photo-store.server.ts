import { and, desc, eq, inArray, lt, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { photoLookups, photoPauses, photos } from "#app/db/schema/photos.ts";

import type { FoundPhoto } from "./pexels.server.ts";
import { type PhotoAsk, PHOTOS_PER_PAGE_MAX } from "./photo.ts";

/** A photo hardly ever changes or goes; what wasn't there yesterday may be there today. */
const FOUND_FRESH_MS = 30 * 24 * 60 * 60_000;
const NONE_FRESH_MS = 24 * 60 * 60_000;

/** Past its freshness an answer still helps while the provider is gone; then it is thrown away. */
const KEPT_MS = 60 * 24 * 60 * 60_000;

/** Three times the pages that have a picture to replace. */
export const LOOKUPS_KEPT_MAX = 2_000;

/** No lookup that is kept can name a photo older than this many. */
const PHOTOS_KEPT_MAX = LOOKUPS_KEPT_MAX * PHOTOS_PER_PAGE_MAX;

export type KeptLookup = { photos: FoundPhoto[]; isFresh: boolean };

/** What the provider said to these words, whatever their case; null when it was never asked. */
export async function findLookup(db: Database, ask: PhotoAsk, now: Date): Promise<KeptLookup | null> {
  const [lookup] = await db
    .select({ photoIds: photoLookups.photoIds, freshUntil: photoLookups.freshUntil })
    .from(photoLookups)
    .where(and(eq(photoLookups.type, ask.type), eq(photoLookups.query, keyOf(ask.query))));
  if (lookup === undefined) return null;
  const isFresh = now < lookup.freshUntil;
  if (lookup.photoIds.length === 0) return { photos: [], isFresh };
  const rows = await db
    .select({
      id: photos.id,
      sourceUrl: photos.sourceUrl,
      pageUrl: photos.pageUrl,
      photographer: photos.photographer,
      photographerUrl: photos.photographerUrl,
      alt: photos.alt,
    })
    .from(photos)
    .where(inArray(photos.id, lookup.photoIds));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    photos: lookup.photoIds.flatMap((id) => byId.get(id) ?? []),
    // A photo that is gone makes the answer another one.
    isFresh: isFresh && rows.length === lookup.photoIds.length,
  };
}

/** Keeps what the provider said, and throws away the oldest when there is too much. */
export async function keepLookup(
  db: Database,
  ask: PhotoAsk,
  { found, now }: { found: FoundPhoto[]; now: Date },
): Promise<void> {
  const distinct = [...new Map(found.map((photo) => [photo.id, photo])).values()];
  const lookup = {
    photoIds: distinct.map(({ id }) => id),
    askedAt: now,
    freshUntil: new Date(now.getTime() + (found.length === 0 ? NONE_FRESH_MS : FOUND_FRESH_MS)),
  };
  await db.transaction(async (tx) => {
    if (distinct.length > 0) {
      await tx
        .insert(photos)
        // In one order: two instances that find the same photos would else wait for each other.
        .values(distinct.toSorted((a, b) => a.id - b.id).map((photo) => ({ ...photo, seenAt: now })))
        .onConflictDoUpdate({
          target: photos.id,
          set: {
            sourceUrl: sql`excluded.source_url`,
            pageUrl: sql`excluded.page_url`,
            photographer: sql`excluded.photographer`,
            photographerUrl: sql`excluded.photographer_url`,
            alt: sql`excluded.alt`,
            seenAt: sql`excluded.seen_at`,
          },
        });
    }
    await tx
      .insert(photoLookups)
      .values({ type: ask.type, query: keyOf(ask.query), ...lookup })
      .onConflictDoUpdate({ target: [photoLookups.type, photoLookups.query], set: lookup });
    await dropOldest(tx);
  });
}

/** Served by photo_lookups_by_age and photos_by_age. */
async function dropOldest(db: Database): Promise<void> {
  const [lookup] = await db
    .select({ askedAt: photoLookups.askedAt })
    .from(photoLookups)
    .orderBy(desc(photoLookups.askedAt))
    .offset(LOOKUPS_KEPT_MAX)
    .limit(1);
  if (lookup !== undefined) await db.delete(photoLookups).where(lte(photoLookups.askedAt, lookup.askedAt));
  const [photo] = await db
    .select({ seenAt: photos.seenAt })
    .from(photos)
    .orderBy(desc(photos.seenAt))
    .offset(PHOTOS_KEPT_MAX)
    .limit(1);
  if (photo !== undefined) await db.delete(photos).where(lte(photos.seenAt, photo.seenAt));
}

/** Where a photo's bytes come from; null when no lookup of ours has found it. */
export async function findPhotoSource(db: Database, id: number): Promise<string | null> {
  const [row] = await db.select({ sourceUrl: photos.sourceUrl }).from(photos).where(eq(photos.id, id));
  return row?.sourceUrl ?? null;
}

/** Throws away what no page can have asked for lately. */
export async function forgetPhotos(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEPT_MS);
  await db.delete(photoLookups).where(lt(photoLookups.askedAt, longAgo));
  await db.delete(photos).where(lt(photos.seenAt, longAgo));
  await db.delete(photoPauses).where(lt(photoPauses.until, longAgo));
}

function keyOf(query: string): string {
  return query.toLowerCase();
}
