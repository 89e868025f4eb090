import { inject } from "vitest";

import { Client } from "pg";

import { COPY_FILES } from "./real-postgres.ts";

/** The databases of one test run, made by tests/global-setup.ts. */
declare module "vitest" {
  interface ProvidedContext {
    /** The server with the databases of `DatabaseTemplate`. */
    postgresUrl: string;
  }
}

/** Empty; with every table; with every table and seed data. */
export type DatabaseTemplate = "template1" | "rowhouse_migrated" | "rowhouse_template";

/** The URL of a new database for this worker, copied from `template`. An earlier database of that name is dropped. */
export async function workerDatabaseUrl(name: string, template: DatabaseTemplate): Promise<string> {
  const server = inject("postgresUrl");
  const database = `rowhouse_${name}_${process.env["VITEST_POOL_ID"] ?? "0"}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database} template ${template} ${COPY_FILES}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
