import type { SQL } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

const Result = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

/** The rows of a query in plain SQL, for what no table of the schema says. */
export async function rowsOf(db: Database, query: SQL): Promise<Record<string, unknown>[]> {
  return Result.parse(await db.execute(query)).rows;
}
