import { join } from "node:path";

import type { SeedData } from "#app/guide/seed-data/seed-data.ts";
import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";

let known: SeedData | null = null;

/** The seed data that the site is shipped with. Reading it takes a second, so a worker's tests share it. */
export function shippedSeedData(): SeedData {
  known ??= readSeedData(join(import.meta.dirname, "..", "seeds", "catalogue"));
  return known;
}
