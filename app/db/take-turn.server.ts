import { sql } from "drizzle-orm";

import type { Database } from "./database.server.ts";

/**
 * Waits until no other transaction has the turn of that name, and keeps it to the end of this one: who counts rows before
 * adding one would miss what somebody else is about to add. Whoever takes several takes them in the same order everywhere.
 */
export async function takeTurn(db: Database, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
