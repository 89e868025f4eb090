import { inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { insertAsJson, rowsAsJson } from "#app/db/rows-as-json.ts";
import { type FactField, metroStations, placeChanges, placeFacts, places } from "#app/db/schema/places.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { chunks } from "#app/lib/chunks.ts";

import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact } from "./place-facts.ts";
import {
  type ChangeAuthor,
  invalidatePlacePages,
  type PlaceRow,
  type PlaceTags,
  recordPlaceChange,
} from "./record-place-change.server.ts";
import { relistChangedPlaces } from "../unconfirmed/unconfirmed-places.server.ts";
import { type PlaceRowInput, savePlaces } from "./save-places.server.ts";

/** Each batch is sent as one JSON text. */
const FACTS_PER_INSERT = 2_000;

type FactRow = typeof placeFacts.$inferSelect;

export type PlaceWithFacts = { row: PlaceRow; facts: FactRow[] };

/**
 * What changes for one place. The other facts stay.
 *
 * @property place From `lockPlaces`. Null adds a place, under the first free slug.
 * @property put Recorded now, unless a fact is put back with its earlier `recordedAt`.
 * @property seeded Slug and picture of a place of the seed data.
 */
export type FactsChange = {
  place: PlaceWithFacts | null;
  put: (Fact & { recordedAt?: Date })[];
  drop: FactField[];
  seeded?: { slug: string; pictureSalt: number };
};

export type AppliedPlace = { id: number; slug: string; tags: PlaceTags[] };

/**
 * The only writer of facts. Call it in a transaction. A change by a person is recorded in `place_changes` and the audit
 * log, and invalidates pages; imports and seed data do both once per batch.
 *
 * @returns The places in the given order, with the cache tags of the pages that showed or now show them.
 * @throws When a required fact would be missing.
 */
export async function applyFacts(
  db: Database,
  { changes, author, now }: { changes: FactsChange[]; author: ChangeAuthor | null; now: Date },
): Promise<AppliedPlace[]> {
  if (changes.length === 0) return [];
  const stations = await db.select().from(metroStations);
  const rows = changes.map((change) => toPlaceRow(change, { stations, now }));
  const saved = await savePlaces(db, rows);
  const applied = changes.map((change, at) => withTags(change, { row: rows[at], saved: saved[at] }));
  await deleteFacts(
    db,
    applied.flatMap(({ id, drop }) => drop.map((field) => ({ placeId: id, field }))),
  );
  await upsertFacts(
    db,
    applied.flatMap(({ id, put }) => put.map((fact) => ({ recordedAt: now, ...fact, placeId: id }))),
  );
  // A person's word or a newer date brings a place back that was marked as unconfirmed.
  await relistChangedPlaces(db, { rows: changes.flatMap(({ place }) => (place === null ? [] : [place.row])), now });
  if (author === null) return applied;
  for (const change of applied) await recordFacts(db, { ...change, ...author, placeId: change.id, now });
  await invalidatePlacePages(
    db,
    applied.flatMap(({ tags }) => tags),
  );
  return applied;
}

function toPlaceRow(
  { place, put, drop, seeded }: FactsChange,
  { stations, now }: { stations: { slug: string; lat: number; lng: number }[]; now: Date },
): PlaceRowInput {
  const changed = new Set<FactField>([...drop, ...put.map(({ field }) => field)]);
  const columns = columnsFromFacts([...(place?.facts ?? []).filter(({ field }) => !changed.has(field)), ...put]);
  return {
    ...columns,
    ...nearestStation(columns, stations),
    slug: seeded?.slug ?? place?.row.slug ?? null,
    pictureSalt: seeded?.pictureSalt ?? place?.row.pictureSalt ?? 0,
    // An existing place keeps its own.
    status: "published",
    isClosedByOwner: false,
    createdAt: now,
    updatedAt: changed.size === 0 && place !== null ? place.row.updatedAt : now,
  };
}

type Applied = FactsChange & AppliedPlace;

function withTags(
  change: FactsChange,
  { row, saved }: { row: PlaceRowInput | undefined; saved: { id: number; slug: string } | undefined },
): Applied {
  if (row === undefined || saved === undefined) throw new Error("A place was not written");
  const after = { ...row, slug: saved.slug };
  return { ...change, ...saved, tags: change.place === null ? [after] : [change.place.row, after] };
}

async function deleteFacts(db: Database, dropped: { placeId: number; field: FactField }[]): Promise<void> {
  if (dropped.length === 0) return;
  const [ids, fields] = [dropped.map(({ placeId }) => placeId), dropped.map(({ field }) => field)];
  await db
    .delete(placeFacts)
    .where(
      sql`(${placeFacts.placeId}, ${placeFacts.field}) in (select * from unnest(${sql.param(ids)}::bigint[], ${sql.param(fields)}::text[]))`,
    );
}

async function upsertFacts(db: Database, facts: FactRow[]): Promise<void> {
  for (const chunk of chunks(facts, FACTS_PER_INSERT)) {
    await db
      .insert(placeFacts)
      .select(rowsAsJson(placeFacts, chunk))
      .onConflictDoUpdate({
        target: [placeFacts.placeId, placeFacts.field],
        set: excludedColumns(placeFacts, ["value", "sourceId", "sourceRecord", "checkedOn", "origin", "recordedAt"]),
      });
  }
}

async function recordFacts(
  db: Database,
  change: Applied & ChangeAuthor & { placeId: number; now: Date },
): Promise<void> {
  const { placeId, place, put, drop, changedBy, caseId, now } = change;
  const after = valuesByField(put);
  if (place === null) return recordPlaceChange(db, { ...change, action: "place.add", before: null, after });
  const fields = [...put.map(({ field }) => field), ...drop];
  const replaced = place.facts.filter(({ field }) => fields.includes(field));
  const rows = fields.map((field) => {
    const previous = replaced.filter((fact) => fact.field === field);
    return {
      placeId,
      field,
      before: previous[0]?.value ?? null,
      after: put.find((fact) => fact.field === field)?.value ?? null,
      previousFact: toFactSnapshots(previous),
      changedAt: now,
      changedBy,
      caseId,
    };
  });
  await db.execute(insertAsJson(placeChanges, rows));
  await recordPlaceChange(db, { ...change, action: "place.edit", before: valuesByField(replaced), after });
}

/** Values of facts by field, for the audit log. */
function valuesByField(facts: { field: FactField; value: unknown }[]): Json {
  return Object.fromEntries(facts.map(({ field, value }) => [field, z.json().parse(value)]));
}

/** Facts with their sources, as stored in `place_changes.previous_fact` before they are replaced. */
export function toFactSnapshots(facts: FactRow[]) {
  return facts.map(({ placeId: _placeId, ...fact }) => fact);
}

/** Places with their facts. Locks the rows in order of id to avoid deadlocks. */
export async function lockPlaces(db: Database, condition: SQL): Promise<PlaceWithFacts[]> {
  const rows = await db.select().from(places).where(condition).orderBy(places.id).for("update");
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const facts = await db.select().from(placeFacts).where(inArray(placeFacts.placeId, ids));
  const byPlace = Map.groupBy(facts, ({ placeId }) => placeId);
  return rows.map((row) => ({ row, facts: byPlace.get(row.id) ?? [] }));
}
