import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { viewDays } from "#app/db/schema/analytics.ts";
import { chunks } from "#app/lib/chunks.ts";

const ROWS_PER_INSERT = 5_000;

/** Writes invented views beside the counted ones. */
export async function addDemoViews(db: Database, rows: Omit<typeof viewDays.$inferInsert, "isDemo">[]): Promise<void> {
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) {
    await db.insert(viewDays).values(chunk.map((row) => ({ ...row, isDemo: true })));
  }
}

/** Served by view_days_demo. */
export async function removeDemoViews(db: Database): Promise<void> {
  await db.delete(viewDays).where(eq(viewDays.isDemo, true));
}

export function countDemoViews(db: Database): Promise<number> {
  return db.$count(viewDays, eq(viewDays.isDemo, true));
}
