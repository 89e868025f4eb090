import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";

import type { ImportedFacts } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { rowsAsJson } from "#app/db/rows-as-json.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { applyFacts } from "#app/guide/places/facts/apply-facts.server.ts";
import { invalidatePlacePages, type PlaceTags } from "#app/guide/places/facts/record-place-change.server.ts";
import { places } from "#app/db/schema/places.ts";

import type { DuplicateIndex } from "../duplicates/duplicate-index.ts";
import {
  toComparablePlace,
  type RecentListings,
  buildNearbyIndex,
  loadRecentListings,
  findPlaceCandidates,
  addNewListings,
} from "../duplicates/duplicate-candidates.server.ts";
import { factsDigest } from "./staged-entry.server.ts";
import type { ImportContext } from "./check-import.server.ts";
import type { ImportRow } from "./check-context.server.ts";
import { compareDuplicates } from "../duplicates/duplicate-score.ts";
import { emptyReport } from "../screens/import-report.ts";
import { countMissing } from "./missing-records.server.ts";
import { askAboutClosing, askAboutContradictions, askAboutDoubtfulHours } from "./open-questions.server.ts";
import { resolveImportedFacts } from "./resolve-imported-facts.ts";
import { refreshImportedFacts } from "./refresh-imported-facts.server.ts";

/** Entries written per transaction. It bounds how long a page that writes the same places can wait. */
const ENTRIES_PER_BATCH = 250;

/** Advisory lock for everything that lists or removes imported places: held for one batch or one decision at a time. */
export const IMPORT_LOCK = "import-run";

export type ImportRecordRow = typeof importRecords.$inferSelect;

/**
 * Applies the rows staged by the check, resuming where it stopped; each batch is written completely or not at all.
 * Places may have changed since the check, so every new entry is searched for again.
 */
export async function applyImport(work: ImportContext): Promise<"done" | "paused" | "stopped"> {
  const { db, importId } = work;
  const { createdAt, recordsRead } = imports;
  const [row] = await db.select({ createdAt, recordsRead }).from(imports).where(eq(imports.id, importId));
  if (row === undefined) return "stopped";
  // For a file of one batch it is quicker to look around its entries.
  const recent = row.recordsRead <= ENTRIES_PER_BATCH ? null : await loadRecentListings(db, { ...row, importId });
  const since = { importId, createdAt: row.createdAt, recent };
  for (;;) {
    const applied = await applyBatch(work, since);
    if (applied !== "more") return applied;
    if (work.isTimeUp?.() === true) return "paused";
  }
}

async function applyBatch(
  { db, importId, worker, now, onProgress }: ImportContext,
  since: ListedSince,
): Promise<"more" | "done" | "stopped"> {
  const at = now();
  const applied = await db.transaction(async (tx) => {
    // With two imports running at once, the later batch sees what the other has just listed.
    await lockAdvisory(tx, IMPORT_LOCK);
    const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    if (row === undefined || row.stage !== "running" || row.worker !== worker) return null;
    const records = await nextRecords(tx, row);
    const report = { ...emptyReport(), ...row.report };
    const result = await applyRecords(tx, { row, records, since, now: at });
    if (!isPublishRun(row)) report.applied += records.length;
    report.filledFacts += result.filledCount;
    const isLast = records.length < ENTRIES_PER_BATCH;
    if (isLast && !isPublishRun(row)) report.missing = await countMissing(tx, { row, now: at });
    const change = {
      report,
      lastApplied: records.at(-1)?.id ?? row.lastApplied,
      progressedAt: at,
      ...(isLast ? { stage: "done" as const, finishedAt: at } : {}),
    };
    await tx.update(imports).set(change).where(eq(imports.id, importId));
    await invalidatePlacePages(tx, result.tags);
    return { row: { ...row, ...change }, isLast };
  });
  if (applied === null) return "stopped";
  onProgress?.(applied.row);
  return applied.isLast ? "done" : "more";
}

