import { onTestFinished } from "vitest";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";

import { silentLog } from "./silent-log.ts";
import { type DatabaseTemplate, workerDatabaseUrl } from "./test-server.ts";

/** A database without tables, opened twice, as by two instances of the site. */
export function freshDatabase(): Promise<[OpenedDatabase, OpenedDatabase]> {
  return openTwice("template1");
}

/** A database with every table and no rows, opened twice. */
export function migratedDatabase(): Promise<[OpenedDatabase, OpenedDatabase]> {
  return openTwice("rowhouse_migrated");
}

async function openTwice(template: DatabaseTemplate): Promise<[OpenedDatabase, OpenedDatabase]> {
  const url = await workerDatabaseUrl("fresh", template);
  const instances: [OpenedDatabase, OpenedDatabase] = [openPostgres(url, silentLog()), openPostgres(url, silentLog())];
  onTestFinished(async () => {
    for (const instance of instances) await instance.close();
  });
  return instances;
}
