import { asc, desc } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { searchTypes } from "#app/db/schema/search.ts";

/** Kinds of places that the form offers, those of most places. */
const TYPES_OFFERED_MAX = 150;

/** What kinds of places there are, by name. The table has a row for each kind. */
export async function knownTypes(db: Database): Promise<string[]> {
  const rows = await db
    .select({ type: searchTypes.type })
    .from(searchTypes)
    .orderBy(desc(searchTypes.places), asc(searchTypes.type))
    .limit(TYPES_OFFERED_MAX);
  return rows.map(({ type }) => type).sort();
}
