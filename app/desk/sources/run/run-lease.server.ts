import { randomUUID } from "node:crypto";

import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sourceRuns } from "#app/db/schema/live-sources.ts";
import type { Logger } from "#app/platform/log.server.ts";

/** A lease without renewal expires after this time, when its process is dead. */
const LEASE_SECONDS = 90;
const RENEWAL_MS = 20_000;

export type SourceRunRow = typeof sourceRuns.$inferSelect;

export type RunLease = {
  run: SourceRunRow;
  /** Changes the run. False: it was stopped, or another process has it now; then nothing was changed. */
  update: (db: Database, change: Partial<SourceRunRow>) => Promise<boolean>;
  /** Releases the run to other processes. */
  release: () => Promise<void>;
};

/** Takes a run for this process. Null: another process has it, or it has ended. */
export async function acquireRunLease(
  db: Database,
  { runId, log }: { runId: string; log: Logger },
): Promise<RunLease | null> {
  const worker = randomUUID();
  const [run] = await db
    .update(sourceRuns)
    .set({ worker, lockedUntil: leaseEnd() })
    .where(
      and(
        eq(sourceRuns.id, runId),
        isNull(sourceRuns.endedAt),
        or(isNull(sourceRuns.worker), lt(sourceRuns.lockedUntil, sql`clock_timestamp()`)),
      ),
    )
    .returning();
  if (run === undefined) return null;
  const isOwnLease = and(eq(sourceRuns.id, runId), eq(sourceRuns.worker, worker), isNull(sourceRuns.endedAt));
  const timer = setInterval(() => {
    db.update(sourceRuns)
      .set({ lockedUntil: leaseEnd() })
      .where(isOwnLease)
      .catch((error: unknown) => log.warn({ err: error, runId }, "The lease of a source’s run could not be renewed"));
  }, RENEWAL_MS);
  return {
    run,
    update: async (tx, change) => {
      const changed = await tx.update(sourceRuns).set(change).where(isOwnLease).returning({ id: sourceRuns.id });
      return changed.length > 0;
    },
    release: async () => {
      clearInterval(timer);
      await db.update(sourceRuns).set({ worker: null, lockedUntil: null }).where(isOwnLease);
    },
  };
}

/** By the database's clock, which all processes share. */
function leaseEnd(): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
}
