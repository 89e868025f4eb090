import { createHash } from "node:crypto";

import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { insertAsJson } from "#app/db/rows-as-json.ts";
import { importKinds, importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeFacts } from "#app/db/schema/places.ts";
import { sortKeys } from "#app/guide/places/facts/place-facts.ts";
import type { Point } from "#app/guide/places/place.ts";
import { distanceToEdgeMeters, isInsidePolygons } from "#app/lib/geo.ts";
import { slugify } from "#app/lib/slug.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import type { DuplicateIndex, NamePartCounts } from "../duplicates/duplicate-index.ts";
import {
  type Candidate,
  toComparablePlace,
  loadNamePartCounts,
  findPlaceCandidates,
  buildPlaceIndex,
  type CandidateQuery,
  optionalWebsiteHost,
  findTwinCandidates,
  buildTwinIndex,
} from "../duplicates/duplicate-candidates.server.ts";
import type { ColumnMapping } from "../mapping/column-mapping.ts";
import { type ComparablePlace, compareDuplicates, type DuplicateMatch } from "../duplicates/duplicate-score.ts";
import { openImportFile } from "../readers/import-file.server.ts";
import { SCHEME_BY_FORMAT } from "../readers/import-format.ts";
import { deleteImportRecords } from "./delete-import-records.server.ts";
import { BatchEntries } from "../duplicates/batch-entries.ts";
import { incrementCount, countUnknownKind, emptyReport, type ImportReport } from "../screens/import-report.ts";
import { IMPORTED_FIELDS, type ParsedEntry, type ParsedPlace, type SkipReason } from "../readers/imported-facts.ts";
import { ENTRIES_MAX } from "../screens/imports.ts";
import {
  mappingKey,
  primaryKind,
  type CategoryMapping,
  mapToCategory,
  type CustomMappings,
} from "../mapping/category-mapping.ts";
import { resolveImportedFacts } from "./resolve-imported-facts.ts";
import { type NumberedEntry, type ReadProgress, readEntries } from "../readers/read-file.server.ts";

/** Entries read and written per transaction, so that pages wait for only an instant. */
const ENTRIES_PER_BATCH = 200;

/** Skipped entries stored with their reason; all of them are counted. */
const SKIPS_STORED_MAX = 5_000;

/** A pin on a pier or a bridge is outside every neighborhood polygon but still in the District. */
const EDGE_METERS_MAX = 60;

export type ImportRow = typeof imports.$inferSelect;

export type ImportContext = {
  db: Database;
  /** Where uploaded files are stored. */
  storage: Storage;
  importId: string;
  /** The lease that this process holds: see acquireImportLease. */
  worker: string;
  now: () => Date;
  /** Called between batches: true means to stop and continue later. */
  isTimeUp?: () => boolean;
  onProgress?: (row: Pick<ImportRow, "bytesRead" | "byteCount" | "recordsRead" | "report">) => void;
};

/**
 * Reads an import's file from where it stopped and stages what each entry would do. Nothing else is written: the run
 * later follows these rows.
 *
 * @returns "checked" when the file is read, "paused" when time was up, "stopped" when the import was cancelled or
 * restarted.
 */
export async function checkImport(work: ImportContext): Promise<"checked" | "paused" | "stopped"> {
  const { db, importId, worker } = work;
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (row === undefined || row.stage !== "checking" || row.worker !== worker || row.filePath === null) return "stopped";
  // Removes the results of an earlier check.
  if (row.recordsRead === 0) await deleteImportRecords(db, { importId, isStill: eq(imports.worker, worker) });
  const context = await loadContext(db, row);
  const progress: ReadProgress = { bytes: 0 };
  let batch: NumberedEntry[] = [];
  const flush = async (isLast: boolean) => {
    const entries = batch;
    batch = [];
    if (entries.some(lacksPosition)) await extendReach(db, context);
    return writeBatch(work, { entries, ground: context, progress, isLast });
  };
  for await (const entry of readEntries(openImportFile(row.filePath, work.storage), row, progress)) {
    if (entry.number <= row.recordsRead) continue;
    batch.push(entry);
    if (entry.number >= ENTRIES_MAX) {
      batch.push({ ...entry, number: entry.number + 1, entry: { skip: "too-many" } });
      break;
    }
    if (batch.length < ENTRIES_PER_BATCH) continue;
    if (!(await flush(false))) return "stopped";
    if (work.isTimeUp?.() === true) return "paused";
  }
  return (await flush(true)) ? "checked" : "stopped";
}

