import { eq, lte, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import {
  type Closure,
  type FactField,
  metroStations,
  placeChanges,
  placeFacts,
  places,
} from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import { type Json } from "#app/features/audit/json.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { dcToday } from "./dc-calendar.ts";
import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact } from "./place-facts.ts";

/**
 * Who changes a place, on which case and when. `changedBy` null: several reports did. `actor`: in what capacity, for the
 * audit log; an editor unless told otherwise.
 */
export type ChangeOf = { placeId: number; changedBy: string | null; caseId: string | null; actor?: Actor; now: Date };

type PlaceRow = typeof places.$inferSelect;

/** A value of null says that what was known isn't so. */
export type FactChange = { field: FactField; value: unknown; sourceId: string };

/**
 * Writes facts that a person decided on: dated today in Washington, kept by every later load of the catalogue. The
 * place's row, the search index and the pages that show it follow; what was before is kept. Call it in a transaction.
 */
export async function changeFacts(db: Database, given: ChangeOf & { changes: FactChange[] }): Promise<void> {
  const { placeId, changes, changedBy, caseId, now } = given;
  const place = await lockPlace(db, placeId);
  if (place === null || changes.length === 0) return;
  const known = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  const facts: Fact[] = changes.map((change) => ({
    ...change,
    sourceRecord: null,
    checkedOn: dcToday(now),
    origin: "person",
  }));
  const changed = new Set(changes.map(({ field }) => field));
  const columns = columnsFromFacts([...known.filter(({ field }) => !changed.has(field)), ...facts]);
  const stations = await db.select().from(metroStations);

  for (const fact of facts) {
    const row = { ...fact, value: storable(fact.value), placeId, recordedAt: now };
    await db
      .insert(placeFacts)
      .values(row)
      .onConflictDoUpdate({ target: [placeFacts.placeId, placeFacts.field], set: row });
    const replaced = known.filter(({ field }) => field === fact.field);
    await db.insert(placeChanges).values({
      placeId,
      field: fact.field,
      before: storable(replaced[0]?.value ?? null),
      kept: keptOf(replaced),
      after: storable(fact.value),
      changedAt: now,
      changedBy,
      caseId,
    });
  }
  const valuesOf = (all: { field: FactField; value: unknown }[]) =>
    fieldValues(all.filter(({ field }) => changed.has(field)));
  await recordPlaceChange(db, { ...given, action: "place.edit", before: valuesOf(known), after: valuesOf(changes) });
  const row = { ...columns, ...nearestStation(columns, stations), updatedAt: now };
  await db.update(places).set(row).where(eq(places.id, placeId));
  await notifyPlacePages(db, [place, columns]);
}

/** What a place can be marked as; null takes the mark away. A duplicate leaves every list and leads to its successor. */
export type ClosureMark = Closure | "duplicate" | null;

/**
 * Marks a place as closed in one way or another, or as open again. Call it in a transaction.
 *
 * @param given.byOwner Whoever runs it says so of a closing for a while; `reopensOn` is the day on which it ends by itself.
 * @param given.asBefore What stood there when it was marked so before, for whoever puts that back.
 */
export async function markClosure(
  db: Database,
  given: ChangeOf & {
    closure: ClosureMark;
    successorId: number | null;
    byOwner?: { reopensOn: string | null };
    asBefore?: Pick<PlaceRow, "closedOn" | "reopensOn" | "isClosedByOwner">;
  },
): Promise<void> {
  const { placeId, closure, successorId, changedBy, caseId, now, byOwner, asBefore = {} } = given;
  const place = await lockPlace(db, placeId);
  if (place === null) return;
  const marked = {
    status: statusOf(closure),
    closure: closure === "duplicate" ? null : closure,
    closedOn: closure === null ? null : dcToday(now),
    successorId: closure === "moved" || closure === "duplicate" ? successorId : null,
    isClosedByOwner: closure === "temporary" && byOwner !== undefined,
    reopensOn: closure === "temporary" ? (byOwner?.reopensOn ?? null) : null,
    ...asBefore,
  };
  await db
    .update(places)
    .set({ ...marked, updatedAt: now })
    .where(eq(places.id, placeId));
  const before = { status: place.status, closure: place.closure, successorId: place.successorId };
  const after = { status: marked.status, closure: marked.closure, successorId: marked.successorId };
  await db.insert(placeChanges).values({ placeId, field: "closure", before, after, changedAt: now, changedBy, caseId });
  await recordPlaceChange(db, { ...given, action: closure === null ? "place.reopen" : "place.close", before, after });
  await notifyPlacePages(db, [place]);
}

/**
 * Opens what is closed for a while and was to open by today. Served by places_by_reopening.
 *
 * @returns How many have opened.
 */
export async function reopenDuePlaces(db: Database, now: Date): Promise<number> {
  const due = await db
    .select({ id: places.id })
    .from(places)
    .where(lte(places.reopensOn, dcToday(now)))
    .limit(REOPENED_MAX);
  for (const { id } of due) {
    const actor = { kind: "job", id: "reopen-places" } as const;
    const opened = { placeId: id, closure: null, successorId: null, changedBy: null, caseId: null, actor, now };
    await db.transaction((tx) => markClosure(tx, opened));
  }
  return due.length;
}

/** More than open on one day; the next run takes the rest. */
const REOPENED_MAX = 500;

function statusOf(closure: ClosureMark): PlaceRow["status"] {
  if (closure === "duplicate") return "removed";
  return closure === "permanent" || closure === "moved" ? "closed" : "published";
}

export async function recordPlaceChange(
  db: Database,
  given: ChangeOf & { action: string; before: Json; after: Json },
): Promise<void> {
  const { placeId, changedBy, actor = { kind: changedBy === null ? "member" : "staff", id: changedBy } } = given;
  const { action, before, after, now } = given;
  await recordChange(db, { actor, action, subject: { kind: "place", id: String(placeId) }, before, after, now });
}

/** What facts were, field by field, for the log; a fact is JSON in the database. */
export function fieldValues(facts: { field: FactField; value: unknown }[]): Json {
  return Object.fromEntries(facts.map(({ field, value }) => [field, z.json().parse(value)]));
}

/** Facts with their sources, as a change keeps what it replaces. */
export function keptOf(facts: (typeof placeFacts.$inferSelect)[]) {
  return facts.map(({ placeId: _placeId, ...fact }) => fact);
}

/** One change of a place comes after the other. */
export async function lockPlace(db: Database, placeId: number): Promise<PlaceRow | null> {
  const [place] = await db.select().from(places).where(eq(places.id, placeId)).for("update");
  return place ?? null;
}

/** A bare null would be the database's own, which is no value at all. */
export function storable(value: unknown): unknown {
  return value === null ? sql`'null'::jsonb` : value;
}

/** Its own page, those that name it, and every list that it enters or leaves. */
export async function notifyPlacePages(
  db: Database,
  states: (Pick<PlaceRow, "categorySlug" | "neighborhoodSlug"> & { slug?: string })[],
): Promise<void> {
  const own = states.flatMap(({ slug, categorySlug, neighborhoodSlug }) => [
    ...(slug === undefined ? [] : [`place:${slug}`]),
    `category:${categorySlug}`,
    `neighborhood:${neighborhoodSlug}`,
  ]);
  await notifyPages(db, [...new Set([...own, "places", "guides", "home"])]);
}
