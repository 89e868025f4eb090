import type { SQL } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

const Result = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

/** The rows of a plain SQL query, for what the schema doesn't describe. */
export async function queryRows(db: Database, query: SQL): Promise<Record<string, unknown>[]> {
  return Result.parse(await db.execute(query)).rows;
}
