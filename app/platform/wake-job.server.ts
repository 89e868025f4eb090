import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/** The one channel on which jobs are woken before their time. */
export const WAKE_CHANNEL = "wake_jobs";

/**
 * Has a job run soon, by whichever instance takes it. In a transaction it takes effect with the commit. A call that nobody
 * hears costs a wait: the job runs at its own times anyway.
 */
export async function wakeJob(db: Database, name: string): Promise<void> {
  await db.execute(sql`select pg_notify(${WAKE_CHANNEL}, ${name})`);
}
