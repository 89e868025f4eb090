import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/** Empties the audit log, which may hold entries of tests that don't roll back. Only tests may do this. */
export async function clearAuditLog(db: Database): Promise<void> {
  await db.execute(sql`alter table audit_entries disable trigger user`);
  await db.execute(sql`delete from audit_entries where id > 0`);
  await db.execute(sql`alter table audit_entries enable trigger user`);
}
