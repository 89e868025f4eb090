import { randomUUID } from "node:crypto";

import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import type { Logger } from "#app/platform/log.server.ts";

/** Whoever says nothing for so long has died; a batch takes a second, and reading on in a long file some ten. */
const HELD_SECONDS = 90;
const SAID_AGAIN_MS = 20_000;

export type HeldImport = {
  worker: string;
  /** Lets others have it. */
  leave: () => Promise<void>;
};

/**
 * Takes an import for this process alone, before anything of its file is read. Null: another one is at it, or nothing is to be
 * done. Whatever begins it anew takes it away again; each batch looks whether it is still its worker's.
 *
 * @param given.isTakenOver Whether to take it from whoever is at it, as when a person says so.
 */
export async function holdImport(
  db: Database,
  { importId, isTakenOver, log }: { importId: string; isTakenOver: boolean; log: Logger },
): Promise<HeldImport | null> {
  const worker = randomUUID();
  const [row] = await db
    .update(imports)
    .set({ worker, heldUntil: heldFromNow() })
    .where(
      and(
        eq(imports.id, importId),
        inArray(imports.stage, ["checking", "running", "withdrawing"]),
        isTakenOver ? undefined : or(isNull(imports.worker), lt(imports.heldUntil, databaseNow())),
      ),
    )
    .returning({ id: imports.id });
  if (row === undefined) return null;
  const isOwn = and(eq(imports.id, importId), eq(imports.worker, worker));
  const timer = setInterval(() => {
    db.update(imports)
      .set({ heldUntil: heldFromNow() })
      .where(isOwn)
      .catch((error: unknown) => log.warn({ err: error, importId }, "An import could not be held any longer"));
  }, SAID_AGAIN_MS);
  return {
    worker,
    leave: async () => {
      clearInterval(timer);
      await db.update(imports).set({ worker: null, heldUntil: null }).where(isOwn);
    },
  };
}

function heldFromNow(): SQL {
  return sql`${databaseNow()} + make_interval(secs => ${HELD_SECONDS})`;
}

/** One clock for all: of two processes whose own ones differ by more than a hold, each would take what the other is at. */
function databaseNow(): SQL {
  return sql`clock_timestamp()`;
}
