import { Client } from "pg";
import { expect } from "vitest";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { seedLoads } from "#app/db/schema/seed-data.ts";
import { digestSeedFiles } from "#app/guide/seed-data/seed-files.server.ts";
import { TRIGGER_JOB_CHANNEL } from "#app/platform/trigger-job.server.ts";
import { silentLog } from "#tests/silent-log.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";

/** Internals that only the site's operator may see. */
export const INTERNALS =
  /ECONNREFUSED|Connection terminated|Failed query|\bselect \\*"|postgres|node_modules|\.tsx?:\d/i;

/**
 * A migrated database that is marked as seeded, because loading the seed data would take half a minute of CPU time.
 *
 * @param fill Writes the data that a test needs.
 */
export async function emptyDatabase(
  serverUrl: string,
  name: string,
  fill: (opened: OpenedDatabase) => Promise<void> = async () => {},
): Promise<string> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const opened = openPostgres(url.href, silentLog());
  await migrate(opened, MIGRATIONS_FOLDER);
  await opened.db.insert(seedLoads).values({ digest: digestSeedFiles(SEED_DATA_FOLDER), loadedAt: new Date() });
  await fill(opened);
  await opened.close();
  return url.href;
}

/**
 * Waits until the jobs run, which is the last step of a start, after the "is up" line. Until then the start needs the
 * database.
 */
export async function waitUntilJobsStarted(serverUrl: string, name: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  const listening = "select 1 from pg_stat_activity where datname = $1 and query = $2";
  await expect
    .poll(async () => (await admin.query(listening, [name, `listen "${TRIGGER_JOB_CHANNEL}"`])).rowCount)
    .toBeGreaterThan(0);
  await admin.end();
}