type CheckContext = {
  row: ImportRow;
  kinds: CustomMappings;
  areas: { slug: string; shape: [number, number][][][] }[];
  counts: NamePartCounts;
  /** Listed places and this file's earlier entries, which new entries are compared with. */
  listed: DuplicateIndex;
  earlier: DuplicateIndex;
};

async function loadContext(db: Database, row: ImportRow): Promise<CheckContext> {
  const own = await db.select().from(importKinds);
  const kinds = new Map(
    own.map(({ scheme, key, categorySlug, type }): [string, CategoryMapping] => [
      mappingKey(scheme, key),
      { category: categorySlug, type },
    ]),
  );
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  const counts = await loadNamePartCounts(db);
  const options = { counts, reach: "unplaced" as const };
  return {
    row,
    kinds,
    areas,
    counts,
    listed: await buildPlaceIndex(db, options),
    earlier: await buildTwinIndex(db, row.id, options),
  };
}

function lacksPosition({ entry }: NumberedEntry): boolean {
  return "place" in entry && entry.place.facts.position === undefined;
}

/**
 * Needed from a file's first entry without a position; most files have none. Reads all places again, so it runs outside
 * a transaction.
 */
async function extendReach(db: Database, context: CheckContext): Promise<void> {
  if (context.listed.reach === "everywhere") return;
  const { counts } = context;
  context.listed = await buildPlaceIndex(db, { counts });
  context.earlier = await buildTwinIndex(db, context.row.id, { counts });
}

type StagedRow = typeof importRecords.$inferInsert;

const EMPTY_RECORD = { reason: "", name: "", nameSlug: "", facts: {} };

/** An entry on its way to a row. */
type StagedEntry = CandidateQuery & {
  number: number;
  line: number;
  place: ParsedPlace;
  kind: CategoryMapping | null;
  compared: ComparablePlace;
};

async function writeBatch(
  { db, importId, worker, now, onProgress }: ImportContext,
  given: { entries: NumberedEntry[]; ground: CheckContext; progress: ReadProgress; isLast: boolean },
): Promise<boolean> {
  const result = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    // The import was cancelled or restarted, perhaps with other columns.
    if (row === undefined || row.stage !== "checking" || row.worker !== worker) return null;
    const { ending, bytes } = given.progress;
    const report = { ...emptyReport(), ...row.report, ...(ending === undefined ? {} : { ending }) };
    const { rows, fresh } = await classifyBatch(tx, { ...given, report });
    const ids = await insertRecords(tx, rows);
    const update = {
      bytesRead: given.isLast ? row.byteCount : Math.min(bytes, row.byteCount),
      recordsRead: given.entries.at(-1)?.number ?? row.recordsRead,
      report,
      stage: given.isLast ? ("checked" as const) : row.stage,
      workedAt: now(),
    };
    await tx.update(imports).set(update).where(eq(imports.id, importId));
    return { row: { ...row, ...update }, fresh, ids };
  });
  if (result === null) return false;
  for (const { number, compared } of result.fresh) {
    given.ground.earlier.add(result.ids.get(number) ?? 0, compared);
  }
  onProgress?.(result.row);
  return true;
}

