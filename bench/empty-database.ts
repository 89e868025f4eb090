import type { OpenedDatabase } from "#app/db/database.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

import { startPostgres } from "../tests/real-postgres.ts";

/** Measures on an empty database of a temporary server. */
export async function withEmptyDatabase(
  measure: (opened: OpenedDatabase, url: string) => Promise<void>,
): Promise<void> {
  const server = await startPostgres();
  const opened = openPostgres(server.url, createLogger({ level: "warn" }));
  try {
    await measure(opened, server.url);
  } finally {
    await opened.close();
    await server.stop();
  }
}
