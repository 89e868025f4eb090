import { and, asc, eq, gt, inArray, isNotNull, ne, notInArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import { addImportedPlaces, type PlaceTags } from "#app/features/places/imported-places.server.ts";
import { places } from "#app/db/schema/places.ts";

import { comparedFacts, placeCandidates } from "./candidates.server.ts";
import { digestOf, type ImportRow, type ImportWork } from "./check-import.server.ts";
import { compareDuplicates } from "./duplicate-score.ts";
import { notifyImported } from "./import-pages.server.ts";
import { emptyReport } from "./import-report.ts";
import type { ImportedFacts } from "./imported-facts.ts";
import { settleFacts } from "./settle-facts.ts";
import { settlePlaces } from "./settle-places.server.ts";

/** So many entries are written by one transaction: a page of the embedded database waits for no more than that. */
const ENTRIES_PER_BATCH = 100;

export type RecordRow = typeof importRecords.$inferSelect;

/**
 * Does what the check has written down, from where it was left off, a batch at a time: each is there whole or not at all.
 * Between the two the catalogue may have changed, so that every new place is looked for once more.
 */
export async function applyImport(work: ImportWork): Promise<"done" | "paused" | "stopped"> {
  const isQuiet = await isCatalogueQuiet(work);
  for (;;) {
    const applied = await applyBatch(work, isQuiet);
    if (applied !== "more") return applied;
    if (work.isTimeUp?.() === true) return "paused";
  }
}

/** Whether no place has come since the check but by this very import. */
async function isCatalogueQuiet({ db, importId }: ImportWork): Promise<boolean> {
  const own = db
    .select({ id: importRecords.placeId })
    .from(importRecords)
    .where(and(eq(importRecords.importId, importId), isNotNull(importRecords.placeId)));
  const [row] = await db.select({ createdAt: imports.createdAt }).from(imports).where(eq(imports.id, importId));
  if (row === undefined) return true;
  return (await db.$count(places, and(gt(places.createdAt, row.createdAt), notInArray(places.id, own)))) === 0;
}

async function applyBatch(
  { db, importId, now, onProgress }: ImportWork,
  isQuiet: boolean,
): Promise<"more" | "done" | "stopped"> {
  const at = now();
  const applied = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    if (row === undefined || row.stage !== "running") return null;
    // Served by import_records_by_state.
    const records = await tx
      .select()
      .from(importRecords)
      .where(
        and(
          eq(importRecords.importId, importId),
          eq(importRecords.state, "staged"),
          gt(importRecords.id, row.lastApplied),
        ),
      )
      .orderBy(asc(importRecords.id))
      .limit(ENTRIES_PER_BATCH);
    const report = { ...emptyReport(), ...row.report };
    const done = await applyRecords(tx, { row, records, isQuiet, now: at });
    report.applied += records.length;
    report.filledFacts += done.filledCount;
    const isLast = records.length < ENTRIES_PER_BATCH;
    const change = {
      report,
      lastApplied: records.at(-1)?.id ?? row.lastApplied,
      workedAt: at,
      ...(isLast ? { stage: "done" as const, finishedAt: at } : {}),
    };
    await tx.update(imports).set(change).where(eq(imports.id, importId));
    await notifyImported(tx, done.tags);
    return { row: { ...row, ...change }, isLast };
  });
  if (applied === null) return "stopped";
  onProgress?.(applied.row);
  return applied.isLast ? "done" : "more";
}

type Applied = { filledCount: number; tags: PlaceTags[] };

async function applyRecords(
  db: Database,
  { row, records, isQuiet, now }: { row: ImportRow; records: RecordRow[]; isQuiet: boolean; now: Date },
): Promise<Applied> {
  const changed = isQuiet ? NOTHING_SINCE : await listedSince(db, row, records);
  const wait: RecordRow[] = [];
  const link: { record: RecordRow; placeId: number }[] = [];
  const add: RecordRow[] = [];
  for (const record of records) {
    const since = changed.get(record.id);
    if (record.outcome === "perhaps") wait.push(record);
    else if (record.outcome === "new" && since !== undefined) {
      if (since.band === "same") link.push({ record, placeId: since.placeId });
      else wait.push({ ...record, outcome: "perhaps", candidateId: since.placeId, score: since.score });
    } else if (record.outcome === "new") (row.publishes && isPlaced(record) ? add : wait).push(record);
    else if (record.outcome === "twin") continue;
    else if (record.candidateId !== null) link.push({ record, placeId: record.candidateId });
  }
  const published = await publishRecords(db, { row, records: add, now });
  link.push(...(await twinLinks(db, records, published.ids)));
  const linkedIds = new Set(link.map(({ record }) => record.id));
  wait.push(...records.filter(({ id, outcome }) => outcome === "twin" && !linkedIds.has(id)));
  await setWaiting(db, row, wait);
  const linked = await linkRecords(db, { row, links: link, now });
  return { filledCount: linked.filledCount, tags: [...published.tags, ...linked.tags] };
}

