import { and, eq, inArray, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { imports, sourceRecords } from "#app/db/schema/importing.ts";
import { places, sources } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { removePlaces } from "#app/guide/places/facts/imported-places.server.ts";
import { invalidatePlacePages } from "#app/guide/places/facts/record-place-change.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { IMPORT_LOCK } from "./apply-import.server.ts";
import { findPlacesInUse } from "../duplicates/decide-record.server.ts";
import { deleteImportRecords } from "./delete-import-records.server.ts";
import { RUN_IMPORTS_JOB } from "./run-imports.ts";
import { refreshImportedFacts } from "./refresh-imported-facts.server.ts";

/** Records removed per transaction. */
const RECORDS_PER_BATCH = 200;

export type WithdrawalCounts = { records: number; removed: number; retained: number };

/**
 * Removes everything that a source brought by imports. Places that nothing else supports are removed; those with
 * content from people stay. Continues after an interruption.
 *
 * @returns Null when the source doesn't exist or never imported anything.
 */
export async function withdrawSource(
  db: Database,
  {
    sourceId,
    actor,
    now,
    onProgress,
  }: { sourceId: string; actor: Actor; now: Date; onProgress?: (done: WithdrawalCounts) => void },
): Promise<WithdrawalCounts | null> {
  const [source] = await db.select().from(sources).where(eq(sources.id, sourceId));
  const own = eq(imports.sourceId, sourceId);
  if (source === undefined || (await db.$count(imports, own)) === 0) return null;
  const done: WithdrawalCounts = { records: 0, removed: 0, retained: 0 };
  await stopImports(db, sourceId, now);
  for (;;) {
    const batch = await db.transaction((tx) => withdrawBatch(tx, { sourceId, now }));
    done.records += batch.records;
    done.removed += batch.removed;
    done.retained += batch.retained;
    onProgress?.(done);
    if (batch.records < RECORDS_PER_BATCH) break;
  }
  await db.update(imports).set({ stage: "withdrawn", progressedAt: now }).where(own);
  const subject = { kind: "source", id: sourceId };
  await recordChange(db, {
    actor,
    action: "source.withdraw",
    subject,
    before: { title: source.title },
    after: { ...done },
    now,
  });
  return done;
}

/**
 * Schedules the withdrawal as a job, since a large source takes a minute. False: the source never imported anything.
 */
export async function startWithdrawal(
  db: Database,
  { sourceId, actor, now }: { sourceId: string; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const updated = await tx
      .update(imports)
      .set({ stage: "withdrawing", worker: null, progressedAt: now, finishedAt: now })
      .where(and(eq(imports.sourceId, sourceId), ne(imports.stage, "withdrawn")))
      .returning({ id: imports.id });
    if (updated.length === 0) return false;
    const subject = { kind: "source", id: sourceId };
    await recordChange(tx, { actor, action: "source.request-withdrawal", subject, before: null, after: null, now });
    await triggerJob(tx, RUN_IMPORTS_JOB);
    return true;
  });
}

/** Stops the source's unfinished imports and deletes their records. */
async function stopImports(db: Database, sourceId: string, now: Date): Promise<void> {
  const own = await db.select({ id: imports.id }).from(imports).where(eq(imports.sourceId, sourceId));
  await db
    .update(imports)
    .set({ stage: "cancelled", finishedAt: now })
    .where(
      and(
        eq(imports.sourceId, sourceId),
        inArray(imports.stage, ["mapping", "checking", "checked", "running", "undoing"]),
      ),
    );
  const isStill = inArray(imports.stage, ["cancelled", "failed", "done", "withdrawing", "withdrawn", "undone"]);
  for (const { id } of own) await deleteImportRecords(db, { importId: id, isStill });
}

async function withdrawBatch(
  db: Database,
  { sourceId, now }: { sourceId: string; now: Date },
): Promise<WithdrawalCounts> {
  await lockAdvisory(db, IMPORT_LOCK);
  const records = await db
    .select({ recordId: sourceRecords.recordId, placeId: sourceRecords.placeId })
    .from(sourceRecords)
    .where(eq(sourceRecords.sourceId, sourceId))
    .orderBy(sourceRecords.recordId)
    .limit(RECORDS_PER_BATCH);
  if (records.length === 0) return { records: 0, removed: 0, retained: 0 };
  const ids = records.map(({ recordId }) => recordId);
  await db.delete(sourceRecords).where(and(eq(sourceRecords.sourceId, sourceId), inArray(sourceRecords.recordId, ids)));
  const counts = await removeUnsupported(db, { ids: records.map(({ placeId }) => placeId), now });
  return { records: records.length, ...counts };
}

/**
 * Brings places in line with the records that are left. Those that nothing else supports are removed; those with content
 * from people stay, with their name and kind as ours. Call it in a transaction.
 *
 * @returns How many places were removed, and how many stayed without a record.
 */
export async function removeUnsupported(
  db: Database,
  { ids, now }: { ids: number[]; now: Date },
): Promise<{ removed: number; retained: number }> {
  const { tags, incompleteIds: bare } = await refreshImportedFacts(db, { ids, now });
  const inUse = await findPlacesInUse(db, bare);
  const removedIds = bare.filter((id) => !inUse.has(id));
  tags.push(
    ...(await db
      .select()
      .from(places)
      .where(inArray(places.id, [0, ...bare]))),
  );
  await removePlaces(db, removedIds);
  tags.push(...(await refreshImportedFacts(db, { ids: [...inUse], adopts: true, now })).tags);
  await invalidatePlacePages(db, tags);
  return { removed: removedIds.length, retained: inUse.size };
}
