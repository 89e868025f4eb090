import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { ConstructorOptions } from "pg-boss";

import type { StatementKind } from "#app/platform/answer-time.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

import { openLocalDatabase } from "./local-database.server.ts";
import { openPostgres } from "./postgres.server.ts";
import type { schema } from "./schema.ts";

/** A connection or a transaction: every query takes one as its first argument. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenedDatabase = {
  db: Database;
  /** Runs SQL text of several statements in one transaction, under a lock that keeps a second instance waiting. */
  runLocked(work: (run: RunSql) => Promise<void>): Promise<void>;
  /** One transaction without a time limit, under that same lock: loading seed files takes longer than a page may. */
  exclusively<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** All that it holds at one instant, in one transaction that only reads and has no time limit. */
  snapshot<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Hears each NOTIFY on the channel, from this and other instances. */
  listen(channel: string, handlers: ChannelHandlers): Promise<void>;
  /** Has a function called before each statement of `db`; the statement fails with what that throws. */
  beforeStatements?(call: (kind: StatementKind) => void): void;
  /** How the job queue reaches the same database. */
  queueOptions: ConstructorOptions;
  close(): Promise<void>;
};

/** `onGap` is called when messages may have been missed, because the connection broke and is there again. */
export type ChannelHandlers = { onMessage: (payload: string) => void; onGap: () => void };

/** Runs statements; with `values` exactly one statement. Rows come back as objects. */
export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What a process does with the database. A command shares a server of our own with a site; two sites don't. */
export type DatabaseUser = "trial site" | "production site" | "command";

/** Opens what the settings name: PostgreSQL by `DATABASE_URL`, else a server of our own with its files in `DATA_DIR`. */
export async function openDatabase(env: Env, log: Logger, as: DatabaseUser): Promise<OpenedDatabase> {
  return env.databaseUrl === null ? openLocalDatabase(env.dataDir, log, as) : openPostgres(env.databaseUrl, log, as);
}

/** Any number will do; it only has to be the same in every instance. */
export const MIGRATION_LOCK = 2_026_112_100;
