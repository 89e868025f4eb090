import { and, desc, eq, inArray, lt, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { photoLookups, photoPauses, photos } from "#app/db/schema/photos.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { FoundPhoto } from "./pexels.server.ts";
import { type PhotoQuery, PHOTOS_PER_PAGE_MAX } from "./photo.ts";

/** Photos rarely change or disappear, but a query without results may have some the next day. */
const FOUND_FRESH_MS = 30 * DAY_MS;
const NONE_FRESH_MS = DAY_MS;

/** Expired results are still used while the provider fails. They are deleted after this time. */
const RETENTION_MS = 60 * DAY_MS;

/** Three times the number of pages with a picture to replace. */
export const STORED_LOOKUPS_MAX = 2_000;

/** Stored lookups can't reference more photos than this. */
const STORED_PHOTOS_MAX = STORED_LOOKUPS_MAX * PHOTOS_PER_PAGE_MAX;

export type StoredLookup = { photos: FoundPhoto[]; isFresh: boolean };

/** The stored result for a query, ignoring case. Null when it was never looked up. */
export async function findLookup(db: Database, ask: PhotoQuery, now: Date): Promise<StoredLookup | null> {
  const [lookup] = await db
    .select({ photoIds: photoLookups.photoIds, freshUntil: photoLookups.freshUntil })
    .from(photoLookups)
    .where(and(eq(photoLookups.type, ask.type), eq(photoLookups.query, queryKey(ask.query))));
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
    // With deleted photos the result is incomplete.
    isFresh: isFresh && rows.length === lookup.photoIds.length,
  };
}

/** Stores the provider's result and deletes the oldest ones over the limit. */
export async function saveLookup(
  db: Database,
  ask: PhotoQuery,
  { found, now }: { found: FoundPhoto[]; now: Date },
): Promise<void> {
  const distinct = [...new Map(found.map((photo) => [photo.id, photo])).values()];
  const lookup = {
    photoIds: distinct.map(({ id }) => id),
    requestedAt: now,
    freshUntil: new Date(now.getTime() + (found.length === 0 ? NONE_FRESH_MS : FOUND_FRESH_MS)),
  };
  await db.transaction(async (tx) => {
    if (distinct.length > 0) {
      await tx
        .insert(photos)
        // Sorted, to avoid deadlocks between instances that store the same photos.
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
      .values({ type: ask.type, query: queryKey(ask.query), ...lookup })
      .onConflictDoUpdate({ target: [photoLookups.type, photoLookups.query], set: lookup });
    await deleteOldest(tx);
  });
}

/** Served by photo_lookups_by_age and photos_by_age. */
async function deleteOldest(db: Database): Promise<void> {
  const [lookup] = await db
    .select({ requestedAt: photoLookups.requestedAt })
    .from(photoLookups)
    .orderBy(desc(photoLookups.requestedAt))
    .offset(STORED_LOOKUPS_MAX)
    .limit(1);
  if (lookup !== undefined) await db.delete(photoLookups).where(lte(photoLookups.requestedAt, lookup.requestedAt));
  const [photo] = await db
    .select({ seenAt: photos.seenAt })
    .from(photos)
    .orderBy(desc(photos.seenAt))
    .offset(STORED_PHOTOS_MAX)
    .limit(1);
  if (photo !== undefined) await db.delete(photos).where(lte(photos.seenAt, photo.seenAt));
}

/** The URL to download a photo from. Null when no lookup has found the photo. */
export async function findPhotoSource(db: Database, id: number): Promise<string | null> {
  const [row] = await db.select({ sourceUrl: photos.sourceUrl }).from(photos).where(eq(photos.id, id));
  return row?.sourceUrl ?? null;
}

/** Deletes lookups, photos and pauses that are past retention. */
export async function deleteExpiredPhotos(db: Database, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - RETENTION_MS);
  await db.delete(photoLookups).where(lt(photoLookups.requestedAt, cutoff));
  await db.delete(photos).where(lt(photos.seenAt, cutoff));
  await db.delete(photoPauses).where(lt(photoPauses.until, cutoff));
}

function queryKey(query: string): string {
  return query.toLowerCase();
}
