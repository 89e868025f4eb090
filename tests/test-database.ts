import { test as base } from "vitest";

import { type Database, type OpenedDatabase } from "#app/db/database.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { silentLog } from "./silent-log.ts";
import { workerDatabaseUrl } from "./test-server.ts";

let opened: Promise<OpenedDatabase> | null = null;

/** One migrated database per worker: creating one takes seconds, a rolled-back transaction a millisecond. */
export function workerDatabase(): Promise<OpenedDatabase> {
  opened ??= open();
  return opened;
}

async function open(): Promise<OpenedDatabase> {
  return openPostgres(await workerDatabaseUrl("test", "rowhouse_template"), silentLog());
}

class RolledBack extends Error {}

/** A test on a real database, in a transaction that is rolled back, so that the next test sees none of its writes. */
export const test = base.extend<{ db: Database }>({
  db: async ({ task: _task }, use) => {
    const { db } = await workerDatabase();
    await withRollback(db, use);
  },
});

/** Runs `work` in a transaction and rolls it back, so that the next work starts from the same data. */
export async function withRollback(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await work(tx);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}
