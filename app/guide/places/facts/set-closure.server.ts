import { eq, lte } from "drizzle-orm";

import type { Closure } from "#app/db/columns/place-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import {
  invalidatePlacePages,
  lockPlace,
  type PlaceChangeInput,
  type PlaceRow,
  recordPlaceChange,
} from "./record-place-change.server.ts";

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
  return closure === "permanent" || closure === "moved" || closure === "unlisted" ? "closed" : "published";
}
