import { and, eq, inArray, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { importRecords, imports, type RecordState } from "#app/db/schema/importing.ts";

/** So many go by one statement: each is looked for among what others point at, and no page waits for a hundred thousand. */
const RECORDS_PER_STATEMENT = 1_000;

/**
 * Forgets what was written down about an import's entries, some at a time.
 *
 * @param given.isStill What has to hold for the import all the while: what is begun anew meanwhile keeps its own.
 * @param given.state Entries of this state alone.
 */
export async function forgetRecords(
  db: Database,
  { importId, isStill, state }: { importId: string; isStill: SQL; state?: RecordState },
): Promise<void> {
  for (;;) {
    // Served by import_records_by_state.
    const some = db
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
    const gone = await db
      .delete(importRecords)
      .where(inArray(importRecords.id, some))
      .returning({ id: importRecords.id });
    if (gone.length < RECORDS_PER_STATEMENT) return;
  }
}
