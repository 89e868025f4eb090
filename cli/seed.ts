import { migrate } from "#app/db/migrate.server.ts";
import { SeedDataError, readSeedData } from "#app/guide/seed-data/seed-files.server.ts";

import { SEED_DATA_FOLDER, loadSeeds, MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

/** Checks the seed files without a database. Prints a line per problem. */
export async function checkSeedData(print: (line: string) => void = console.log): Promise<number> {
  try {
    const { places, guides, neighborhoods } = readSeedData(SEED_DATA_FOLDER);
    print(
      `The seed data is valid: ${places.length} places, ${guides.length} guides, ${neighborhoods.length} neighborhoods.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof SeedDataError)) throw error;
    print(error.message);
    return 1;
  }
}

/** Checks the seed files, loads them and invalidates all pages. */
export async function seedDatabase({ opened, print }: CommandInput): Promise<number> {
  const code = await checkSeedData(print);
  if (code !== 0) return code;
  await migrate(opened, MIGRATIONS_FOLDER);
  const report = await loadSeeds(opened, { force: true });
  print(`New or changed: ${report?.places} places, ${report?.guides} guides, ${report?.neighborhoods} neighborhoods.`);
  return 0;
}
