import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "./database.server.ts";

const Answer = z.object({ rows: z.tuple([z.object({ at: z.coerce.number() })]) });

/**
 * The database's clock, asked once and gone on by this process's own: one for all processes that share a database, for what
 * each holds until an instant. Of two whose own clocks differ by more than a hold, each would take what the other is at.
 */
export async function databaseClock(db: Database, own: () => number = Date.now): Promise<() => Date> {
  const answer = await db.execute(sql`select extract(epoch from now()) * 1000 as at`);
  const aheadMs = Math.round(Answer.parse(answer).rows[0].at) - own();
  return () => new Date(own() + aheadMs);
}
