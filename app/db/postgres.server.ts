import { randomUUID } from "node:crypto";

import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, Pool, type PoolClient } from "pg";

import type { StatementKind } from "#app/platform/answer-time.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

import {
  type ChannelHandlers,
  type Database,
  type DatabaseUser,
  MIGRATION_LOCK,
  type OpenedDatabase,
  type RunSql,
} from "./database.server.ts";
import { schema } from "./schema.ts";
import { isDatabaseUnavailable } from "./unavailable.server.ts";

/** PostgreSQL's default is 100 connections; ten a server leaves room for nine servers and an operator. */
const CONNECTIONS_MAX = 10;
const QUEUE_CONNECTIONS_MAX = 2;
const CONNECT_TIMEOUT_MS = 5_000;

/** No page may hold a connection longer; migrations and the loading of seed files run without it. */
const PAGE_STATEMENT_MS_MAX = 5_000;

/** Nobody waits for a command's answer with a page half painted, and a slow machine takes its time. */
const COMMAND_STATEMENT_MS_MAX = 10 * 60_000;

/** A server that is there but answers nothing cuts no statement short: then we do. */
const ANSWER_MS_MAX = 1_000;

/** The queue tidies up its tables now and then; one that hangs would otherwise wait for as long as TCP does: a quarter hour. */
const QUEUE_QUERY_TIMEOUT_MS = 60_000;

/**
 * Every page asks for little: helpers that the planner would start for a stage of a search that is then not needed take
 * longer than the search, and so does compiling it.
 */
const SESSION_OPTIONS = "-c max_parallel_workers_per_gather=0 -c jit=off";

/** Tells processes of the same id on different machines apart. */
const PROCESS_MARK = randomUUID().slice(0, 8);

/** After this much silence the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

const RELISTEN_MS = 2_000;

/** What the server lists this process's connections under: an operator and a restore must see whose they are. */
export function connectionName(as: DatabaseUser): string {
  return `${connectionPrefix(as)} process ${process.pid} (${PROCESS_MARK})`;
}

/** What the names of connections begin with, in whichever process. */
export function connectionPrefix(as: DatabaseUser): string {
  return `Rowhouse ${as},`;
}

export function openPostgres(databaseUrl: string, log: Logger, as: DatabaseUser = "command"): OpenedDatabase {
  const name = connectionName(as);
  const statementMs = as === "command" ? COMMAND_STATEMENT_MS_MAX : PAGE_STATEMENT_MS_MAX;
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    options: SESSION_OPTIONS,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + ANSWER_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // An idle connection that breaks is taken out of the pool, and has its own listener, too.
  pool.on("error", () => {});
  // Without a listener a connection that breaks while a transaction waits for its next statement would end the process.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ err: error }, "A database connection broke"));
  });
  const address = { databaseUrl, name };
  const listener = new Listener({ ...address, log });
  const watch = new StatementWatch();
  return {
    db: overPool(pool, watch),
    runLocked: (work) => runLocked(address, work),
    exclusively: (work) => exclusively(address, work),
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
  // Its types don't know them, but it gives all that it gets to its pool.
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

/** Whom to tell before each statement; told as drizzle-orm tells its logger, which may also refuse by throwing. */
class StatementWatch {
  before: (kind: StatementKind) => void = () => {};

  readonly alone = { logQuery: (text: string) => this.before(WRITES.test(text) ? "write" : "read") };

  readonly inTransaction = {
    logQuery: (text: string) =>
      this.before(text === "commit" ? "write" : text.startsWith("rollback") ? "rollback" : "read"),
  };
}

/** Also what begins with `with` or `select` and changes something in a part of it. Values stand apart from the text. */
const WRITES = /\b(?:insert|update|delete|merge)\b/i;

/**
 * The database by way of a pool. drizzle-orm's own transactions give each connection back as if it were well: one on which
 * a statement timed out still waits for that statement's answer, and one that could not even begin is never given back.
 */
function overPool(pool: Pool, watch: StatementWatch): Database {
  const db = drizzle({ client: pool, schema, logger: watch.alone });
  // Making one takes half a millisecond, and connections are used again and again.
  const ofClients = new WeakMap<PoolClient, NodePgDatabase<typeof schema>>();
  db.transaction = async (work, config) => {
    const client = await connect(pool);
    const ofClient = ofClients.get(client) ?? drizzle({ client, schema, logger: watch.inTransaction });
    ofClients.set(client, ofClient);
    try {
      const result = await ofClient.transaction(work, config);
      client.release();
      return result;
    } catch (error) {
      client.release(isDatabaseUnavailable(error));
      throw error;
    }
  };
  return db;
}

/** A connection from the pool, or the failure that a statement would meet. */
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
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
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
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
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

/** A connection without the pool's time limits. */
async function withClient<Result>(
  { databaseUrl, name }: Address,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    application_name: name,
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A query under way is told by its own failure; without a listener the event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** One connection of its own for LISTEN, opened again when it breaks. */
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
      // It only ever waits, so a cable that was pulled would never be noticed.
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
    // Not before: a client that never got this far ends as well, and each failure would start two more attempts.
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
