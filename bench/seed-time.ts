import { migrate } from "#app/db/migrate.server.ts";
import { loadCatalogue } from "#app/features/catalogue/load-catalogue.server.ts";

import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { onEmptyDatabase } from "./empty-database.ts";

/** Runs the migrations and loads all seed data into an empty database. */
export async function seedTime(): Promise<void> {
  await onEmptyDatabase(async (opened) => {
    const startedAt = performance.now();
    await migrate(opened, MIGRATIONS_FOLDER);
    const migratedAt = performance.now();
    const report = await loadCatalogue(opened.db, { folder: CATALOGUE_FOLDER, now: new Date(), force: false });
    const [migrated, loaded] = [migratedAt - startedAt, performance.now() - migratedAt];
    console.log(`migrated in ${migrated.toFixed(0)} ms, ${report?.places} places loaded in ${loaded.toFixed(0)} ms`);
  });
}
