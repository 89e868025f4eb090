import { readFile } from "node:fs/promises";

import { Client } from "pg";
import { inject } from "vitest";

/** The databases of one test run, made by tests/global-setup.ts. */
declare module "vitest" {
  interface ProvidedContext {
    engine: "embedded" | "postgres";
    /** A dump of a migrated, seeded PGlite. */
    embeddedTemplate: string;
    /** The server, with a database `rowhouse_template` that is migrated and seeded. */
    postgresUrl: string;
  }
}

export function testEngine(): "embedded" | "postgres" {
  return inject("engine");
}

export async function workerTemplate(): Promise<Blob> {
  return new Blob([await readFile(inject("embeddedTemplate"))]);
}

/** A database of this worker's own, copied from the template. */
export async function workerDatabaseUrl(): Promise<string> {
  const server = inject("postgresUrl");
  const name = `rowhouse_test_${process.env["VITEST_POOL_ID"] ?? "0"}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template rowhouse_template`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