async function classifyBatch(
  db: Database,
  { entries, ground: context, report }: { entries: NumberedEntry[]; ground: CheckContext; report: ImportReport },
): Promise<{ rows: StagedRow[]; fresh: readonly StagedEntry[] }> {
  const rows: StagedRow[] = [];
  const importId = context.row.id;
  const skip = (
    { number, line }: { number: number; line: number },
    reason: SkipReason,
    about: Partial<StagedRow> = {},
  ) => {
    report.skipped += 1;
    incrementCount(report.skips, reason);
    if (report.skipped > SKIPS_STORED_MAX) return;
    rows.push({ ...EMPTY_RECORD, importId, number, line, outcome: "skipped", state: "refused", reason, ...about });
  };
  const stagedEntries: StagedEntry[] = [];
  for (const { number, line, entry } of entries) {
    const read = assignCategory(entry, context);
    if ("skip" in read) skip({ number, line }, read.skip, { name: nameOf(entry) });
    else {
      const { place, kind } = read;
      const { facts } = place;
      stagedEntries.push({ at: number, number, line, place, kind, facts, compared: toComparablePlace(facts) });
    }
  }
  const previous = await findPreviousRecords(db, context, stagedEntries);
  const seen = new Set<string>();
  const unknownEntries: StagedEntry[] = [];
  for (const each of stagedEntries) {
    const { recordId, facts, unread } = each.place;
    if (seen.has(recordId) || previous.inFile.has(recordId)) skip(each, "repeated", { name: facts.name, recordId });
    else if (previous.refused.has(recordId)) skip(each, "refused-before", { name: facts.name, recordId });
    else {
      seen.add(recordId);
      for (const field of unread) incrementCount(report.unread, field);
      const known = previous.known.get(recordId);
      if (known === undefined) unknownEntries.push(each);
      else if (known.digest === factsDigest(each.place)) report.unchanged += 1;
      else {
        report.changed += 1;
        rows.push({ ...stagedRow(importId, each), outcome: "known", candidateId: known.placeId });
      }
    }
  }
  const twins: DuplicateMatches = {
    places: await findPlaceCandidates(db, { index: context.listed, sought: unknownEntries }),
    earlier: await findTwinCandidates(db, { importId, index: context.earlier, sought: unknownEntries }),
    fresh: new BatchEntries(),
  };
  for (const each of unknownEntries) {
    const row = classifyEntry(each, twins, report);
    if (row === null) {
      countUnknownKind(report, primaryKind(each.place.kinds));
      skip(each, "unknown-kind", { name: each.facts.name, categoryKey: primaryKind(each.place.kinds) });
    } else rows.push({ ...stagedRow(importId, each), ...row });
  }
  await countFilled(db, rows, report);
  return { rows, fresh: twins.fresh.entries };
}

/** Counts the facts that existing and new places would gain. */
async function countFilled(db: Database, rows: StagedRow[], report: ImportReport): Promise<void> {
  const ids = rows.flatMap(({ outcome, candidateId }) =>
    outcome === "same" && candidateId != null ? [candidateId] : [],
  );
  const facts = await db
    .select()
    .from(placeFacts)
    .where(inArray(placeFacts.placeId, [0, ...ids]));
  const byPlace = Map.groupBy(facts, ({ placeId }) => placeId);
  for (const { outcome, candidateId, facts: recordFacts = {} } of rows) {
    if (outcome !== "same" && outcome !== "new") continue;
    // Facts of earlier imports take precedence over this import's too.
    const known = (byPlace.get(candidateId ?? 0) ?? []).map((fact) => ({ ...fact, origin: "seed" as const }));
    const { category: _category, type: _type, neighborhood: _neighborhood, ...facts } = recordFacts;
    const filled = resolveImportedFacts(known, [{ sourceId: "", recordId: "", facts, checkedOn: null }]);
    for (const { field } of filled) {
      const counted = IMPORTED_FIELDS.find((each) => each === field);
      if (counted !== undefined) incrementCount(report.filled, counted);
    }
    if (outcome === "same" && filled.length > 0) report.filling += 1;
  }
}

function nameOf(entry: ParsedEntry): string {
  return "place" in entry ? entry.place.facts.name : (entry.name ?? "");
}

