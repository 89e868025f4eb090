import { sql } from "drizzle-orm";

import type { Database } from "./database.server.ts";

/**
 * Takes a named advisory lock until the transaction ends. Counting rows before adding one would otherwise miss a row
 * that another
 * transaction is about to add. Code that takes several locks takes them in the same order everywhere.
 */
export async function takeTurn(db: Database, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
