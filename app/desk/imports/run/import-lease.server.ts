import { randomUUID } from "node:crypto";

import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import type { Logger } from "#app/platform/log.server.ts";

/**
 * A lease without renewal expires after this time. A batch takes a second; skipping ahead in a long file takes about
 * ten.
 */
const LEASE_SECONDS = 90;
const RENEWAL_MS = 20_000;

export type ImportLease = {
  worker: string;
  /** Releases the lease to other processes. */
  release: () => Promise<void>;
};

/**
 * Takes the lease on an import before its file is read. Null: another process holds it, or there is no work to do.
 * Restarting an import revokes the lease, so each batch checks that it still holds it.
 *
 * @param input.isForced Whether to take the lease from another process, as when a person asks for it.
 */
export async function acquireImportLease(
  db: Database,
  { importId, isForced, log }: { importId: string; isForced: boolean; log: Logger },
): Promise<ImportLease | null> {
  const worker = randomUUID();
  const [row] = await db
    .update(imports)
    .set({ worker, lockedUntil: leaseEnd() })
    .where(
      and(
        eq(imports.id, importId),
        inArray(imports.stage, ["checking", "running", "withdrawing", "undoing"]),
        isForced ? undefined : or(isNull(imports.worker), lt(imports.lockedUntil, databaseNow())),
      ),
    )
    .returning({ id: imports.id });
  if (row === undefined) return null;
  const isOwnLease = and(eq(imports.id, importId), eq(imports.worker, worker));
  const timer = setInterval(() => {
    db.update(imports)
      .set({ lockedUntil: leaseEnd() })
      .where(isOwnLease)
      .catch((error: unknown) => log.warn({ err: error, importId }, "An import lease could not be renewed"));
  }, RENEWAL_MS);
  return {
    worker,
    release: async () => {
      clearInterval(timer);
      await db.update(imports).set({ worker: null, lockedUntil: null }).where(isOwnLease);
    },
  };
}

function leaseEnd(): SQL {
  return sql`${databaseNow()} + make_interval(secs => ${LEASE_SECONDS})`;
}

/** Uses the database's clock: processes whose clocks differ by more than the lease would take each other's imports. */
function databaseNow(): SQL {
  return sql`clock_timestamp()`;
}
