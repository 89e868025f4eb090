import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";

import type { KindScheme } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { importCategoryMappings, importRecords, imports } from "#app/db/schema/importing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places, sources } from "#app/db/schema/places.ts";
import type { CountPrecision } from "#app/ui/format-count.ts";

import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";

import { skipReasonLabel } from "../readers/imported-facts.ts";
import { ENTRIES_PER_PAGE, ENTRY_GROUPS, type EntryGroup, type ImportEntry } from "../screens/import-entries.ts";
import { findMatchedPlaceId } from "../duplicates/decide-record.server.ts";
import { emptyReport } from "../screens/import-report.ts";

const IMPORTS_LISTED_MAX = 50;

/** The latest imports, newest first. Served by imports_by_day. */
export async function listImports(db: Database) {
  return db
    .select({
      id: imports.id,
      fileName: imports.fileName,
      format: imports.format,
      stage: imports.stage,
      source: sources.title,
      createdAt: imports.createdAt,
      report: imports.report,
      waiting: sql<number>`(select count(*)::integer from ${importRecords}
        where ${importRecords.importId} = ${imports.id} and ${importRecords.state} = 'waiting'
          and ${importRecords.outcome} in ('possible-duplicate', 'new'))`,
    })
    .from(imports)
    .innerJoin(sources, eq(sources.id, imports.sourceId))
    .orderBy(desc(imports.createdAt), imports.id)
    .limit(IMPORTS_LISTED_MAX);
}

/** Counting a million rows would take longer than the rest of the page, and an exact number adds nothing. */
export const ROW_COUNT_MAX = 10_000;

export type RowCount = { count: number; precision: CountPrecision };

/** Sources with imports, and how many rows each has. There are a handful. */
export async function listImportSources(db: Database) {
  const importedIds = db.selectDistinct({ id: imports.sourceId }).from(imports);
  const rows = await db
    .select({ id: sources.id, title: sources.title, license: sources.license })
    .from(sources)
    .where(inArray(sources.id, importedIds))
    .orderBy(asc(sources.title));
  return Promise.all(
    rows.map(async (source) => {
      const { records, facts } = Counts.parse(await db.execute(sourceCountsSql(source.id))).rows[0];
      return { ...source, records: toRowCount(records), facts: toRowCount(facts) };
    }),
  );
}

const Counts = z.object({ rows: z.tuple([z.object({ records: z.number(), facts: z.number() })]) });

/**
 * Exported for tests of its query plan. Served by the key of source_records and place_facts_by_source. One source per
 * statement: for an unknown one the planner would collect all rows.
 */
export function sourceCountsSql(sourceId: string): SQL {
  const limit = ROW_COUNT_MAX + 1;
  return sql`
    select
      (select count(*)::integer from (
        select from source_records where source_id = ${sourceId} order by record_id limit ${limit}) counted) as records,
      (select count(*)::integer from (
        select from place_facts where source_id = ${sourceId} and origin = 'import' order by place_id
        limit ${limit}) counted) as facts`;
}

function toRowCount(count: number): RowCount {
  return count > ROW_COUNT_MAX ? { count: ROW_COUNT_MAX, precision: "at-least" } : { count, precision: "exact" };
}

/** One import with its counts; null when it doesn't exist. */
export async function findImport(db: Database, id: string) {
  const [row] = await db
    .select({ row: imports, source: { title: sources.title, license: sources.license } })
    .from(imports)
    .innerJoin(sources, eq(sources.id, imports.sourceId))
    .where(eq(imports.id, id));
  if (row === undefined) return null;
  const waiting = await db
    .select({ outcome: importRecords.outcome, count: count() })
    .from(importRecords)
    .where(and(eq(importRecords.importId, id), eq(importRecords.state, "waiting")))
    .groupBy(importRecords.outcome);
  const waitingCounts = Object.fromEntries(waiting.map((each) => [each.outcome, each.count]));
  return {
    ...row.row,
    report: { ...emptyReport(), ...row.row.report },
    source: row.source,
    /** Whether there is something to undo. */
    isApplied:
      (await db.$count(importRecords, and(eq(importRecords.importId, id), eq(importRecords.state, "applied")))) > 0,
    waiting: { possibleDuplicates: waitingCounts["possible-duplicate"] ?? 0, new: waitingCounts["new"] ?? 0 },
  };
}

/** A found import with its counts. */
export type FoundImport = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/**
 * One page of the entries of a group, with the listing of each. In the order of import_records_by_state, so that a page of a
 * large file is read without sorting it.
 */
export async function listImportEntries(
  db: Database,
  { importId, group, page }: { importId: string; group: EntryGroup; page: number },
): Promise<ImportEntry[]> {
  const rows = await db
    .select({ record: importRecords, place: { slug: places.slug, name: places.name } })
    .from(importRecords)
    .leftJoin(places, sql`${places.id} = coalesce(${importRecords.placeId}, ${importRecords.candidateId})`)
    .where(and(eq(importRecords.importId, importId), inArray(importRecords.outcome, [...ENTRY_GROUPS[group].outcomes])))
    .orderBy(asc(importRecords.state), asc(importRecords.id))
    .limit(ENTRIES_PER_PAGE)
    .offset((page - 1) * ENTRIES_PER_PAGE);
  return rows.map(({ record: { number, line, name, facts, reason, categoryKey }, place }) => ({
    number,
    line,
    name,
    address: facts.address === undefined ? "" : `${facts.address.street} ${facts.address.quadrant}`,
    kind: facts.category === undefined ? "" : `${CATEGORY_NAMES[facts.category]}: ${facts.type ?? ""}`,
    reason:
      group !== "skipped"
        ? ""
        : skipReasonLabel(reason) + (reason === "unknown-kind" && categoryKey ? `: ${categoryKey}` : ""),
    place,
  }));
}

