import { and, asc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { listEntries, lists } from "#app/db/schema/members.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { streetAddress } from "#app/guide/seo/structured/street-address.ts";
import { isUuid } from "#app/lib/uuid.ts";

import type { ListFile } from "./list-files.ts";

/** The user's own list with all its places, including closed ones; null if it isn't theirs or doesn't exist. */
export async function findListFile(
  db: Database,
  { userId, listId, siteUrl }: { userId: string; listId: string; siteUrl: string },
): Promise<ListFile | null> {
  if (!isUuid(listId)) return null;
  const [list] = await db
    .select({ name: lists.name, note: lists.note })
    .from(lists)
    .where(and(eq(lists.id, listId), eq(lists.ownerId, userId)));
  if (list === undefined) return null;
  const rows = await db
    .select({
      slug: places.slug,
      name: places.name,
      type: places.type,
      street: places.street,
      quadrant: places.quadrant,
      zip: places.zip,
      lat: places.lat,
      lng: places.lng,
      status: places.status,
      neighborhood: neighborhoods.name,
      note: listEntries.note,
    })
    .from(listEntries)
    .innerJoin(places, eq(places.id, listEntries.placeId))
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(eq(listEntries.listId, listId))
    .orderBy(asc(listEntries.position));
  const entries = rows.map(({ slug, street, quadrant, zip, lat, lng, status, ...entry }) => ({
    ...entry,
    address:
      street === null ? null : `${streetAddress(street, quadrant)}, Washington, DC${zip === null ? "" : ` ${zip}`}`,
    point: lat === null || lng === null ? null : { lat, lng },
    isListed: status === "published",
    url: `${siteUrl}/places/${slug}`,
  }));
  return { ...list, entries };
}
