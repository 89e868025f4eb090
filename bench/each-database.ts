import type { OpenedDatabase } from "#app/db/database.server.ts";
import { EMBEDDED_EXTENSIONS, overPglite } from "#app/db/embedded.server.ts";
import { openPglite } from "#app/db/kept-statements.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

import { startPostgres } from "../tests/real-postgres.ts";

type Measure = (opened: OpenedDatabase, engine: string) => Promise<void>;

/**
 * Measures on an empty database of each kind, one after the other.
 *
 * @param asked "embedded" or "postgres"; both unless told.
 */
export async function onEachDatabase(asked: string | undefined, measure: Measure): Promise<void> {
  for (const engine of (asked ?? "embedded,postgres").split(",")) {
    if (engine === "postgres") await onPostgres(measure);
    else await measure(overPglite(await openPglite({ extensions: EMBEDDED_EXTENSIONS })), engine);
  }
}

async function onPostgres(measure: Measure): Promise<void> {
  const server = await startPostgres();
  try {
    await measure(openPostgres(server.url, createLogger({ level: "warn", readable: false })), "postgres");
  } finally {
    await server.stop();
  }
}