/** Whether the import had finished before and an editor asked to list its waiting new places. */
export function isPublishRun({ stage, finishedAt }: Pick<ImportRow, "stage" | "finishedAt">): boolean {
  return stage === "running" && finishedAt !== null;
}

/** New entries with all required facts, and their twins. */
export const IS_PUBLISHABLE = sql`(${importRecords.outcome} = 'duplicate-in-file' or (${importRecords.outcome} = 'new'
  and ${importRecords.facts} ?& array['category', 'type', 'neighborhood']))`;

/** Served by import_records_by_state. */
async function nextRecords(db: Database, row: ImportRow): Promise<ImportRecordRow[]> {
  const state = isPublishRun(row)
    ? and(eq(importRecords.state, "waiting"), IS_PUBLISHABLE)
    : eq(importRecords.state, "staged");
  return db
    .select()
    .from(importRecords)
    .where(and(eq(importRecords.importId, row.id), state, gt(importRecords.id, row.lastApplied)))
    .orderBy(asc(importRecords.id))
    .limit(ENTRIES_PER_BATCH);
}

type BatchResult = { filledCount: number; tags: PlaceTags[] };

async function applyRecords(
  db: Database,
  { row, records, since, now }: { row: ImportRow; records: ImportRecordRow[]; since: ListedSince; now: Date },
): Promise<BatchResult> {
  const recentMatches = await findRecentMatches(db, since, records);
  const toWait: ImportRecordRow[] = [];
  const toLink: { record: ImportRecordRow; placeId: number }[] = [];
  const toAdd: ImportRecordRow[] = [];
  const toClose: ImportRecordRow[] = [];
  for (const record of records) {
    const recent = recentMatches.get(record.id);
    if (record.outcome === "closed") toClose.push(record);
    else if (record.outcome === "possible-duplicate") toWait.push(record);
    else if (record.outcome === "new" && recent !== undefined) {
      if (recent.band === "same") toLink.push({ record, placeId: recent.placeId });
      else toWait.push({ ...record, outcome: "possible-duplicate", candidateId: recent.placeId, score: recent.score });
    } else if (record.outcome === "new") (row.publishes && hasRequiredFacts(record) ? toAdd : toWait).push(record);
    else if (record.outcome === "duplicate-in-file") continue;
    else if (record.candidateId !== null) toLink.push({ record, placeId: record.candidateId });
  }
  const published = await publishRecords(db, { row, records: toAdd, now });
  toLink.push(...(await findTwinLinks(db, records, published.ids)));
  const linkedIds = new Set(toLink.map(({ record }) => record.id));
  toWait.push(...records.filter(({ id, outcome }) => outcome === "duplicate-in-file" && !linkedIds.has(id)));
  await setWaiting(db, row, toWait);
  await askAboutClosings(db, { row, records: toClose, now });
  const linked = await linkRecordsToPlaces(db, { row, links: toLink, now });
  const linkedPlaceIds = toLink.map(({ placeId }) => placeId);
  await askAboutContradictions(db, { ids: linkedPlaceIds, now });
  await askAboutDoubtfulHours(db, { ids: [...linkedPlaceIds, ...published.ids.values()], now });
  return { filledCount: linked.filledCount, tags: [...published.tags, ...linked.tags] };
}

/** Whether the entry has every fact that a place needs. */
export function hasRequiredFacts({ facts }: Pick<ImportRecordRow, "facts">): boolean {
  return facts.neighborhood !== undefined && facts.category !== undefined && facts.type !== undefined;
}

type RecentMatch = { placeId: number; band: "same" | "possible"; score: number };

/** What was listed since an import began. `recent` is null until it is read. */
type ListedSince = { importId: string; createdAt: Date; recent: RecentListings | null };

