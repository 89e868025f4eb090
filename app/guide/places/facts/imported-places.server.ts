import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places, sources } from "#app/db/schema/places.ts";

/** Deletes places and, by cascade, everything that references them. */
export async function removePlaces(db: Database, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.delete(places).where(inArray(places.id, ids));
}

/** Inserts the source of an import. An existing source is left unchanged. */
export async function addSource(db: Database, source: typeof sources.$inferInsert): Promise<void> {
  await db.insert(sources).values(source).onConflictDoNothing({ target: sources.id });
}
