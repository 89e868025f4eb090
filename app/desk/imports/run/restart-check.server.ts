import { and, eq, inArray, sql } from "drizzle-orm";

import type { CategoryMapping, ColumnMapping } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";

/** Settings for a new check; omitted ones stay as they were. `defaultCategory` null removes the file-wide category. */
export type CheckSettings = { mapping?: ColumnMapping; defaultCategory?: CategoryMapping | null };

/**
 * Discards the check's results and starts over, with other columns or categories. The process at the earlier check
 * stops.
 */
export async function restartCheck(
  db: Database,
  { importId, mapping, defaultCategory, now }: CheckSettings & { importId: string; now: Date },
): Promise<boolean> {
  const [row] = await db
    .update(imports)
    .set({
      stage: "checking",
      ...(mapping === undefined ? {} : { mapping }),
      ...(defaultCategory === undefined ? {} : { defaultCategory }),
      worker: null,
      lockedUntil: null,
      bytesRead: 0,
      recordsRead: 0,
      lastApplied: 0,
      report: {},
      problem: null,
      progressedAt: now,
      finishedAt: null,
    })
    .where(
      and(
        eq(imports.id, importId),
        inArray(imports.stage, ["mapping", "checked", "cancelled", "failed"]),
        sql`${imports.filePath} is not null`,
      ),
    )
    .returning({ id: imports.id });
  return row !== undefined;
}
