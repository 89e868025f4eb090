import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";

import { EMBEDDED_EXTENSIONS, overPglite } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { loadCatalogue } from "#app/features/catalogue/load-catalogue.server.ts";

import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { startPostgres } from "../tests/real-postgres.ts";
import { silentLog } from "../tests/silent-log.ts";

/** Migrations and the whole catalogue into an empty database, on both engines. */
export async function seedTime(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  const client = await PGlite.create({ dataDir: folder, extensions: EMBEDDED_EXTENSIONS });
  await seed("PGlite", overPglite(client));
  await client.close();
  rmSync(folder, { recursive: true, force: true });
  const { url, stop } = await startPostgres();
  const opened = openPostgres(url, silentLog());
  await seed("PostgreSQL", opened);
  await opened.close();
  await stop();
}

async function seed(name: string, opened: Parameters<typeof migrate>[0]): Promise<void> {
  const startedAt = performance.now();
  await migrate(opened, MIGRATIONS_FOLDER);
  const migratedAt = performance.now();
  const report = await loadCatalogue(opened.db, { folder: CATALOGUE_FOLDER, now: new Date(), force: false });
  const [migrated, loaded] = [migratedAt - startedAt, performance.now() - migratedAt];
  console.log(
    `${name}: migrated in ${migrated.toFixed(0)} ms, ${report?.places} places loaded in ${loaded.toFixed(0)} ms`,
  );
}
