import { and, eq, inArray, sql } from "drizzle-orm";

import {
  IMPORTED_FIELDS,
  type ImportedFacts,
  type ImportReport,
  type SkipReason,
} from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { distanceMeters } from "#app/lib/geo.ts";
import {
  type Candidate,
  toComparablePlace,
  findPlaceCandidates,
  findTwinCandidates,
} from "../duplicates/duplicate-candidates.server.ts";
import {
  compareDuplicates,
  type DuplicateMatch,
  nameSimilarity,
  POSSIBLE_NAME_SIMILARITY,
} from "../duplicates/duplicate-score.ts";
import { BatchEntries } from "../duplicates/batch-entries.ts";
import { incrementCount, countUnknownKind } from "../screens/import-report.ts";
import { primaryKind } from "../mapping/category-mapping.ts";
import { markSeen } from "./missing-records.server.ts";
import { resolveImportedFacts } from "./resolve-imported-facts.ts";
import type { ParsedPlace } from "../readers/imported-facts.ts";
import type { NumberedEntry } from "../readers/read-file.server.ts";
import type { CheckContext } from "./check-context.server.ts";
import {
  type StagedRow,
  EMPTY_RECORD,
  type StagedEntry,
  nameOf,
  assignCategory,
  stagedRow,
  factsDigest,
} from "./staged-entry.server.ts";

/** Skipped entries stored with their reason; all of them are counted. */
const SKIPS_STORED_MAX = 5_000;

/**
 * Decides what each entry would do, and counts it in the report.
 *
 * @returns The rows to store, and the entries that would become places.
 */
export async function classifyBatch(
  db: Database,
  {
    entries,
    context,
    report,
    now,
  }: { entries: NumberedEntry[]; context: CheckContext; report: ImportReport; now: Date },
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
  const stagedEntries = stageEntries(entries, { context, now, skip });
  const previous = await findPreviousRecords(db, context, stagedEntries);
  await markSeen(db, { row: context.row, recordIds: [...previous.known.keys()] });
  const seen = new Set<string>();
  const unknownEntries: StagedEntry[] = [];
  const listedIds = await findListedIds(db, stagedEntries);
  for (const each of stagedEntries) {
    const { recordId, facts, unread } = each.place;
    if (seen.has(recordId) || previous.inFile.has(recordId)) skip(each, "repeated", { name: facts.name, recordId });
    else if (previous.refused.has(recordId)) skip(each, "refused-before", { name: facts.name, recordId });
    else {
      seen.add(recordId);
      for (const field of unread) incrementCount(report.unread, field);
      const known = previous.known.get(recordId);
      if (each.listedAs !== null && !listedIds.has(each.listedAs)) skip(each, "not-a-place", { name: facts.name });
      else if (known === undefined && each.listedAs !== null)
        rows.push(classifyListed(each, { placeId: each.listedAs, importId, report }));
      else if (known === undefined) unknownEntries.push(each);
      else rows.push(...classifyKnown(each, { known, importId, report }));
    }
  }
  const matches = await findMatches(db, context, unknownEntries);
  for (const each of unknownEntries) {
    const row = each.closure === null ? classifyEntry(each, matches, report) : closedMatch(each, matches, report);
    if (row === "not-listed") skip(each, "closed", { name: each.facts.name });
    else if (row === null) {
      countUnknownKind(report, primaryKind(each.place.kinds));
      skip(each, "unknown-kind", { name: each.facts.name, categoryKey: primaryKind(each.place.kinds) });
    } else rows.push({ ...stagedRow(importId, each), ...row });
  }
  await countFilled(db, rows, report);
  return { rows, fresh: matches.fresh.entries };
}

/** The entries with their category and neighborhood. The others are skipped. */
function stageEntries(
  entries: NumberedEntry[],
  {
    context,
    now,
    skip,
  }: {
    context: CheckContext;
    now: Date;
    skip: (at: { number: number; line: number }, reason: SkipReason, about: Partial<StagedRow>) => void;
  },
): StagedEntry[] {
  return entries.flatMap(({ number, line, entry }) => {
    const read = assignCategory(entry, context);
    if ("skip" in read) {
      skip({ number, line }, read.skip, { name: nameOf(entry) });
      return [];
    }
    const { kind } = read;
    const place = withoutFutureDate(read.place, now);
    const { facts } = place;
    const about = "place" in entry ? entry : null;
    const [closure, listedAs] = [about?.closure ?? null, about?.listedAs ?? null];
    return [{ at: number, number, line, place, kind, facts, closure, listedAs, compared: toComparablePlace(facts) }];
  });
}