/** Places that new entries are compared with again: all around them, or those listed since the import began. */
async function indexListings(db: Database, since: ListedSince, entries: ImportedFacts[]): Promise<DuplicateIndex> {
  const points = entries.flatMap(({ position }) => position ?? []);
  const isNearby = since.recent === null && points.length === entries.length;
  const nearby = isNearby ? await buildNearbyIndex(db, points) : null;
  if (nearby !== null) return nearby;
  since.recent ??= await loadRecentListings(db, since);
  await addNewListings(db, since.recent);
  return since.recent.index;
}

/** Possible duplicates of new entries that were listed or changed since the check, by entry id. */
async function findRecentMatches(
  db: Database,
  since: ListedSince,
  records: ImportRecordRow[],
): Promise<Map<number, RecentMatch>> {
  const queries = records.flatMap(({ id, outcome, facts }) =>
    outcome === "new" && hasPlaceName(facts) ? [{ at: id, facts }] : [],
  );
  if (queries.length === 0) return new Map();
  const listings = await indexListings(
    db,
    since,
    queries.map(({ facts }) => facts),
  );
  const candidates = await findPlaceCandidates(db, { index: listings, sought: queries });
  const matches = queries.flatMap(({ at, facts }) =>
    (candidates.get(at) ?? []).flatMap(({ id, comparable: compared }) => {
      const { band, score } = compareDuplicates(toComparablePlace(facts), compared);
      return band === "different" ? [] : [{ at, found: { placeId: id, band, score } }];
    }),
  );
  const ownPlaceIds = await findOwnPlaceIds(
    db,
    since.importId,
    matches.map(({ found }) => found.placeId),
  );
  const best = new Map<number, RecentMatch>();
  for (const { at, found } of matches) {
    const known = best.get(at);
    if (!ownPlaceIds.has(found.placeId) && (known === undefined || known.score < found.score)) best.set(at, found);
  }
  return best;
}

/** The places that this import listed itself: the check has already compared its own entries. */
async function findOwnPlaceIds(db: Database, importId: string, ids: number[]): Promise<Set<number | null>> {
  if (ids.length === 0) return new Set();
  // Served by import_records_by_place.
  const own = await db
    .select({ placeId: importRecords.placeId })
    .from(importRecords)
    .where(and(eq(importRecords.importId, importId), inArray(importRecords.placeId, [...new Set(ids)])));
  return new Set(own.map(({ placeId }) => placeId));
}

export function hasPlaceName(facts: ImportedFacts): facts is ImportedFacts & { name: string } {
  return facts.name !== undefined;
}

type PublishResult = { ids: Map<number, number>; tags: PlaceTags[] };

/** Creates places from new entries. `ids` maps each entry to its place. */
export async function publishRecords(
  db: Database,
  { row, records, now }: { row: Pick<ImportRow, "sourceId">; records: ImportRecordRow[]; now: Date },
): Promise<PublishResult> {
  if (records.length === 0) return { ids: new Map(), tags: [] };
  const { sourceId } = row;
  const changes = records.map((record) => ({
    place: null,
    put: resolveImportedFacts([], [{ ...record, sourceId, recordId: recordIdOf(record), linkedAt: now }]),
    drop: [],
  }));
  const added = await applyFacts(db, { changes, author: null, now });
  const ids = new Map<number, number>();
  for (const [at, record] of records.entries()) {
    const place = added[at];
    if (place === undefined) throw new Error(`Entry ${record.id} did not become a place`);
    ids.set(record.id, place.id);
  }
  const links = records.map((record) => ({ record, placeId: ids.get(record.id) ?? 0 }));
  // An entry that jumped may be another place than the one that its record was linked to.
  const left = await db
    .select({ placeId: sourceRecords.placeId })
    .from(sourceRecords)
    .where(
      and(
        eq(sourceRecords.sourceId, row.sourceId),
        sql`${sourceRecords.recordId} = any(${sql.param(records.map(recordIdOf))}::text[])`,
      ),
    );
  await linkSourceRecords(db, { row, links, now });
  const settled = await refreshImportedFacts(db, { ids: left.map(({ placeId }) => placeId), now });
  return { ids, tags: [...added.flatMap(({ tags }) => tags), ...settled.tags] };
}