/** Whether it has all that a place needs. */
export function isPlaced({ facts }: Pick<RecordRow, "facts">): boolean {
  return facts.neighborhood !== undefined && facts.category !== undefined && facts.type !== undefined;
}

type ListedSince = ReadonlyMap<number, { placeId: number; band: "same" | "perhaps"; score: number }>;
const NOTHING_SINCE: ListedSince = new Map();

/** Places that have come since the check and may be what new entries are, by entry. */
async function listedSince(db: Database, row: ImportRow, records: RecordRow[]): Promise<ListedSince> {
  const found = new Map<number, { placeId: number; band: "same" | "perhaps"; score: number }>();
  const fresh = records.filter(({ outcome }) => outcome === "new");
  if (fresh.length === 0) return found;
  const sought = fresh.flatMap(({ id, facts }) => (isNamed(facts) ? [{ at: id, facts }] : []));
  const candidates = await placeCandidates(db, sought);
  for (const { at, facts } of sought) {
    for (const { id, compared } of candidates.get(at) ?? []) {
      const { band, score } = compareDuplicates(comparedFacts(facts), compared);
      const best = found.get(at);
      if (band === "different" || (best !== undefined && best.score >= score)) continue;
      found.set(at, { placeId: id, band, score });
    }
  }
  // This very run's own neighbors were told apart by the check.
  const own = await ownPlaces(
    db,
    row,
    [...found.values()].map(({ placeId }) => placeId),
  );
  for (const [at, { placeId }] of found) if (own.has(placeId)) found.delete(at);
  return found;
}

async function ownPlaces(db: Database, row: ImportRow, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ placeId: importRecords.placeId })
    .from(importRecords)
    .where(and(eq(importRecords.importId, row.id), inArray(importRecords.placeId, [0, ...ids])));
  return new Set(rows.flatMap(({ placeId }) => (placeId === null ? [] : [placeId])));
}

function isNamed(facts: ImportedFacts): facts is ImportedFacts & { name: string } {
  return facts.name !== undefined;
}

type Published = { ids: Map<number, number>; tags: PlaceTags[] };

/** Makes places of new entries. `ids` has the place of each. */
export async function publishRecords(
  db: Database,
  { row, records, now }: { row: Pick<ImportRow, "sourceId">; records: RecordRow[]; now: Date },
): Promise<Published> {
  if (records.length === 0) return { ids: new Map(), tags: [] };
  const added = await addImportedPlaces(db, {
    places: records.map((record) =>
      settleFacts([], [{ ...record, sourceId: row.sourceId, recordId: recordIdOf(record) }]),
    ),
    now,
  });
  const ids = new Map<number, number>();
  const tags: PlaceTags[] = [];
  for (const [at, record] of records.entries()) {
    const place = added[at];
    if (place === undefined) throw new Error(`Entry ${record.id} was to become a place and didn't`);
    ids.set(record.id, place.id);
    const { category, neighborhood } = record.facts;
    if (category !== undefined && neighborhood !== undefined) {
      tags.push({ slug: place.slug, categorySlug: category, neighborhoodSlug: neighborhood });
    }
  }
  await setApplied(db, ids);
  await keepRecords(
    db,
    records.map((record) => ({ ...sourceRecordOf(record, row), placeId: ids.get(record.id) ?? 0, linkedAt: now })),
  );
  return { ids, tags };
}

/** Entries that say what another entry of their file says, where that has a place by now. */
async function twinLinks(db: Database, records: RecordRow[], fresh: Map<number, number>) {
  const twins = records.filter(({ outcome }) => outcome === "twin");
  const ids = twins.flatMap(({ twinId }) => (twinId === null ? [] : [twinId]));
  const known = await db
    .select({ id: importRecords.id, placeId: importRecords.placeId })
    .from(importRecords)
    .where(inArray(importRecords.id, [0, ...ids]));
  const placeOf = new Map([...known.map(({ id, placeId }): [number, number | null] => [id, placeId]), ...fresh]);
  return twins.flatMap((record) => {
    const placeId = record.twinId === null ? null : placeOf.get(record.twinId);
    return placeId == null ? [] : [{ record, placeId }];
  });
}

