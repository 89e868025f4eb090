import { asc, desc } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { searchTypes } from "#app/db/schema/search.ts";

/** The form suggests the most common types. */
const TYPES_OFFERED_MAX = 150;

/** The most common types of places, by name. The table has a row per type. */
export async function listPlaceTypes(db: Database): Promise<string[]> {
  const rows = await db
    .select({ type: searchTypes.type })
    .from(searchTypes)
    .orderBy(desc(searchTypes.places), asc(searchTypes.type))
    .limit(TYPES_OFFERED_MAX);
  return rows.map(({ type }) => type).sort();
}
