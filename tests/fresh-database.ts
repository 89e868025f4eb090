import { onTestFinished } from "vitest";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";

import { silentLog } from "./silent-log.ts";
import { type DatabaseTemplate, workerDatabaseUrl } from "./test-server.ts";

/** A database without a single table, opened twice, as two instances of the site open it. */
export function freshDatabase(): Promise<[OpenedDatabase, OpenedDatabase]> {
  return openTwice("template1");
}

/** The same with every table and not one row. */
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
