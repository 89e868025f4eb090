import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { insertAsJson, rowsAsJson } from "#app/db/rows-as-json.ts";
import { type FactField, metroStations, placeFacts, places, sources } from "#app/db/schema/places.ts";
import { chunks } from "#app/lib/chunks.ts";

import { insertPlace, slugCandidates } from "./add-place.server.ts";
import { upsertPlaces } from "./load-places.server.ts";
import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact } from "./place-facts.ts";

/** Each batch is sent as one JSON text. */
const FACTS_PER_INSERT = 2_000;

/**
 * Adds and publishes places from an import, each under the first free slug. Call it in a transaction. The caller
 * invalidates pages, once for all places.
 *
 * @returns Id and slug of each place, in the given order.
 * @throws When a place's name, category, type, neighborhood or description is missing.
 */
export async function addImportedPlaces(
  db: Database,
  { places: given, now }: { places: Fact[][]; now: Date },
): Promise<{ id: number; slug: string }[]> {
  if (given.length === 0) return [];
  const stations = await db.select().from(metroStations);
  const rows = given.map((facts) => {
    const columns = columnsFromFacts(facts);
    return {
      ...columns,
      ...nearestStation(columns, stations),
      pictureSalt: 0,
      isClosedByOwner: false,
      status: "published" as const,
      createdAt: now,
      updatedAt: now,
    };
  });
  const slugs = await freeSlugs(db, rows);
  const withSlugs = rows.map((row, at) => ({ ...row, slug: slugs[at] ?? "" }));
  const inserted = await db.execute(
    sql`${insertAsJson(places, withSlugs)} on conflict (slug) do nothing returning id, slug`,
  );
  const idBySlug = new Map(InsertedRows.parse(inserted).rows.map(({ id, slug }) => [slug, id]));
  const added: { id: number; slug: string }[] = [];
  for (const [at, row] of rows.entries()) {
    const slug = slugs[at] ?? "";
    const id = idBySlug.get(slug);
    // A concurrent insert took the slug.
    added.push(id === undefined ? await insertPlace(db, row) : { id, slug });
  }
  await upsertFacts(
    db,
    added.flatMap(({ id }, at) => (given[at] ?? []).map((fact) => ({ ...fact, placeId: id }))),
    now,
  );
  return added;
}

const InsertedRows = z.object({ rows: z.array(z.object({ id: z.coerce.number(), slug: z.string() })) });

async function freeSlugs(db: Database, rows: { name: string; neighborhoodSlug: string }[]): Promise<string[]> {
  const candidates = rows.map((row) => slugCandidates(row));
  const taken = await takenSlugs(
    db,
    candidates.flatMap((slugs) => slugs.slice(0, 2)),
  );
  // Most places get their first or second choice. Only the others need all their candidates checked.
  const contested = candidates.filter(([first = "", second = ""]) => taken.has(first) && taken.has(second));
  for (const slug of await takenSlugs(db, contested.flat())) taken.add(slug);
  return candidates.map((slugs) => {
    const free = slugs.find((slug) => !taken.has(slug)) ?? "";
    taken.add(free);
    return free;
  });
}

async function takenSlugs(db: Database, slugs: string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const existing = await db
    .select({ slug: places.slug })
    .from(places)
    .where(sql`${places.slug} = any(${sql.param([...new Set(slugs)])}::text[])`);
  return new Set(existing.map(({ slug }) => slug));
}

/** Facts to write and fields to delete for one place. */
export type FactsChange = { placeId: number; put: Fact[]; drop: FactField[] };

/** The fields that page cache tags are built from. */
export type PlaceTags = {
  slug: string;
  categorySlug: (typeof places.$inferSelect)["categorySlug"];
  neighborhoodSlug: string;
};

/**
 * Writes and deletes facts of several places, and updates the places' rows. Triggers update the search index. Call it in
 * a transaction with the result of `lockPlaces`.
 *
 * @throws When a required fact would be missing.
 */
