import type { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { EMBEDDED_EXTENSIONS, overPglite } from "#app/db/embedded.server.ts";
import { openPglite } from "#app/db/kept-statements.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";

import { silentLog } from "./silent-log.ts";
import { testEngine, workerTemplate } from "./test-engine.ts";

/** An embedded database takes seconds to make, so a worker empties one again and again. */
let embedded: Promise<PGlite> | null = null;

/** A database without a single table, opened twice, as two instances of the site open it. */
export async function freshDatabase(): Promise<[OpenedDatabase, OpenedDatabase]> {
  if (testEngine() === "postgres") return freshPostgres();
  embedded ??= openTemplate();
  const client = await embedded;
  await client.exec("drop schema public cascade; create schema public");
  // One process holds the embedded database, so its two users share the client.
  return [overPglite(client), overPglite(client)];
}

async function openTemplate(): Promise<PGlite> {
  return openPglite({ loadDataDir: await workerTemplate(), extensions: EMBEDDED_EXTENSIONS });
}

async function freshPostgres(): Promise<[OpenedDatabase, OpenedDatabase]> {
  const url = new URL(inject("postgresUrl"));
  const name = `rowhouse_fresh_${process.env["VITEST_POOL_ID"] ?? "0"}`;
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  const instances: [OpenedDatabase, OpenedDatabase] = [
    openPostgres(url.href, silentLog()),
    openPostgres(url.href, silentLog()),
  ];
  onTestFinished(async () => {
    for (const instance of instances) await instance.close();
  });
  return instances;
}
