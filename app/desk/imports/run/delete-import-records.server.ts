import { and, eq, inArray, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { importRecords, imports, type RecordState } from "#app/db/schema/importing.ts";

/**
 * Records deleted per statement: each delete checks what references the record, and pages shouldn't wait for 100,000
 * checks.
 */
const RECORDS_PER_STATEMENT = 1_000;

/**
 * Deletes an import's records in batches.
 *
 * @param input.isStill Condition on the import that must keep holding, so that a restarted check keeps its records.
 * @param input.state Restricts the deletion to records in this state.
 */
export async function deleteImportRecords(
  db: Database,
  { importId, isStill, state }: { importId: string; isStill: SQL; state?: RecordState },
): Promise<void> {
  for (;;) {
    // Served by import_records_by_state.
    const batch = db
      .select({ id: importRecords.id })
      .from(importRecords)
      .innerJoin(imports, eq(imports.id, importRecords.importId))
      .where(
        and(
          eq(importRecords.importId, importId),
          isStill,
          state === undefined ? undefined : eq(importRecords.state, state),
        ),
      )
      .limit(RECORDS_PER_STATEMENT);
    const deleted = await db
      .delete(importRecords)
      .where(inArray(importRecords.id, batch))
      .returning({ id: importRecords.id });
    if (deleted.length < RECORDS_PER_STATEMENT) return;
  }
}