/** The entry with its category and neighborhood, or why it is skipped. */
function assignCategory(
  entry: ParsedEntry,
  { row, kinds, areas }: CheckContext,
): { skip: SkipReason } | { place: ParsedPlace; kind: CategoryMapping | null } {
  if ("skip" in entry) return entry;
  const { position } = entry.place.facts;
  const mapping = mapToCategory(SCHEME_BY_FORMAT[row.format], entry.place, kinds);
  const kind = mapping ?? (entry.place.kinds.length === 0 ? row.plainKind : null);
  const neighborhood = position === undefined ? null : neighborhoodAt(areas, position);
  if (position !== undefined && neighborhood === null) return { skip: "outside" };
  const facts = {
    ...entry.place.facts,
    ...(kind === null ? {} : kind),
    ...(neighborhood === null ? {} : { neighborhood }),
  };
  return { place: { ...entry.place, facts }, kind };
}

function neighborhoodAt(areas: CheckContext["areas"], point: Point): string | null {
  const containing = areas.find(({ shape }) => isInsidePolygons(shape, point));
  if (containing !== undefined) return containing.slug;
  const [nearest] = areas
    .map(({ slug, shape }) => ({ slug, meters: distanceToEdgeMeters(shape, point) }))
    .sort((a, b) => a.meters - b.meters);
  return nearest !== undefined && nearest.meters <= EDGE_METERS_MAX ? nearest.slug : null;
}

/** What earlier entries of the file and earlier files of the source had under the same record ids. */
async function findPreviousRecords(db: Database, { row }: CheckContext, stagedEntries: StagedEntry[]) {
  const ids = sql`any(${sql.param(stagedEntries.map(({ place }) => place.recordId))}::text[])`;
  const known = await db
    .select({ recordId: sourceRecords.recordId, placeId: sourceRecords.placeId, digest: sourceRecords.digest })
    .from(sourceRecords)
    .where(and(eq(sourceRecords.sourceId, row.sourceId), sql`${sourceRecords.recordId} = ${ids}`));
  // Served by import_records_by_record.
  const staged = await db
    .select({
      recordId: importRecords.recordId,
      importId: importRecords.importId,
      state: importRecords.state,
      outcome: importRecords.outcome,
    })
    .from(importRecords)
    .innerJoin(imports, eq(imports.id, importRecords.importId))
    .where(and(sql`${importRecords.recordId} = ${ids}`, eq(imports.sourceId, row.sourceId)));
  return {
    known: new Map(known.map((record) => [record.recordId, record])),
    inFile: new Set(staged.filter(({ importId }) => importId === row.id).map(({ recordId }) => recordId)),
    refused: new Set(
      staged
        .filter(({ importId, state, outcome }) => importId !== row.id && state === "refused" && outcome !== "skipped")
        .map(({ recordId }) => recordId),
    ),
  };
}

type DuplicateMatches = {
  places: Map<number, Candidate[]>;
  earlier: Map<number, Candidate[]>;
  fresh: BatchEntries<StagedEntry>;
};

/** Decides about an entry that is new from its source. Null: it would be a new place, but its category is unknown. */
function classifyEntry(
  each: StagedEntry,
  twins: DuplicateMatches,
  report: ImportReport,
): (Partial<StagedRow> & { outcome: StagedRow["outcome"] }) | null {
  const { compared } = each;
  const place = bestMatch(twins.places.get(each.at) ?? [], (candidate) => {
    const { band, score } = compareDuplicates(compared, candidate.comparable);
    // A match with a place that we list as closed needs an editor.
    return { band: band === "same" && candidate.isClosed ? "perhaps" : band, score };
  });
  if (place?.band === "same") {
    report.matched += 1;
    return { outcome: "same", candidateId: place.candidate.id, score: place.score };
  }
  const earlier = bestMatch(twins.earlier.get(each.at) ?? [], ({ comparable: other }) =>
    compareDuplicates(compared, other),
  );
  const fresh = bestMatch(twins.fresh.find(each), ({ compared: other }) => compareDuplicates(compared, other));
  const twin = [earlier, fresh].find((found) => found?.band === "same");
  if (twin !== undefined && twin !== null && place === null) {
    report.twins += 1;
    return { outcome: "twin", score: twin.score, ...twinReference(twin) };
  }
  const perhaps = place ?? earlier ?? fresh;
  if (perhaps !== null && perhaps !== undefined) {
    report.perhaps += 1;
    const about = place === null ? twinReference(perhaps) : { candidateId: place.candidate.id };
    return { outcome: "perhaps", score: perhaps.score, ...about };
  }
  if (each.kind === null) return null;
  report.new += 1;
  if (each.facts.neighborhood === undefined) report.unplaced += 1;
  twins.fresh.add(each);
  return { outcome: "new" };
}

