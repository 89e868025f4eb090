import { Client } from "pg";
import type { TestProject } from "vitest/node";

import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { loadCatalogue } from "#app/features/catalogue/load-catalogue.server.ts";

import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { startPostgres } from "./real-postgres.ts";
import { silentLog } from "./silent-log.ts";

/** When the template's data is loaded: tests that care about time say their own. */
export const TEMPLATE_LOADED_AT = new Date("2026-11-21T17:00:00Z");

/** Makes the migrated, seeded database that every worker copies, on a server of the run's own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query("drop database if exists rowhouse_template with (force)");
  await admin.query("create database rowhouse_template");
  await admin.end();
  const templateUrl = new URL(url);
  templateUrl.pathname = "/rowhouse_template";
  const opened = openPostgres(templateUrl.href, silentLog());
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadCatalogue(opened.db, { folder: CATALOGUE_FOLDER, now: TEMPLATE_LOADED_AT, force: false });
  await opened.close();
  project.provide("postgresUrl", url);
  return stop;
}
