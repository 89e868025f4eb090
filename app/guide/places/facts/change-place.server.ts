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
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { type Json } from "#app/core/audit/audit-json.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { dcToday } from "../hours/dc-calendar.ts";
import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact } from "./place-facts.ts";

/**
 * Who changes which place, for which case and when. `changedBy` is null when several reports together caused the change.
 * `actor` is for the audit log and defaults to `changedBy` as staff.
 */
export type PlaceChangeInput = {
  placeId: number;
  changedBy: string | null;
  caseId: string | null;
  actor?: Actor;
  now: Date;
};

type PlaceRow = typeof places.$inferSelect;

/** Null says that the current value is wrong and the right one is unknown. */
export type FactChange = { field: FactField; value: unknown; sourceId: string };

/**
 * Writes facts that a person decided on, dated today in Washington. Updates the place's row and records previous values
 * in `place_changes`. Call it in a transaction.
 */
export async function changeFacts(db: Database, given: PlaceChangeInput & { changes: FactChange[] }): Promise<void> {
  const { placeId, changes, changedBy, caseId, now } = given;
  const place = await lockPlace(db, placeId);
  if (place === null || changes.length === 0) return;
  const currentFacts = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  const facts: Fact[] = changes.map((change) => ({
    ...change,
    sourceRecord: null,
    checkedOn: dcToday(now),
    origin: "person",
  }));
  const changed = new Set(changes.map(({ field }) => field));
  const columns = columnsFromFacts([...currentFacts.filter(({ field }) => !changed.has(field)), ...facts]);
  const stations = await db.select().from(metroStations);

  for (const fact of facts) {
    const row = { ...fact, value: toJsonbValue(fact.value), placeId, recordedAt: now };
    await db
      .insert(placeFacts)
      .values(row)
      .onConflictDoUpdate({ target: [placeFacts.placeId, placeFacts.field], set: row });
    const replaced = currentFacts.filter(({ field }) => field === fact.field);
    await db.insert(placeChanges).values({
      placeId,
      field: fact.field,
      before: toJsonbValue(replaced[0]?.value ?? null),
      previousFact: toFactSnapshots(replaced),
      after: toJsonbValue(fact.value),
      changedAt: now,
      changedBy,
      caseId,
    });
  }
  const valuesOf = (all: { field: FactField; value: unknown }[]) =>
    valuesByField(all.filter(({ field }) => changed.has(field)));
  await recordPlaceChange(db, {
    ...given,
    action: "place.edit",
    before: valuesOf(currentFacts),
    after: valuesOf(changes),
  });
  const row = { ...columns, ...nearestStation(columns, stations), updatedAt: now };
  await db.update(places).set(row).where(eq(places.id, placeId));
  await invalidatePlacePages(db, [place, columns]);
}

/** Null reopens the place. A duplicate leaves all lists, and its page redirects to the successor. */
export type PlaceClosure = Closure | "duplicate" | null;

/**
 * Closes or reopens a place. Call it in a transaction.
 *
 * @param given.byOwner Set when the owner closes the place temporarily. It reopens automatically on `reopensOn`.
 * @param given.asBefore Columns of an earlier closure to restore as they were.
 */
export async function setClosure(
  db: Database,
  given: PlaceChangeInput & {
    closure: PlaceClosure;
    successorId: number | null;
    byOwner?: { reopensOn: string | null };
    asBefore?: Pick<PlaceRow, "closedOn" | "reopensOn" | "isClosedByOwner">;
  },
): Promise<void> {
  const { placeId, closure, successorId, changedBy, caseId, now, byOwner, asBefore = {} } = given;
  const place = await lockPlace(db, placeId);
  if (place === null) return;
  const columns = {
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
    .set({ ...columns, updatedAt: now })
    .where(eq(places.id, placeId));
  const before = { status: place.status, closure: place.closure, successorId: place.successorId };
  const after = { status: columns.status, closure: columns.closure, successorId: columns.successorId };
  await db.insert(placeChanges).values({ placeId, field: "closure", before, after, changedAt: now, changedBy, caseId });
  await recordPlaceChange(db, { ...given, action: closure === null ? "place.reopen" : "place.close", before, after });
  await invalidatePlacePages(db, [place]);
}

/**
 * Reopens temporarily closed places whose reopening day has come. Served by places_by_reopening.
 *
 * @returns How many places reopened.
 */
export async function reopenDuePlaces(db: Database, now: Date): Promise<number> {
  const due = await db
    .select({ id: places.id })
    .from(places)
    .where(lte(places.reopensOn, dcToday(now)))
    .limit(REOPENED_MAX);
  for (const { id } of due) {
    const actor = { kind: "job", id: "reopen-places" } as const;
    const reopening = { placeId: id, closure: null, successorId: null, changedBy: null, caseId: null, actor, now };
    await db.transaction((tx) => setClosure(tx, reopening));
  }
  return due.length;
}

/** More than reopen on one day. The next run handles the rest. */
const REOPENED_MAX = 500;

function statusOf(closure: PlaceClosure): PlaceRow["status"] {
  if (closure === "duplicate") return "removed";
  return closure === "permanent" || closure === "moved" ? "closed" : "published";
}

export async function recordPlaceChange(
  db: Database,
  given: PlaceChangeInput & { action: string; before: Json; after: Json },
): Promise<void> {
  const { placeId, changedBy, actor = { kind: changedBy === null ? "member" : "staff", id: changedBy } } = given;
  const { action, before, after, now } = given;
  await recordChange(db, { actor, action, subject: { kind: "place", id: String(placeId) }, before, after, now });
}

/** Values of facts by field, for the audit log. */
export function valuesByField(facts: { field: FactField; value: unknown }[]): Json {
  return Object.fromEntries(facts.map(({ field, value }) => [field, z.json().parse(value)]));
}

/** Facts with their sources, as stored in `place_changes.previous_fact` before they are replaced. */
export function toFactSnapshots(facts: (typeof placeFacts.$inferSelect)[]) {
  return facts.map(({ placeId: _placeId, ...fact }) => fact);
}

/** Locks the place's row, so that changes of one place run one after another. */
export async function lockPlace(db: Database, placeId: number): Promise<PlaceRow | null> {
  const [place] = await db.select().from(places).where(eq(places.id, placeId)).for("update");
  return place ?? null;
}

/** Writes null as a JSON null, since a bare null would be SQL NULL. */
export function toJsonbValue(value: unknown): unknown {
  return value === null ? sql`'null'::jsonb` : value;
}

/** Invalidates the place's page, pages that show it, and lists it enters or leaves. */
export async function invalidatePlacePages(
  db: Database,
  states: (Pick<PlaceRow, "categorySlug" | "neighborhoodSlug"> & { slug?: string })[],
): Promise<void> {
  const tags = states.flatMap(({ slug, categorySlug, neighborhoodSlug }) => [
    ...(slug === undefined ? [] : [`place:${slug}`]),
    `category:${categorySlug}`,
    `neighborhood:${neighborhoodSlug}`,
  ]);
  await invalidatePages(db, [...new Set([...tags, "places", "guides", "home"])]);
}
