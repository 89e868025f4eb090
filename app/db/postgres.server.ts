import { randomUUID } from "node:crypto";

import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, type Pool, type PoolClient } from "pg";
import type { Logger } from "pino";

import {
  type ChannelHandlers,
  type Database,
  type DatabaseProcess,
  MIGRATION_LOCK_ID,
  type OpenedDatabase,
  type RunSql,
  type StatementKind,
} from "./database.server.ts";
import { schema } from "./schema.ts";
import { isDatabaseUnavailable } from "./database-unavailable.server.ts";
import { PacedPool } from "./paced-pool.server.ts";

/** PostgreSQL's default is 100 connections; ten per server leave room for nine servers and an operator. */
const CONNECTIONS_MAX = 10;
const QUEUE_CONNECTIONS_MAX = 2;
const CONNECT_TIMEOUT_MS = 5_000;

/** No page may hold a connection longer. Migrations and the loading of seed data run without this limit. */
const PAGE_STATEMENT_MS_MAX = 5_000;

/** No visitor waits for a command, and a slow machine needs more time. */
const COMMAND_STATEMENT_MS_MAX = 10 * 60_000;

/** A server that hangs doesn't enforce its own statement timeout, so the client gives up after this much more. */
const CLIENT_TIMEOUT_EXTRA_MS = 1_000;

/**
 * The queue maintains its tables now and then. Without this limit a hung query would wait for TCP's timeout of 15
 * minutes.
 */
const QUEUE_QUERY_TIMEOUT_MS = 60_000;

/** Page queries are small. Starting parallel workers, or JIT compilation, would take longer than the search itself. */
const SESSION_OPTIONS = "-c max_parallel_workers_per_gather=0 -c jit=off";

/** Distinguishes processes with the same id on different machines. */
const PROCESS_SUFFIX = randomUUID().slice(0, 8);

/** After this much silence the operating system probes the connection. */
const KEEP_ALIVE_MS = 10_000;

const RELISTEN_MS = 2_000;

/** The name of this process's connections in pg_stat_activity, where operators and a restore see whose they are. */
export function connectionName(as: DatabaseProcess): string {
  return `${connectionPrefix(as)} process ${process.pid} (${PROCESS_SUFFIX})`;
}

/** The prefix of connection names in every process. */
export function connectionPrefix(as: DatabaseProcess): string {
  return `Rowhouse ${as},`;
}

export function openPostgres(databaseUrl: string, log: Logger, as: DatabaseProcess = "command"): OpenedDatabase {
  const name = connectionName(as);
  const statementMs = as === "command" ? COMMAND_STATEMENT_MS_MAX : PAGE_STATEMENT_MS_MAX;
  const pool = new PacedPool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    options: SESSION_OPTIONS,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + CLIENT_TIMEOUT_EXTRA_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // The pool removes an idle connection that breaks; the connection has its own listener too.
  pool.on("error", () => {});
  // Without a listener, a connection that breaks while a transaction waits for its next statement would end the
  // process.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ err: error }, "A database connection broke"));
  });
  const address = { databaseUrl, name };
  const listener = new Listener({ ...address, log });
  const watch = new StatementWatch();
  return {
    db: databaseOnPool(pool, watch),
    runLocked: (work) => runLocked(address, work),
    runExclusively: (work) => exclusively(address, work),
    snapshot: (work) => snapshot(address, work),
    listen: (channel, handlers) => listener.listen(channel, handlers),
    beforeStatements: (call) => {
      watch.before = call;
    },
    queueOptions: queueOptions(address),
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

function queueOptions({ databaseUrl, name }: Address): OpenedDatabase["queueOptions"] {
  // pg-boss's types don't have these options, but it passes everything to its pool.
  const limits = {
    query_timeout: QUEUE_QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  return {
    connectionString: databaseUrl,
    application_name: name,
    max: QUEUE_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...limits,
  };
}

/**
 * Calls a function before each statement, as a drizzle-orm logger; the function may refuse the statement by throwing.
 */
class StatementWatch {
  before: (kind: StatementKind) => void = () => {};

  readonly alone = { logQuery: (text: string) => this.before(WRITES.test(text) ? "write" : "read") };

  readonly inTransaction = {
    logQuery: (text: string) =>
      this.before(text === "commit" ? "write" : text.startsWith("rollback") ? "rollback" : "read"),
  };
}

/** Also matches `with` and `select` statements that write in a subquery. Parameter values aren't part of the text. */
const WRITES = /\b(?:insert|update|delete|merge)\b/i;

/**
 * A database on a pool. drizzle-orm's own transactions return broken connections to the pool: one still waits for the
 * answer to a timed-out statement, and one that couldn't begin is never released.
 */
function databaseOnPool(pool: Pool, watch: StatementWatch): Database {
  const db = drizzle({ client: pool, schema, logger: watch.alone });
  // Creating an instance takes half a millisecond, and connections are reused.
  const databasesByClient = new WeakMap<PoolClient, NodePgDatabase<typeof schema>>();
  db.transaction = async (work, config) => {
    const client = await connect(pool);
    const clientDatabase = databasesByClient.get(client) ?? drizzle({ client, schema, logger: watch.inTransaction });
    databasesByClient.set(client, clientDatabase);
    try {
      const result = await clientDatabase.transaction(work, config);
      client.release();
      return result;
    } catch (error) {
      client.release(isDatabaseUnavailable(error));
      throw error;
    }
  };
  return db;
}

/** A connection from the pool. Fails with the error that a statement would fail with. */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DrizzleQueryError("begin", [], error instanceof Error ? error : undefined);
  }
}

