import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { ConstructorOptions } from "pg-boss";
import type { Logger } from "pino";

import { openLocalDatabase } from "./local-database.server.ts";
import { openPostgres } from "./postgres.server.ts";
import type { schema } from "./schema.ts";

/** A connection or a transaction: every query takes a `Database` as its first argument. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenedDatabase = {
  db: Database;
  /** Runs SQL text of several statements in one transaction, under a lock that makes a second instance wait. */
  runLocked(work: (run: RunSql) => Promise<void>): Promise<void>;
  /**
   * Runs one transaction without a time limit, under the same lock: loading seed data takes longer than a page request
   * may.
   */
  runExclusively<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Reads a consistent snapshot in one read-only transaction without a time limit. */
  snapshot<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Subscribes to NOTIFY messages on the channel, from this and other instances. */
  listen(channel: string, handlers: ChannelHandlers): Promise<void>;
  /**
   * Registers a function to call before each statement of `db`. If the function throws, the statement fails with that
   * error.
   */
  beforeStatements?(call: (kind: StatementKind) => void): void;
  /** Connection options with which the job queue reaches the same database. */
  queueOptions: ConstructorOptions;
  close(): Promise<void>;
};

/** `write`: a commit, or a change outside of a transaction. `rollback`: undoes changes. */
export type StatementKind = "read" | "write" | "rollback";

/** `onGap` is called after a broken connection was reopened, because messages may have been missed. */
export type ChannelHandlers = { onMessage: (payload: string) => void; onGap: () => void };

/** Runs SQL. With `values`, the text must be exactly one statement. Returns rows as objects. */
export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What kind of process uses the database. A command may share Rowhouse's own server with a site; two sites may not. */
export type DatabaseProcess = "trial site" | "production site" | "command";

/**
 * Opens the configured database: PostgreSQL at `DATABASE_URL`, or else Rowhouse's own server with its files in
 * `DATA_DIR`.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  log: Logger,
  as: DatabaseProcess,
): Promise<OpenedDatabase> {
  return databaseUrl === null ? openLocalDatabase(dataDir, log, as) : openPostgres(databaseUrl, log, as);
}

/** An arbitrary number that must be the same in every instance. */
export const MIGRATION_LOCK_ID = 2_026_112_100;