export async function writeFacts(
  db: Database,
  { changes, locked, now }: { changes: FactsChange[]; locked: Map<number, LockedPlace>; now: Date },
): Promise<PlaceTags[]> {
  if (changes.length === 0) return [];
  const stations = await db.select().from(metroStations);
  const rows: (typeof places.$inferInsert)[] = [];
  for (const { placeId, put, drop } of changes) {
    const place = locked.get(placeId);
    if (place === undefined) throw new Error(`Place ${placeId} was not locked`);
    const changed = new Set<FactField>([...drop, ...put.map(({ field }) => field)]);
    const columns = columnsFromFacts([...place.facts.filter(({ field }) => !changed.has(field)), ...put]);
    const { slug, pictureSalt, status, createdAt } = place.row;
    rows.push({
      ...columns,
      ...nearestStation(columns, stations),
      slug,
      pictureSalt,
      status,
      createdAt,
      updatedAt: now,
    });
    if (drop.length > 0) {
      await db.delete(placeFacts).where(and(eq(placeFacts.placeId, placeId), inArray(placeFacts.field, drop)));
    }
  }
  await upsertFacts(
    db,
    changes.flatMap(({ placeId, put }) => put.map((fact) => ({ ...fact, placeId }))),
    now,
  );
  await upsertPlaces(db, rows);
  return changes.flatMap(({ placeId }, at) => {
    const [before, after] = [locked.get(placeId)?.row, rows[at]];
    return before === undefined || after === undefined ? [] : [before, after];
  });
}

export type LockedPlace = { row: typeof places.$inferSelect; facts: Fact[] };

/** Places with their facts. Locks the rows in order of id to avoid deadlocks. */
export async function lockPlaces(db: Database, ids: number[]): Promise<Map<number, LockedPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(places).where(inArray(places.id, ids)).orderBy(places.id).for("update");
  const facts = await db.select().from(placeFacts).where(inArray(placeFacts.placeId, ids));
  const byPlace = Map.groupBy(facts, ({ placeId }) => placeId);
  return new Map(rows.map((row) => [row.id, { row, facts: byPlace.get(row.id) ?? [] }]));
}

async function upsertFacts(db: Database, facts: (Fact & { placeId: number })[], now: Date): Promise<void> {
  for (const chunk of chunks(facts, FACTS_PER_INSERT)) {
    await db
      .insert(placeFacts)
      .select(
        rowsAsJson(
          placeFacts,
          chunk.map((fact) => ({ ...fact, recordedAt: now })),
        ),
      )
      .onConflictDoUpdate({
        target: [placeFacts.placeId, placeFacts.field],
        set: excludedColumns(placeFacts, ["value", "sourceId", "sourceRecord", "checkedOn", "origin", "recordedAt"]),
      });
  }
}

/** Deletes places and, by cascade, everything that references them. */
export async function removePlaces(db: Database, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.delete(places).where(inArray(places.id, ids));
}

/** Inserts the source of an import. An existing source is left unchanged. */
export async function addSource(db: Database, source: typeof sources.$inferInsert): Promise<void> {
  await db.insert(sources).values(source).onConflictDoNothing({ target: sources.id });
}

/** The facts without which a place can't be shown. */
const REQUIRED_FIELDS: FactField[] = ["name", "category", "type", "neighborhood", "description"];

/** Turns imported required facts into Rowhouse's own, without a date, because members' content depends on these places. */
export async function adoptImportedFacts(db: Database, { ids, now }: { ids: number[]; now: Date }): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(placeFacts)
    .set({ sourceId: "rowhouse", sourceRecord: null, checkedOn: null, origin: "person", recordedAt: now })
    .where(
      and(
        inArray(placeFacts.placeId, ids),
        inArray(placeFacts.field, REQUIRED_FIELDS),
        eq(placeFacts.origin, "import"),
      ),
    );
}
