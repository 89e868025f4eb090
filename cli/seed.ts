import { migrate } from "#app/db/migrate.server.ts";
import { CatalogueError, readCatalogue } from "#app/features/catalogue/catalogue-files.server.ts";

import { CATALOGUE_FOLDER, loadSeeds, MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

/** Checks the seed files without a database. Prints a line per problem. */
export async function checkCatalogue(print: (line: string) => void = console.log): Promise<number> {
  try {
    const { places, guides, neighborhoods } = readCatalogue(CATALOGUE_FOLDER);
    print(
      `The seed data is valid: ${places.length} places, ${guides.length} guides, ${neighborhoods.length} neighborhoods.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    print(error.message);
    return 1;
  }
}

/** Checks the seed files, loads them and invalidates all pages. */
export async function seedCatalogue({ opened, print }: CommandInput): Promise<number> {
  const code = await checkCatalogue(print);
  if (code !== 0) return code;
  await migrate(opened, MIGRATIONS_FOLDER);
  const report = await loadSeeds(opened, { force: true, withDemo: false });
  print(`New or changed: ${report?.places} places, ${report?.guides} guides, ${report?.neighborhoods} neighborhoods.`);
  return 0;
}