type PageQuery = { importId: string; limit: number; offset: number };

/** Entries of one import that wait for an editor, the likeliest duplicates first. */
export async function listWaitingRecords(db: Database, { importId, limit, offset }: PageQuery) {
  const where = and(
    eq(importRecords.importId, importId),
    inArray(importRecords.outcome, ["possible-duplicate", "new"]),
    eq(importRecords.state, "waiting"),
  );
  const rows = await db
    .select()
    .from(importRecords)
    .where(where)
    .orderBy(desc(importRecords.outcome), sql`${importRecords.score} desc nulls last`, asc(importRecords.id))
    .limit(limit)
    .offset(offset);
  const entries = await Promise.all(rows.map(async (record) => ({ record, ...(await findCounterpart(db, record)) })));
  return { entries, count: await db.$count(importRecords, where) };
}

/** Entries that an editor decided about, newest first; those without a recorded decision time come last. */
export async function listDecidedRecords(db: Database, query: PageQuery) {
  const ids = Ids.parse(await db.execute(decidedIdsSql(query))).rows.map(({ id }) => id);
  const rows = await db
    .select()
    .from(importRecords)
    .where(inArray(importRecords.id, [0, ...ids]));
  const entries = await Promise.all(
    rows
      .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      .map(async (record) => {
        const isSame = record.placeId !== null && record.placeId === (await findMatchedPlaceId(db, record));
        return { record, isSame, place: (await findCounterpart(db, record)).place };
      }),
  );
  return { entries, count: Count.parse(await db.execute(decidedCountSql(query.importId))).rows[0].count };
}

const Ids = z.object({ rows: z.array(z.object({ id: z.coerce.number() })) });
const Count = z.object({ rows: z.tuple([z.object({ count: z.coerce.number() })]) });

/** Must match the condition of the index import_records_decided, or it isn't used. */
const IS_DECIDED = sql`(decided_at is not null or (outcome = 'possible-duplicate' and state in ('applied', 'refused')))`;

/** Exported for tests of its query plan. Served by import_records_decided. */
export function decidedIdsSql({ importId, limit, offset }: PageQuery): SQL {
  return sql`
    select id from import_records where import_id = ${importId} and ${IS_DECIDED}
    order by decided_at desc nulls last, id desc limit ${limit} offset ${offset}`;
}

/** Exported for tests of its query plan. Served by import_records_decided. */
export function decidedCountSql(importId: string): SQL {
  return sql`select count(*) as count from import_records where import_id = ${importId} and ${IS_DECIDED}`;
}

type RecordRow = typeof importRecords.$inferSelect;

/** The possible duplicate of an entry: a place, or an earlier entry that waits too. */
async function findCounterpart(db: Database, record: RecordRow) {
  const placeId = record.state === "applied" ? record.placeId : await findMatchedPlaceId(db, record);
  if (placeId !== null) {
    const hood = alias(neighborhoods, "hood");
    const [found] = await db
      .select({ place: places, neighborhood: hood.name })
      .from(places)
      .innerJoin(hood, eq(hood.slug, places.neighborhoodSlug))
      .where(eq(places.id, placeId));
    return { place: found?.place ?? null, neighborhood: found?.neighborhood ?? null, duplicate: null };
  }
  if (record.duplicateRecordId === null) return { place: null, neighborhood: null, duplicate: null };
  const [duplicate] = await db.select().from(importRecords).where(eq(importRecords.id, record.duplicateRecordId));
  return { place: null, neighborhood: null, duplicate: duplicate ?? null };
}

/** Mappings shown for editing; there are a few hundred at most. */
const MAPPINGS_MAX = 300;

/** Categories that editors assigned to source kinds of this scheme. */
export async function listCustomMappings(db: Database, scheme: KindScheme) {
  return db
    .select({
      key: importCategoryMappings.key,
      category: importCategoryMappings.categorySlug,
      type: importCategoryMappings.type,
    })
    .from(importCategoryMappings)
    .where(eq(importCategoryMappings.scheme, scheme))
    .orderBy(asc(importCategoryMappings.key))
    .limit(MAPPINGS_MAX);
}

/** For menus. */
export async function listNeighborhoodNames(db: Database) {
  return db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .orderBy(sql`lower(${neighborhoods.name})`);
}

/** Listings to compare, by slug, with the counts of what a merge would move. */
export async function findListingsBySlug(db: Database, slugs: string[]) {
  const rows = await db
    .select({
      place: places,
      neighborhood: neighborhoods.name,
      reviews: sql<number>`(select count(*)::integer from reviews r where r.place_id = ${places.id})`,
      photos: sql<number>`(select count(*)::integer from place_photos f
        where f.place_id = ${places.id} and f.deleted_at is null)`,
      questions: sql<number>`(select count(*)::integer from place_questions q where q.place_id = ${places.id})`,
      guides: sql<number>`(select count(*)::integer from post_places g where g.place_id = ${places.id})`,
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(and(inArray(places.slug, ["", ...slugs]), ne(places.status, "removed")));
  return new Map(
    rows.map(({ place, ...counts }) => [place.slug, { ...place, category: place.categorySlug, ...counts }]),
  );
}
