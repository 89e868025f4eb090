import { join } from "node:path";

import { openDatabase, type OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { loadCatalogue, type LoadReport } from "#app/features/catalogue/load-catalogue.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "..", "app", "db", "migrations");
export const CATALOGUE_FOLDER = join(import.meta.dirname, "..", "seeds", "catalogue");

/** Opens the database, brings its tables up to date and loads the catalogue if this one wasn't loaded yet. */
export async function prepareDatabase(env: Env, log: Logger): Promise<OpenedDatabase> {
  const opened = await openDatabase(env, log);
  try {
    const applied = await migrate(opened, MIGRATIONS_FOLDER);
    if (applied.length > 0) log.info({ applied }, "The database's tables are up to date");
    const report = await loadSeeds(opened, { force: false });
    if (report !== null) log.info(report, "The catalogue is loaded");
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Loads the seed files, one instance at a time; every instance that serves makes its pages anew. */
export function loadSeeds(opened: OpenedDatabase, { force }: { force: boolean }): Promise<LoadReport | null> {
  return opened.exclusively(async (db) => {
    const report = await loadCatalogue(db, { folder: CATALOGUE_FOLDER, now: new Date(), force });
    if (report !== null) await notifyPages(db, ["*"]);
    return report;
  });
}