async function setWaiting(db: Database, row: ImportRow, records: RecordRow[]): Promise<void> {
  for (const { id, outcome, candidateId, score, recordId } of records) {
    await db
      .update(importRecords)
      .set({ state: "waiting", outcome, candidateId, score })
      .where(eq(importRecords.id, id));
    if (recordId !== null) await forgetOlder(db, { row, recordId });
  }
}

/** The same entry of an earlier file of the source that still waits: the newer one stands for it. */
async function forgetOlder(db: Database, { row, recordId }: { row: ImportRow; recordId: string }): Promise<void> {
  const others = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.sourceId, row.sourceId), ne(imports.id, row.id)));
  await db
    .delete(importRecords)
    .where(
      and(
        eq(importRecords.recordId, recordId),
        eq(importRecords.state, "waiting"),
        inArray(importRecords.importId, others),
      ),
    );
}

/** Says of entries which places they are: what these have no word of is filled, and nothing else changes. */
export async function linkRecords(
  db: Database,
  { row, links, now }: { row: Pick<ImportRow, "sourceId">; links: { record: RecordRow; placeId: number }[]; now: Date },
): Promise<Applied> {
  const there = await db
    .select({ id: places.id })
    .from(places)
    .where(and(inArray(places.id, [0, ...links.map(({ placeId }) => placeId)]), ne(places.status, "removed")));
  const known = new Set(there.map(({ id }) => id));
  const sound = links.filter(({ placeId }) => known.has(placeId));
  await keepRecords(
    db,
    sound.map(({ record, placeId }) => ({ ...sourceRecordOf(record, row), placeId, linkedAt: now })),
  );
  await setApplied(db, new Map(sound.map(({ record, placeId }) => [record.id, placeId])));
  // What it was taken for has gone meanwhile.
  for (const { record } of links.filter(({ placeId }) => !known.has(placeId))) {
    await db
      .update(importRecords)
      .set({ state: "waiting", outcome: "perhaps", candidateId: null })
      .where(eq(importRecords.id, record.id));
  }
  const settled = await settlePlaces(db, { ids: sound.map(({ placeId }) => placeId), now });
  return { filledCount: settled.filled.length, tags: settled.tags };
}

async function setApplied(db: Database, placeOf: ReadonlyMap<number, number>): Promise<void> {
  const given = JSON.stringify([...placeOf].map(([id, placeId]) => ({ id, place: placeId })));
  await db.execute(sql`
    update import_records r set state = 'applied', place_id = g.place
    from jsonb_to_recordset(${given}::jsonb) as g (id bigint, place bigint) where r.id = g.id`);
}

function recordIdOf({ recordId, id }: RecordRow): string {
  if (recordId === null) throw new Error(`Entry ${id} has no id of its source`);
  return recordId;
}

function sourceRecordOf(record: RecordRow, { sourceId }: Pick<ImportRow, "sourceId">) {
  const { facts, checkedOn } = record;
  if (!isNamed(facts)) throw new Error(`Entry ${record.id} has no name`);
  return { sourceId, recordId: recordIdOf(record), facts, checkedOn, digest: digestOf({ facts, checkedOn }) };
}

/** When it came first stays, for it decides who speaks first; and so does what we made of it where nothing new is known. */
async function keepRecords(db: Database, rows: (typeof sourceRecords.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(sourceRecords)
    .values(rows)
    .onConflictDoUpdate({
      target: [sourceRecords.sourceId, sourceRecords.recordId],
      set: {
        ...excludedColumns(sourceRecords, ["digest", "checkedOn"]),
        facts: sql`jsonb_strip_nulls(jsonb_build_object('category', ${sourceRecords.facts} -> 'category',
          'type', ${sourceRecords.facts} -> 'type', 'neighborhood', ${sourceRecords.facts} -> 'neighborhood')) || excluded.facts`,
      },
    });
}

/** One line of the audit log for a whole run, with its counts. */
export async function recordRun(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<void> {
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (row === undefined) return;
  const { fileName, format, sourceId, publishes, report, stage } = row;
  const { new: added = 0, changed = 0, unchanged = 0, matched = 0, perhaps = 0, skipped = 0, filledFacts = 0 } = report;
  const counts = { added, changed, unchanged, matched, perhaps, skipped, filledFacts };
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
