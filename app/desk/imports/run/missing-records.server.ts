import { and, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { invalidatePlacePages } from "#app/guide/places/facts/record-place-change.server.ts";
import { chunks } from "#app/lib/chunks.ts";

import type { ImportRow } from "./check-context.server.ts";
import { refreshImportedFacts } from "./refresh-imported-facts.server.ts";
import { MISSING_FILES_MAX } from "./resolve-imported-facts.ts";

/** Places locked and written at once. */
const PLACES_PER_BATCH = 200;

/** Notes that the file of an import has these records of its source. Only for files with everything. */
export async function markSeen(
  db: Database,
  { row, recordIds }: { row: ImportRow; recordIds: string[] },
): Promise<void> {
  if (!row.isWhole || recordIds.length === 0) return;
  await db
    .update(sourceRecords)
    .set({ seenImportId: row.id })
    .where(
      and(
        eq(sourceRecords.sourceId, row.sourceId),
        sql`${sourceRecords.recordId} = any(${sql.param(recordIds)}::text[])`,
      ),
    );
}

/**
 * Counts the records of the source that a file with everything lacks. Those that two in a row lack support only the name
 * and kind of their place; those that are there again support all their facts. Nothing is closed. Call it in a transaction,
 * once all entries are applied.
 *
 * @returns How many records the file lacks; null for a file that may not have everything.
 */
export async function countMissing(db: Database, { row, now }: { row: ImportRow; now: Date }): Promise<number | null> {
  if (!isComplete(row)) return null;
  const found = await db
    .update(sourceRecords)
    .set({ missingFiles: 0 })
    .where(
      and(
        eq(sourceRecords.sourceId, row.sourceId),
        eq(sourceRecords.seenImportId, row.id),
        gt(sourceRecords.missingFiles, 0),
      ),
    )
    .returning({ placeId: sourceRecords.placeId });
  const missing = await db
    .update(sourceRecords)
    .set({ missingFiles: sql`${sourceRecords.missingFiles} + 1` })
    .where(isMissingIn(row))
    .returning({ placeId: sourceRecords.placeId, missingFiles: sourceRecords.missingFiles });
  const dropped = missing.filter(({ missingFiles }) => missingFiles === MISSING_FILES_MAX);
  await refreshPlaces(db, { ids: [...found, ...dropped].map(({ placeId }) => placeId), now });
  return missing.length;
}

/** Takes back what `countMissing` did for an import that is undone. Call it in a transaction. */
export async function undoMissing(db: Database, { row, now }: { row: ImportRow; now: Date }): Promise<void> {
  if (!isComplete(row) || row.report.missing == null) return;
  const restored = await db
    .update(sourceRecords)
    .set({ missingFiles: sql`${sourceRecords.missingFiles} - 1` })
    .where(and(isMissingIn(row), gt(sourceRecords.missingFiles, 0)))
    .returning({ placeId: sourceRecords.placeId, missingFiles: sourceRecords.missingFiles });
  await refreshPlaces(db, { ids: restored.map(({ placeId }) => placeId), now });
}

/** A file that was cut off has less than everything. */
function isComplete({ isWhole, report }: ImportRow): boolean {
  return isWhole && (report.ending?.kind ?? "whole") === "whole";
}

function isMissingIn(row: ImportRow) {
  return and(
    eq(sourceRecords.sourceId, row.sourceId),
    lt(sourceRecords.linkedAt, row.createdAt),
    or(isNull(sourceRecords.seenImportId), ne(sourceRecords.seenImportId, row.id)),
  );
}

async function refreshPlaces(db: Database, { ids, now }: { ids: number[]; now: Date }): Promise<void> {
  for (const batch of chunks([...new Set(ids)], PLACES_PER_BATCH)) {
    await invalidatePlacePages(db, (await refreshImportedFacts(db, { ids: batch, now })).tags);
  }
}
