import { setTimeout as after } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

import { announce } from "#app/lib/announce.ts";
import { SettingError } from "#app/lib/setting-error.ts";

import type { DatabaseProcess, OpenedDatabase } from "./database.server.ts";
import { type Cluster, prepareCluster } from "./local-cluster.server.ts";
import { ensureServer, hasCurrentSettings, stopServer } from "./local-server.server.ts";
import { connectionName, openPostgres } from "./postgres.server.ts";

/**
 * Advisory locks in the server's own database. Every process using the server shares `USE_LOCK`; a process that holds
 * it alone may stop the server. One site holds `SITE_LOCK`.
 */
const LOCK_CLASS = 20_261_126;
const USE_LOCK = 1;
const SITE_LOCK = 2;

/** A site that was killed a moment ago may still appear to be connected. */
const SITE_LOCK_MS_MAX = 3_000;
const LOOK_MS = 50;

/** A server that is being stopped refuses connections; then it is started again. */
const ENTRIES_MAX = 20;

/** Between attempts to restart a server that crashed under a site. */
const RECOVER_MS = 500;

/**
 * Opens the database of Rowhouse's own PostgreSQL server, with files in `DATA_DIR/postgres`. Starts the server if
 * needed; the last process to close stops it. A site restarts a server that crashes.
 *
 * @throws SettingError when the server can't be started, or when another site already serves this database.
 */
export async function openLocalDatabase(dataDir: string, log: Logger, as: DatabaseProcess): Promise<OpenedDatabase> {
  const cluster = prepareCluster(dataDir, (line) => announce(`rowhouse: ${line}`));
  return openCluster(cluster, { dataDir, log, as });
}

/** Like `openLocalDatabase`, for a cluster that is already prepared. */
export async function openCluster(
  cluster: Cluster,
  { dataDir, log, as }: { dataDir: string; log: Logger; as: DatabaseProcess },
): Promise<OpenedDatabase> {
  const presence = new ServerLease({ cluster, dataDir, log, as });
  const url = await presence.enter();
  const opened = openPostgres(url, log, as);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await presence.leave();
    },
  };
}

/** One connection that holds this process's locks for as long as it uses the server. */
class ServerLease {
  readonly #given: { cluster: Cluster; dataDir: string; log: Logger; as: DatabaseProcess };
  #client: Client | null = null;
  readonly #over = new AbortController();
  #recovery: Promise<void> | null = null;

  constructor(given: { cluster: Cluster; dataDir: string; log: Logger; as: DatabaseProcess }) {
    this.#given = given;
  }

  /** @returns The database's URL. */
  async enter(): Promise<string> {
    for (let entries = 1; ; entries += 1) {
      const url = await ensureServer(this.#given.cluster);
      try {
        const client = await this.#connect(url);
        if (await this.#isOutdated(client)) continue;
        this.#client = client;
        client.once("end", () => {
          this.#client = null;
          this.#recovery = this.#recover();
        });
        return url;
      } catch (error) {
        if (error instanceof SettingError || entries === ENTRIES_MAX) throw error;
        await after(LOOK_MS);
      }
    }
  }

  async leave(): Promise<void> {
    this.#over.abort();
    // A recovery may be starting the server right now; no other process would stop that server.
    await this.#recovery;
    const client = this.#client;
    if (client === null) return;
    const isAlone = await isAloneWith(client).catch(() => false);
    // A process that connects now waits for the lock until the server has stopped, and then starts it again.
    if (isAlone) stopServer(this.#given.cluster);
    await client.end().catch(() => {});
  }

  async #connect(url: string): Promise<Client> {
    const client = new Client({ connectionString: url, application_name: connectionName(this.#given.as) });
    // A broken connection is handled in its "end" event.
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select pg_advisory_lock_shared($1, $2)", [LOCK_CLASS, USE_LOCK]);
      if (this.#given.as !== "command") await this.#takeSite(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  async #takeSite(client: Client): Promise<void> {
    const deadline = performance.now() + SITE_LOCK_MS_MAX;
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
        LOCK_CLASS,
        SITE_LOCK,
      ]);
      if (rows[0]?.taken === true) return;
      const holder = await siteHolder(client);
      if (holder !== null && (isAlive(holder) || performance.now() > deadline)) {
        const { dataDir } = this.#given;
        throw new SettingError(
          `DATA_DIR: ${dataDir} is in use by ${holder}; stop it first, or choose another DATA_DIR`,
        );
      }
      await after(LOOK_MS);
    }
  }

  /**
   * Whether a killed site of another release left this server behind. If so, stops it so that it restarts with today's
   * settings.
   */
  async #isOutdated(client: Client): Promise<boolean> {
    const { as, cluster } = this.#given;
    if (as === "command" || hasCurrentSettings(cluster) || !(await isAloneWith(client))) return false;
    stopServer(cluster);
    await client.end().catch(() => {});
    return true;
  }

  /** The server crashed or was stopped: restart it, so that the site continues as soon as it is back. */
  async #recover(): Promise<void> {
    const { as, log } = this.#given;
    const { signal } = this.#over;
    if (signal.aborted || as === "command") return;
    log.warn("The database server stopped; restarting it");
    while (!signal.aborted) {
      try {
        await this.enter();
        log.info("The database server is back");
        return;
      } catch (error) {
        log.error({ err: error }, "The database server could not be restarted");
        // The site's other handles keep the process alive, and its shutdown ends this wait.
        await after(RECOVER_MS, undefined, { ref: false, signal }).catch(() => {});
      }
    }
  }
}

/** The connection name of the process that holds the site lock; null if it was just released. */
async function siteHolder(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [LOCK_CLASS, SITE_LOCK],
  );
  return rows[0]?.name ?? null;
}

/** Checks the process id in the name. A killed process appears to be connected until its server process notices. */
function isAlive(holder: string): boolean {
  const pid = Number.parseInt(/process (\d+)/.exec(holder)?.[1] ?? "", 10);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Whether no other process uses the server. If true, no other process can until this connection ends. */
async function isAloneWith(client: Client): Promise<boolean> {
  await client.query("select pg_advisory_unlock_shared($1, $2)", [LOCK_CLASS, USE_LOCK]);
  const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1, $2) as alone", [
    LOCK_CLASS,
    USE_LOCK,
  ]);
  if (rows[0]?.alone === true) return true;
  await client.query("select pg_advisory_lock_shared($1, $2)", [LOCK_CLASS, USE_LOCK]);
  return false;
}
