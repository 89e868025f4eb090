import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

import { queryRows } from "./query-rows.ts";

/** How many locks other connections wait for because of this connection. */
export async function countBlockedLocks(db: Database): Promise<number> {
  const [row] = await queryRows(
    db,
    sql`select count(*)::integer as count from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
  );
  return Number(row?.["count"]);
}
