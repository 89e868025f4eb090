import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

/**
 * Who changed a place and for which case. `changedBy` is null when several reports together caused the change. `actor` is
 * for the audit log and defaults to `changedBy` as staff.
 */
export type ChangeAuthor = { changedBy: string | null; caseId: string | null; actor?: Actor };

export type PlaceChangeInput = ChangeAuthor & { placeId: number; now: Date };

export type PlaceRow = typeof places.$inferSelect;

/** Locks the place's row, so that changes of one place run one after another. */
export async function lockPlace(db: Database, placeId: number): Promise<PlaceRow | null> {
  const [place] = await db.select().from(places).where(eq(places.id, placeId)).for("update");
  return place ?? null;
}

export async function recordPlaceChange(
  db: Database,
  given: PlaceChangeInput & { action: string; before: Json; after: Json },
): Promise<void> {
  const { placeId, changedBy, actor = { kind: changedBy === null ? "member" : "staff", id: changedBy } } = given;
  const { action, before, after, now } = given;
  await recordChange(db, { actor, action, subject: { kind: "place", id: String(placeId) }, before, after, now });
}

/** The fields that page cache tags are built from. */
export type PlaceTags = Pick<PlaceRow, "slug" | "categorySlug" | "neighborhoodSlug">;

/** Invalidates the places' pages, pages that show them, and lists they enter or leave. */
export async function invalidatePlacePages(db: Database, states: PlaceTags[]): Promise<void> {
  if (states.length === 0) return;
  const tags = states.flatMap(({ slug, categorySlug, neighborhoodSlug }) => [
    `place:${slug}`,
    `category:${categorySlug}`,
    `neighborhood:${neighborhoodSlug}`,
  ]);
  await invalidatePages(db, [...new Set([...tags, "places", "guides", "home"])]);
}
