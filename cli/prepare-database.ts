import { join } from "node:path";

import type { BuildKind } from "../build-kind.ts";
import { openDatabase, type OpenedDatabase } from "#app/db/database.server.ts";
import { migrate, readMigrations } from "#app/db/migrate.server.ts";
import { finishRestores } from "#app/desk/operations/backups/restored-files.server.ts";
import { loadSeedData, type SeedLoadReport } from "#app/guide/seed-data/load-seed-data.server.ts";
import { hasDemoRows } from "#app/desk/demo/load-demo.server.ts";
import { announce } from "#app/lib/announce.ts";
import { SettingError } from "#app/lib/setting-error.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { moveDatabase } from "./move-database.ts";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "..", "app", "db", "migrations");
export const SEED_DATA_FOLDER = join(import.meta.dirname, "..", "seeds", "catalogue");

/**
 * Opens the database, applies migrations, and loads the seed data if this version isn't loaded yet.
 *
 * @throws SettingError when a production site would serve a database with demo data.
 */
export async function prepareDatabase(env: Env, log: Logger, kind: BuildKind): Promise<OpenedDatabase> {
  const startedAt = performance.now();
  const say = (line: string) => announce(`rowhouse: ${line}`);
  await moveDatabase(env, { log, migrations: readMigrations(MIGRATIONS_FOLDER), say });
  const opened = await openDatabase(env, log, `${kind} site`);
  try {
    const applied = await migrate(opened, MIGRATIONS_FOLDER);
    if (applied.length > 0) log.info({ applied }, "Applied database migrations");
    const finished = await finishRestores(opened, env);
    if (finished !== null) log.warn(finished, "Finished an interrupted restore");
    if (kind === "production") await refuseDemoRows(opened);
    const report = await loadSeeds(opened, { force: false });
    if (report !== null) {
      announce(`Preparing the database ... ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      log.info(report, "The seed data is loaded");
    }
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function refuseDemoRows({ db }: OpenedDatabase): Promise<void> {
  if (!(await hasDemoRows(db))) return;
  throw new SettingError(
    "this database has demo data, which a production site can't serve; run `npm run cli -- demo clear` first",
  );
}

/** Loads the seed files, one instance at a time, and invalidates all pages. */
export function loadSeeds(opened: OpenedDatabase, { force }: { force: boolean }): Promise<SeedLoadReport | null> {
  return opened.runExclusively(async (db) => {
    const report = await loadSeedData(db, { folder: SEED_DATA_FOLDER, now: new Date(), force });
    if (report !== null) await invalidatePages(db, ["*"]);
    return report;
  });
}
