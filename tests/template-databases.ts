import { Client } from "pg";

import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { COPY_FILES } from "./real-postgres.ts";
import { silentLog } from "./silent-log.ts";

/** When the template's data is loaded. Tests that depend on time set their own. */
const LOADED_AT = new Date("2026-11-21T17:00:00Z");

/** Creates the databases that every worker copies: one with every table, one with seed data too. */
export async function fillTemplateDatabases(server: string): Promise<void> {
  await copy(server, { to: "rowhouse_migrated", from: "template1" });
  const migrated = openPostgres(addressOf(server, "rowhouse_migrated"), silentLog());
  await migrate(migrated, MIGRATIONS_FOLDER);
  await migrated.close();
  await copy(server, { to: "rowhouse_template", from: "rowhouse_migrated" });
  const seeded = openPostgres(addressOf(server, "rowhouse_template"), silentLog());
  await loadSeedData(seeded.db, { folder: SEED_DATA_FOLDER, now: LOADED_AT, force: false });
  await seeded.close();
}

async function copy(server: string, { to, from }: { to: string; from: string }): Promise<void> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${to} with (force)`);
  await admin.query(`create database ${to} template ${from} ${COPY_FILES}`);
  await admin.end();
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