/** Entries that repeat another entry of the file, once that entry has a place. */
async function findTwinLinks(db: Database, records: ImportRecordRow[], newPlaceIds: Map<number, number>) {
  const twins = records.filter(({ outcome }) => outcome === "duplicate-in-file");
  const ids = twins.flatMap(({ duplicateRecordId }) => (duplicateRecordId === null ? [] : [duplicateRecordId]));
  const known = await db
    .select({ id: importRecords.id, placeId: importRecords.placeId })
    .from(importRecords)
    .where(inArray(importRecords.id, [0, ...ids]));
  const placeOf = new Map([...known.map(({ id, placeId }): [number, number | null] => [id, placeId]), ...newPlaceIds]);
  return twins.flatMap((record) => {
    const placeId = record.duplicateRecordId === null ? null : placeOf.get(record.duplicateRecordId);
    return placeId == null ? [] : [{ record, placeId }];
  });
}

async function setWaiting(db: Database, row: ImportRow, records: ImportRecordRow[]): Promise<void> {
  if (records.length === 0) return;
  const values = records.map(({ id, outcome, candidateId, score }) => ({ id, outcome, candidate: candidateId, score }));
  await db.execute(sql`
    update import_records r set state = 'waiting', outcome = g.outcome, candidate_id = g.candidate, score = g.score
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (id bigint, outcome text, candidate bigint, score real)
    where r.id = g.id`);
  await deleteOlderRecords(
    db,
    row,
    records.flatMap(({ recordId }) => recordId ?? []),
  );
}

/** Deletes waiting records of the same entries from earlier files of the source: the newer file replaces them. */
async function deleteOlderRecords(db: Database, row: ImportRow, recordIds: string[]): Promise<void> {
  const others = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.sourceId, row.sourceId), ne(imports.id, row.id)));
  // Served by import_records_by_record.
  await db
    .delete(importRecords)
    .where(
      and(
        sql`${importRecords.recordId} = any(${sql.param(recordIds)}::text[])`,
        eq(importRecords.state, "waiting"),
        inArray(importRecords.importId, others),
      ),
    );
}

/** Links entries to existing places, whose imported facts then follow from all their records. */
export async function linkRecordsToPlaces(
  db: Database,
  { row, links, now }: { row: Pick<ImportRow, "sourceId">; links: EntryLink[]; now: Date },
): Promise<BatchResult> {
  const existing = await db
    .select({
      id: places.id,
      slug: places.slug,
      categorySlug: places.categorySlug,
      neighborhoodSlug: places.neighborhoodSlug,
    })
    .from(places)
    .where(and(inArray(places.id, [0, ...links.map(({ placeId }) => placeId)]), ne(places.status, "removed")));
  const known = new Set(existing.map(({ id }) => id));
  const validLinks = links.filter(({ placeId }) => known.has(placeId));
  await linkSourceRecords(db, { row, links: validLinks, now });
  // The matched place has been removed since.
  const orphanedIds = links.flatMap(({ record, placeId }) => (known.has(placeId) ? [] : [record.id]));
  await db
    .update(importRecords)
    .set({ state: "waiting", outcome: "possible-duplicate", candidateId: null })
    .where(inArray(importRecords.id, [0, ...orphanedIds]));
  const settled = await refreshImportedFacts(db, { ids: validLinks.map(({ placeId }) => placeId), now });
  // A record that agrees with another source's fact confirms it, so each page may change.
  return { filledCount: settled.filled.length, tags: [...settled.tags, ...existing] };
}

