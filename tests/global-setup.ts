import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import type { TestProject } from "vitest/node";

import { EMBEDDED_EXTENSIONS, overPglite } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { catalogueDigest } from "#app/features/catalogue/catalogue-files.server.ts";
import { loadCatalogue } from "#app/features/catalogue/load-catalogue.server.ts";

import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { silentLog } from "./silent-log.ts";
import { startPostgres } from "./real-postgres.ts";

/** When the template's data is loaded: tests that care about time say their own. */
export const TEMPLATE_LOADED_AT = new Date("2026-11-21T17:00:00Z");

/** Makes the migrated, seeded database that every worker copies: embedded, or real PostgreSQL with ENGINE=postgres. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env["ENGINE"] === "postgres") return setUpPostgres(project);
  project.provide("engine", "embedded");
  project.provide("embeddedTemplate", await embeddedTemplate());
  project.provide("postgresUrl", "");
  return async () => {};
}

/** Made once for each state of migrations and catalogue, and kept: it takes seconds. */
async function embeddedTemplate(): Promise<string> {
  const folder = join("node_modules", ".cache", "rowhouse");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `template-${templateDigest()}.tar`);
  if (existsSync(path)) return path;
  const client = await PGlite.create({ extensions: EMBEDDED_EXTENSIONS });
  const opened = overPglite(client);
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadCatalogue(opened.db, { folder: CATALOGUE_FOLDER, now: TEMPLATE_LOADED_AT, force: false });
  const dump = await client.dumpDataDir("none");
  writeFileSync(path, Buffer.from(await dump.arrayBuffer()));
  await client.close();
  return path;
}

/** The loader's code counts too: a changed loader makes another database of the same files. */
function templateDigest(): string {
  const hash = createHash("sha256").update(catalogueDigest(CATALOGUE_FOLDER));
  for (const folder of [
    MIGRATIONS_FOLDER,
    ...["catalogue", "places", "guides", "neighborhoods", "search", "illustrations"].map((slice) =>
      join("app", "features", slice),
    ),
  ]) {
    for (const name of readdirSync(folder).sort()) {
      if (/\.(?:sql|ts)$/.test(name)) hash.update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
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
  project.provide("engine", "postgres");
  project.provide("embeddedTemplate", "");
  project.provide("postgresUrl", url);
  return stop;
}