/** The places that the source names by their ids. */
async function findListedIds(db: Database, stagedEntries: StagedEntry[]): Promise<Set<number>> {
  const ids = stagedEntries.flatMap(({ listedAs }) => listedAs ?? []);
  if (ids.length === 0) return new Set();
  const listed = await db.select({ id: places.id }).from(places).where(inArray(places.id, ids));
  return new Set(listed.map(({ id }) => id));
}

/** An entry of a place that the source names by its id: nothing is compared. */
function classifyListed(
  each: StagedEntry,
  { placeId, importId, report }: { placeId: number; importId: string; report: ImportReport },
): StagedRow {
  const isClosing = each.closure !== null;
  report[isClosing ? "closing" : "matched"] += 1;
  const outcome = isClosing ? ("closed" as const) : ("duplicate" as const);
  return { ...stagedRow(importId, each), outcome, reason: each.closure ?? "", candidateId: placeId };
}

type KnownRecord = typeof sourceRecords.$inferSelect;

/** An entry that the source had before: the row to stage if it says something else, or the same with a newer date. */
function classifyKnown(
  each: StagedEntry,
  { known, importId, report }: { known: KnownRecord; importId: string; report: ImportReport },
): StagedRow[] {
  if (each.closure !== null) {
    report.closing += 1;
    return [{ ...stagedRow(importId, each), outcome: "closed", reason: each.closure, candidateId: known.placeId }];
  }
  if (each.listedAs === null && isJump(known.facts, each.place.facts)) {
    report.possibleDuplicates += 1;
    report.jumps += 1;
    return [{ ...stagedRow(importId, each), outcome: "possible-duplicate", candidateId: known.placeId }];
  }
  const isSame = known.digest === factsDigest(each.place) || haveSameFacts(known, each.place);
  const isConfirmed = isSame && isNewer(each.place.checkedOn, known.checkedOn);
  report[isConfirmed ? "confirmed" : isSame ? "unchanged" : "changed"] += 1;
  if (isSame && !isConfirmed) return [];
  return [{ ...stagedRow(importId, each), outcome: "linked", candidateId: known.placeId }];
}

/** A source that moves a place farther means another place, or is wrong: an editor decides. */
const MOVED_METERS_MAX = 300;

/** Whether a record says so much else than before that it may be about another place. */
function isJump(before: ImportedFacts, after: ImportedFacts): boolean {
  const isMoved =
    before.position !== undefined &&
    after.position !== undefined &&
    distanceMeters(before.position, after.position) > MOVED_METERS_MAX;
  const isRenamed =
    before.name !== undefined &&
    after.name !== undefined &&
    nameSimilarity(before.name, after.name) < POSSIBLE_NAME_SIMILARITY;
  const isOther = before.category !== undefined && after.category !== undefined && before.category !== after.category;
  return isMoved || isRenamed || isOther;
}

/** A listed place that certainly is the one that the entry says is closed. */
function closedMatch(
  each: StagedEntry,
  matches: DuplicateMatches,
  report: ImportReport,
): (Partial<StagedRow> & { outcome: StagedRow["outcome"] }) | "not-listed" {
  const place = bestMatch(matches.places.get(each.at) ?? [], (candidate) =>
    compareDuplicates(each.compared, candidate.comparable),
  );
  if (place?.band !== "same" || place.candidate.isClosed) return "not-listed";
  report.closing += 1;
  return { outcome: "closed", reason: each.closure ?? "", candidateId: place.candidate.id, score: place.score };
}

/** A date that hasn't come yet is a mistake, and would win over all later records. It may be tomorrow in other time zones. */
function withoutFutureDate(place: ParsedPlace, now: Date): ParsedPlace {
  const tomorrow = dcToday(new Date(now.getTime() + DAY_MS));
  return place.checkedOn !== null && place.checkedOn > tomorrow ? { ...place, checkedOn: null } : place;
}

/** Whether the source says the same as before, except for the date. */
function haveSameFacts(known: KnownRecord, { facts }: ParsedPlace): boolean {
  return (
    factsDigest({ facts: { name: "", ...known.facts }, checkedOn: null }) === factsDigest({ facts, checkedOn: null })
  );
}

/** An entry without a date, or with an earlier one, confirms nothing. */
function isNewer(checkedOn: string | null, than: string | null): boolean {
  return checkedOn !== null && (than === null || checkedOn > than);
}

