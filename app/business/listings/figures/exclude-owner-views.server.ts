import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import type { View } from "#app/guide/analytics/counters/view-counter.server.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { listOwnedPlaces } from "../people/owners.server.ts";

/** Whether the viewer of a place's page manages the place. Served by the key of place_owners. */
export async function managesPlace(
  db: Database,
  { placeId, viewer }: { placeId: number; viewer: Pick<Viewer, "id"> | null },
): Promise<boolean> {
  if (viewer === null) return false;
  const rows = await db
    .select({ role: placeOwners.role })
    .from(placeOwners)
    .where(and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, viewer.id)));
  return rows.length > 0;
}

/** A view without the places that the viewer manages, also in lists. Null when nothing is left to count. */
export async function excludeOwnedPlaces(db: Database, view: View, userId: string): Promise<View | null> {
  const { shown = null } = view;
  if (view.subject !== "place" && shown === null) return view;
  const own = new Set((await listOwnedPlaces(db, userId)).map(({ place }) => place.slug));
  if (view.subject === "place" && own.has(view.key)) return null;
  if (shown === null || own.size === 0) return view;
  return { ...view, shown: { ...shown, slugs: shown.slugs.filter((slug) => !own.has(slug)) } };
}
