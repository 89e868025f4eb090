import { migrate } from "#app/db/migrate.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { withEmptyDatabase } from "./empty-database.ts";

/** Runs the migrations and loads all seed data into an empty database. */
export async function seedTime(): Promise<void> {
  await withEmptyDatabase(async (opened) => {
    const startedAt = performance.now();
    await migrate(opened, MIGRATIONS_FOLDER);
    const migratedAt = performance.now();
    const report = await loadSeedData(opened.db, { folder: SEED_DATA_FOLDER, now: new Date(), force: false });
    const [migrated, loaded] = [migratedAt - startedAt, performance.now() - migratedAt];
    console.log(`migrated in ${migrated.toFixed(0)} ms, ${report?.places} places loaded in ${loaded.toFixed(0)} ms`);
  });
}