type ScoredMatch<One> = DuplicateMatch & { candidate: One };

/** The best match that isn't "different"; null when there is none. */
function bestMatch<One>(candidates: One[], compare: (one: One) => DuplicateMatch): ScoredMatch<One> | null {
  let best: ScoredMatch<One> | null = null;
  for (const candidate of candidates) {
    const found = { ...compare(candidate), candidate };
    if (found.band === "different") continue;
    const isBetter = best === null || (found.band === best.band ? found.score > best.score : found.band === "same");
    if (isBetter) best = found;
  }
  return best;
}

/** An entry of the same batch has no id yet, so its negated number stands for it. */
function twinReference({ candidate }: ScoredMatch<Candidate | StagedEntry>): { twinId: number } {
  return { twinId: "id" in candidate ? candidate.id : -candidate.number };
}

/** Writes a batch, referenced entries first so that their ids exist. @returns The id of each entry by its number. */
async function insertRecords(db: Database, rows: StagedRow[]): Promise<Map<number, number>> {
  const referenced = new Set(rows.flatMap(({ twinId }) => (twinId != null && twinId < 0 ? [-twinId] : [])));
  const ids = await insertRows(
    db,
    rows.filter(({ number }) => referenced.has(number)),
  );
  const rest = rows
    .filter(({ number }) => !referenced.has(number))
    .map((row) => (row.twinId != null && row.twinId < 0 ? { ...row, twinId: ids.get(-row.twinId) ?? null } : row));
  return new Map([...ids, ...(await insertRows(db, rest))]);
}

const Inserted = z.object({ rows: z.array(z.object({ id: z.coerce.number(), number: z.number() })) });

async function insertRows(db: Database, rows: StagedRow[]): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const inserted = await db.execute(sql`${insertAsJson(importRecords, rows)} returning id, number`);
  return new Map(Inserted.parse(inserted).rows.map(({ id, number }) => [number, id]));
}

function stagedRow(importId: string, { number, line, place, facts }: StagedEntry): StagedRow {
  return {
    ...EMPTY_RECORD,
    importId,
    number,
    line,
    outcome: "new",
    state: "staged",
    recordId: place.recordId,
    name: facts.name,
    nameSlug: slugify(facts.name),
    phone: facts.phone ?? null,
    siteHost: optionalWebsiteHost(facts.website),
    lat: facts.position?.lat ?? null,
    lng: facts.position?.lng ?? null,
    facts,
    checkedOn: place.checkedOn,
    categoryKey: primaryKind(place.kinds),
  };
}

/** Covers only what the source says: our assigned category and neighborhood may change without the source changing. */
export function factsDigest({ facts, checkedOn }: Pick<ParsedPlace, "facts" | "checkedOn">): string {
  const values = Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, facts[field] ?? null]));
  return createHash("sha256")
    .update(JSON.stringify(sortKeys([values, checkedOn])))
    .digest("hex");
}

/** Settings for a new check; omitted ones stay as they were. `plainKind` null removes the file-wide category. */
export type CheckSettings = { mapping?: ColumnMapping; plainKind?: CategoryMapping | null };

/**
 * Discards the check's results and starts over, with other columns or categories. The process at the earlier check
 * stops.
 */
export async function restartCheck(
  db: Database,
  { importId, mapping, plainKind, now }: CheckSettings & { importId: string; now: Date },
): Promise<boolean> {
  const [row] = await db
    .update(imports)
    .set({
      stage: "checking",
      ...(mapping === undefined ? {} : { mapping }),
      ...(plainKind === undefined ? {} : { plainKind }),
      worker: null,
      heldUntil: null,
      bytesRead: 0,
      recordsRead: 0,
      lastApplied: 0,
      report: {},
      problem: null,
      workedAt: now,
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
