import { setTimeout as after } from "node:timers/promises";

import { Client } from "pg";

import { announce } from "#app/lib/announce.ts";
import { SettingError } from "#app/lib/setting-error.ts";
import type { Logger } from "#app/platform/log.server.ts";

import type { DatabaseUser, OpenedDatabase } from "./database.server.ts";
import { type Cluster, prepareCluster } from "./local-cluster.server.ts";
import { ensureServer, isStartedAsNow, stopServer } from "./local-server.server.ts";
import { connectionName, openPostgres } from "./postgres.server.ts";

/**
 * Advisory locks of the server's own database, by two numbers each, which no lock of a page's has. Everybody who uses the
 * server shares `USE`; who has it alone may stop the server. One site at a time has `SITE`.
 */
const LOCK_CLASS = 20_261_126;
const USE_LOCK = 1;
const SITE_LOCK = 2;

/** A site that was killed a moment ago may still seem to be connected. */
const SITE_LOCK_MS_MAX = 3_000;
const LOOK_MS = 50;

/** A server that somebody is just stopping lets nobody in; then it is started again. */
const ENTRIES_MAX = 20;

/** Between tries to bring back a server that broke down under a site. */
const RECOVER_MS = 500;

/**
 * Opens the database of a PostgreSQL server of our own, with its files in `DATA_DIR/postgres`; starts the server if it isn't
 * running. The last to close it stops it. If it breaks down under a site, the site starts it again.
 *
 * @throws SettingError when it can't be started, or when a site is to open what another site serves.
 */
export async function openLocalDatabase(dataDir: string, log: Logger, as: DatabaseUser): Promise<OpenedDatabase> {
  const cluster = prepareCluster(dataDir, (line) => announce(`rowhouse: ${line}`));
  return openCluster(cluster, { dataDir, log, as });
}

/** The same for a cluster that is known. */
export async function openCluster(
  cluster: Cluster,
  { dataDir, log, as }: { dataDir: string; log: Logger; as: DatabaseUser },
): Promise<OpenedDatabase> {
  const presence = new Presence({ cluster, dataDir, log, as });
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
class Presence {
  readonly #given: { cluster: Cluster; dataDir: string; log: Logger; as: DatabaseUser };
  #client: Client | null = null;
  readonly #over = new AbortController();
  #recovery: Promise<void> | null = null;

  constructor(given: { cluster: Cluster; dataDir: string; log: Logger; as: DatabaseUser }) {
    this.#given = given;
  }

  /** @returns The database's address. */
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
    // It may just be getting in again; nobody else would stop what it has started.
    await this.#recovery;
    const client = this.#client;
    if (client === null) return;
    const isAlone = await isAloneWith(client).catch(() => false);
    // Who comes now waits for the lock until the server has ended, and then starts it again.
    if (isAlone) stopServer(this.#given.cluster);
    await client.end().catch(() => {});
  }

  async #connect(url: string): Promise<Client> {
    const client = new Client({ connectionString: url, application_name: connectionName(this.#given.as) });
    // A connection that breaks is noticed by its end.
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

  /** A site that was killed left a server behind; if it is of another release, it is ended, and started as this one wants it. */
  async #isOutdated(client: Client): Promise<boolean> {
    const { as, cluster } = this.#given;
    if (as === "command" || isStartedAsNow(cluster) || !(await isAloneWith(client))) return false;
    stopServer(cluster);
    await client.end().catch(() => {});
    return true;
  }

  /** The server broke down, or somebody stopped it: a site goes on as soon as it is back. */
  async #recover(): Promise<void> {
    const { as, log } = this.#given;
    const { signal } = this.#over;
    if (signal.aborted || as === "command") return;
    log.warn("The database server is gone; it is started again");
    while (!signal.aborted) {
      try {
        await this.enter();
        log.info("The database server is back");
        return;
      } catch (error) {
        log.error({ err: error }, "The database server could not be started again");
        // The site that waits for it is what keeps the process going, and what ends the wait.
        await after(RECOVER_MS, undefined, { ref: false, signal }).catch(() => {});
      }
    }
  }
}

/** The name of the connection that has the lock of the one site; null when it was just given back. */
async function siteHolder(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [LOCK_CLASS, SITE_LOCK],
  );
  return rows[0]?.name ?? null;
}

/** By the process id in the name; one that was killed seems to be connected until its server process looks. */
function isAlive(holder: string): boolean {
  const pid = Number.parseInt(/process (\d+)/.exec(holder)?.[1] ?? "", 10);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Whether nobody else uses the server; then nobody can until this connection ends. */
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
