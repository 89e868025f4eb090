import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/** The channel on which jobs are triggered before their schedule. */
export const TRIGGER_JOB_CHANNEL = "wake_jobs";

/**
 * Triggers a job on one of the instances. In a transaction it takes effect with the commit. If no instance receives it, the job
 * runs on its schedule.
 */
export async function triggerJob(db: Database, name: string): Promise<void> {
  await db.execute(sql`select pg_notify(${TRIGGER_JOB_CHANNEL}, ${name})`);
}
