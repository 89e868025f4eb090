import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "./database.server.ts";

const Answer = z.object({ rows: z.tuple([z.object({ at: z.coerce.number() })]) });

/**
 * The database's time, read once and advanced by this process's own clock, so that processes share a clock: with
 * different ones they would take over each other's leases.
 */
export async function readDatabaseClock(db: Database, own: () => number = Date.now): Promise<() => Date> {
  const answer = await db.execute(sql`select extract(epoch from now()) * 1000 as at`);
  const aheadMs = Math.round(Answer.parse(answer).rows[0].at) - own();
  return () => new Date(own() + aheadMs);
}
