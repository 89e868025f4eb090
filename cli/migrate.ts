import { migrate } from "#app/db/migrate.server.ts";

import { MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

/** Applies migrations without starting the site. */
export async function migrateTables({ opened, print }: CommandInput): Promise<number> {
  const applied = await migrate(opened, MIGRATIONS_FOLDER);
  print(applied.length === 0 ? "Nothing to do: the database is up to date." : `Applied ${applied.join(", ")}.`);
  return 0;
}