/** Counts the facts that existing and new places would gain. */
async function countFilled(db: Database, rows: StagedRow[], report: ImportReport): Promise<void> {
  const ids = rows.flatMap(({ outcome, candidateId }) =>
    outcome === "duplicate" && candidateId != null ? [candidateId] : [],
  );
  const facts = await db
    .select()
    .from(placeFacts)
    .where(inArray(placeFacts.placeId, [0, ...ids]));
  const byPlace = Map.groupBy(facts, ({ placeId }) => placeId);
  for (const { outcome, candidateId, facts: recordFacts = {} } of rows) {
    if (outcome !== "duplicate" && outcome !== "new") continue;
    // As if people's: facts of earlier imports take precedence over this import's too.
    const known = (byPlace.get(candidateId ?? 0) ?? []).map((fact) => ({ ...fact, origin: "person" as const }));
    const { category: _category, type: _type, neighborhood: _neighborhood, ...facts } = recordFacts;
    const filled = resolveImportedFacts(known, [
      { sourceId: "", recordId: "", facts, checkedOn: null, linkedAt: new Date(0) },
    ]);
    for (const { field } of filled) {
      const counted = IMPORTED_FIELDS.find((each) => each === field);
      if (counted !== undefined) incrementCount(report.filled, counted);
    }
    if (outcome === "duplicate" && filled.length > 0) report.filling += 1;
  }
}

/** What earlier entries of the file and earlier files of the source had under the same record ids. */
async function findPreviousRecords(db: Database, { row }: CheckContext, stagedEntries: StagedEntry[]) {
  const ids = sql`any(${sql.param(stagedEntries.map(({ place }) => place.recordId))}::text[])`;
  const known = await db
    .select()
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

/** What the entries are compared with: places, and earlier entries of the file. */
async function findMatches(
  db: Database,
  { row, indexes }: CheckContext,
  sought: StagedEntry[],
): Promise<DuplicateMatches> {
  const fresh = new BatchEntries<StagedEntry>();
  if (sought.length === 0) return { places: new Map(), earlier: new Map(), fresh };
  if (indexes === null) throw new Error(`Nothing was read to compare the entries of import ${row.id} with`);
  return {
    places: await findPlaceCandidates(db, { index: indexes.listed, sought }),
    earlier: await findTwinCandidates(db, { importId: row.id, index: indexes.earlier, sought }),
    fresh,
  };
}

/** Decides about an entry that is new from its source. Null: it would be a new place, but its category is unknown. */
function classifyEntry(
  each: StagedEntry,
  matches: DuplicateMatches,
  report: ImportReport,
): (Partial<StagedRow> & { outcome: StagedRow["outcome"] }) | null {
  const { compared } = each;
  const place = bestMatch(matches.places.get(each.at) ?? [], (candidate) => {
    const { band, score } = compareDuplicates(compared, candidate.comparable);
    // A match with a place that we list as closed needs an editor.
    return { band: band === "same" && candidate.isClosed ? "possible" : band, score };
  });
  if (place?.band === "same") {
    report.matched += 1;
    return { outcome: "duplicate", candidateId: place.candidate.id, score: place.score };
  }
  const earlier = bestMatch(matches.earlier.get(each.at) ?? [], ({ comparable: other }) =>
    compareDuplicates(compared, other),
  );
  const fresh = bestMatch(matches.fresh.find(each), ({ compared: other }) => compareDuplicates(compared, other));
  const twin = [earlier, fresh].find((found) => found?.band === "same");
  if (twin !== undefined && twin !== null && place === null) {
    report.duplicatesInFile += 1;
    return { outcome: "duplicate-in-file", score: twin.score, ...twinReference(twin) };
  }
  const possible = place ?? earlier ?? fresh;
  if (possible !== null && possible !== undefined) {
    report.possibleDuplicates += 1;
    const about = place === null ? twinReference(possible) : { candidateId: place.candidate.id };
    return { outcome: "possible-duplicate", score: possible.score, ...about };
  }
  if (each.kind === null) return null;
  report.new += 1;
  if (each.facts.neighborhood === undefined) report.unplaced += 1;
  matches.fresh.add(each);
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
function twinReference({ candidate }: ScoredMatch<Candidate | StagedEntry>): { duplicateRecordId: number } {
  return { duplicateRecordId: "id" in candidate ? candidate.id : -candidate.number };
}
