import { sql } from "drizzle-orm";

import type { Database } from "./database.server.ts";

/**
 * Takes a named advisory lock until the transaction ends: counting rows before adding one would otherwise miss another
 * transaction's new row. Several locks are taken in the same order everywhere.
 */
export async function lockAdvisory(db: Database, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