/** The entries whose source says that the place is closed become questions, and change nothing by themselves. */
async function askAboutClosings(
  db: Database,
  { row, records, now }: { row: ImportRow; records: ImportRecordRow[]; now: Date },
): Promise<void> {
  const links = records.flatMap((record) =>
    record.candidateId === null ? [] : [{ record, placeId: record.candidateId }],
  );
  await setApplied(db, { row, links });
  for (const { record, placeId } of links) {
    const closure = record.reason === "temporary" ? "temporary" : "permanent";
    await askAboutClosing(db, { placeId, sourceId: row.sourceId, checkedOn: record.checkedOn, closure, now });
  }
}

type EntryLink = { record: ImportRecordRow; placeId: number };

/** Saves what the source says about each place, and with the entry what it said before, so that a run can be undone. */
async function linkSourceRecords(
  db: Database,
  { row, links, now }: { row: Pick<ImportRow, "sourceId">; links: EntryLink[]; now: Date },
): Promise<void> {
  await setApplied(db, { row, links });
  await saveSourceRecords(
    db,
    links.map(({ record, placeId }) => ({ ...sourceRecordOf(record, row), placeId, linkedAt: now, missingFiles: 0 })),
  );
}

async function setApplied(
  db: Database,
  { row, links }: { row: Pick<ImportRow, "sourceId">; links: EntryLink[] },
): Promise<void> {
  if (links.length === 0) return;
  const values = links.map(({ record, placeId }) => ({ id: record.id, place: placeId, record: recordIdOf(record) }));
  await db.execute(sql`
    update import_records r set state = 'applied', place_id = g.place,
      previous_record = coalesce((select jsonb_agg(to_jsonb(s)) from source_records s
        where s.source_id = ${row.sourceId} and s.record_id = g.record), '[]')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (id bigint, place bigint, record text) where r.id = g.id`);
}

function recordIdOf({ recordId, id }: ImportRecordRow): string {
  if (recordId === null) throw new Error(`Entry ${id} has no id of its source`);
  return recordId;
}

function sourceRecordOf(record: ImportRecordRow, { sourceId }: Pick<ImportRow, "sourceId">) {
  const { facts, checkedOn } = record;
  if (!hasPlaceName(facts)) throw new Error(`Entry ${record.id} has no name`);
  return { sourceId, recordId: recordIdOf(record), facts, checkedOn, digest: factsDigest({ facts, checkedOn }) };
}

/**
 * Keeps `linkedAt`, which decides whose name and kind the place has, and keeps the assigned category, type and neighborhood unless
 * the entry brings new ones.
 */
async function saveSourceRecords(db: Database, rows: (typeof sourceRecords.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(sourceRecords)
    .select(rowsAsJson(sourceRecords, rows))
    .onConflictDoUpdate({
      target: [sourceRecords.sourceId, sourceRecords.recordId],
      set: {
        ...excludedColumns(sourceRecords, ["placeId", "digest", "checkedOn", "missingFiles"]),
        facts: sql`jsonb_strip_nulls(jsonb_build_object('category', ${sourceRecords.facts} -> 'category',
          'type', ${sourceRecords.facts} -> 'type', 'neighborhood', ${sourceRecords.facts} -> 'neighborhood')) || excluded.facts`,
      },
    });
}

/** Writes one audit log entry for the whole run, with its counts. */
export async function auditImportRun(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<void> {
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (row === undefined) return;
  const { fileName, format, sourceId, publishes, report, stage } = row;
  const {
    new: added = 0,
    changed = 0,
    confirmed = 0,
    unchanged = 0,
    matched = 0,
    possibleDuplicates = 0,
    skipped = 0,
    filledFacts = 0,
  } = report;
  const counts = { added, changed, confirmed, unchanged, matched, possibleDuplicates, skipped, filledFacts };
  const after = { file: fileName, format, source: sourceId, publishes, stage, ...counts };
  await recordChange(db, {
    actor,
    action: "import.run",
    subject: { kind: "import", id: importId },
    before: null,
    after,
    now,
  });
}