function runLocked(to: Address, work: Parameters<OpenedDatabase["runLocked"]>[0]): Promise<void> {
  return withClient(to, async (client) => {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK_ID]);
    await work(async (text, values) => {
      const result = await client.query<Record<string, unknown>>(text, values);
      return values === undefined ? [] : result.rows;
    });
    await client.query("commit");
  });
}

function exclusively<Result>(to: Address, work: (db: Database) => Promise<Result>): Promise<Result> {
  return withClient(to, (client) =>
    drizzle({ client, schema }).transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`);
      return work(tx);
    }),
  );
}

function snapshot<Result>(to: Address, work: (run: RunSql) => Promise<Result>): Promise<Result> {
  return withClient(to, async (client) => {
    await client.query("begin transaction isolation level repeatable read read only");
    const result = await work(async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows);
    await client.query("commit");
    return result;
  });
}

type Address = { databaseUrl: string; name: string };

/** Opens a connection without the pool's time limits. */
async function withClient<Result>(
  { databaseUrl, name }: Address,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    application_name: name,
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A running query fails by itself; without a listener the event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A separate connection for LISTEN, reopened when it breaks. */
class Listener {
  #client: Client | null = null;
  #closed = false;
  readonly #channels = new Map<string, ChannelHandlers>();
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #name: string;

  constructor({ databaseUrl, log, name }: Address & { log: Logger }) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#name = name;
  }

  async listen(channel: string, handlers: ChannelHandlers): Promise<void> {
    this.#channels.set(channel, handlers);
    if (this.#client === null) await this.#connect();
    else await this.#client.query(`listen ${this.#client.escapeIdentifier(channel)}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      application_name: this.#name,
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // It only waits, so without keep-alive a pulled cable would never be noticed.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client.on("notification", ({ channel, payload }) => this.#channels.get(channel)?.onMessage(payload ?? ""));
    client.on("error", (error) => this.#log.warn({ err: error }, "The listening database connection broke"));
    try {
      await client.connect();
      for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    // Not before: a client that failed to connect also emits "end", and each failure would start two more attempts.
    client.once("end", () => {
      this.#client = null;
      this.#reconnectLater();
    });
  }

  #reconnectLater(): void {
    if (this.#closed) return;
    setTimeout(() => {
      this.#reconnect().catch(() => this.#reconnectLater());
    }, RELISTEN_MS).unref();
  }

  async #reconnect(): Promise<void> {
    if (this.#closed) return;
    await this.#connect();
    this.#log.info("Listening to the database again");
    for (const { onGap } of this.#channels.values()) onGap();
  }
}
