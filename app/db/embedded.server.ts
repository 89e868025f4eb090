import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { drizzle } from "drizzle-orm/pglite";
import { fromPglite } from "pg-boss";

import type { Logger } from "#app/platform/log.server.ts";
import { SettingError } from "#app/lib/setting-error.ts";

import type { OpenedDatabase } from "./database.server.ts";
import { openPglite } from "./kept-statements.server.ts";
import { schema } from "./schema.ts";

/** PGlite has no autovacuum: without this the folder grows and the planner's figures go stale. */
const MAINTENANCE_MS = 6 * 60 * 60 * 1000;

/** Thrown when another process holds the embedded database. */
export class DatabaseHeldError extends SettingError {}

/**
 * Opens the embedded PostgreSQL in a folder, alone.
 *
 * @throws DatabaseHeldError when a running server (or command) holds the folder: two openers would lose rows silently.
 */
export async function openEmbedded(dataDir: string, log: Logger): Promise<OpenedDatabase> {
  // What members write down is nobody else's business on a machine with several users.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  const client = await openOrUnlock(join(dataDir, "postgres"), unlock);
  const maintenance = setInterval(() => void maintain(client, log), MAINTENANCE_MS);
  maintenance.unref();
  return {
    ...overPglite(client),
    close: async () => {
      clearInterval(maintenance);
      await client.close();
      unlock();
    },
  };
}

/** The same interface over a PGlite that somebody else opened, such as a test's in-memory one. */
export function overPglite(client: PGlite): OpenedDatabase {
  const db = drizzle({ client, schema });
  return {
    db,
    engine: "embedded",
    // One process holds the folder, so the transaction is lock enough.
    runLocked: async (work) => {
      await client.transaction(async (tx) => {
        await work(async (text, values) => {
          if (values !== undefined) return (await tx.query<Record<string, unknown>>(text, values)).rows;
          await tx.exec(text);
          return [];
        });
      });
    },
    exclusively: (work) => db.transaction(work),
    // Nothing else is asked while a transaction is open, so it sees one instant.
    snapshot: (work) =>
      client.transaction(async (tx) => {
        await tx.exec("set transaction read only");
        return work(async (text, values) => (await tx.query<Record<string, unknown>>(text, values)).rows);
      }),
    listen: async (channel, { onMessage }) => {
      await client.listen(channel, onMessage);
    },
    queueOptions: { db: fromPglite(client), backend: "pglite" },
    close: () => client.close(),
  };
}

export const EMBEDDED_EXTENSIONS = { btree_gist, pg_trgm, unaccent };

/** A kernel lock by way of SQLite: it is gone with the process, however that dies, so it can never go stale. */
function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    lock.close();
    throw new DatabaseHeldError(`DATA_DIR: ${dataDir} is held by a running Rowhouse; stop it first`, { cause: error });
  }
  return () => lock.close();
}

async function openOrUnlock(folder: string, unlock: () => void): Promise<PGlite> {
  try {
    return await openPglite({ dataDir: folder, extensions: EMBEDDED_EXTENSIONS });
  } catch (error) {
    unlock();
    throw error;
  }
}

async function maintain(client: PGlite, log: Logger): Promise<void> {
  try {
    await client.exec("vacuum (analyze); checkpoint;");
  } catch (error) {
    log.error({ err: error }, "The embedded database's maintenance failed");
  }
}
