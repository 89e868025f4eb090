import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/** A log without what tests that don't roll back have left in it: nothing else takes anything off. */
export async function emptyLog(db: Database): Promise<void> {
  await db.execute(sql`alter table audit_entries disable trigger user`);
  await db.execute(sql`delete from audit_entries where id > 0`);
  await db.execute(sql`alter table audit_entries enable trigger user`);
}
