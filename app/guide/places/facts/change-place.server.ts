import { eq, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Closure, type FactField, placeChanges, places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { applyFacts, lockPlaces } from "./apply-facts.server.ts";
import type { Fact } from "./place-facts.ts";
import {
  type ChangeAuthor,
  invalidatePlacePages,
  lockPlace,
  type PlaceChangeInput,
  type PlaceRow,
  recordPlaceChange,
} from "./record-place-change.server.ts";

/**
 * A value of null says that the current one is wrong and the right one is unknown. With `record` the fact is the source's own,
 * with its date, and follows the source from then on.
 */
export type FactChange = {
  field: FactField;
  value: unknown;
  sourceId: string;
  record?: { id: string; checkedOn: string | null };
};

/** Writes facts that a person decided on, dated today in Washington. Call it in a transaction. */
export async function changeFacts(db: Database, given: PlaceChangeInput & { changes: FactChange[] }): Promise<void> {
  const { placeId, changes, now } = given;
  if (changes.length === 0) return;
  const [place] = await lockPlaces(db, eq(places.id, placeId));
  if (place === undefined) return;
  const put = toPersonFacts(changes, now);
  await applyFacts(db, { changes: [{ place, put, drop: [] }], author: given, now });
}

/**
 * Adds a place that a person approved. Its facts are dated today in Washington, and reloading the seed data leaves them
 * alone. Call it in a transaction.
 *
 * @throws When name, category, type, neighborhood or description is missing.
 */
export async function addPlace(
  db: Database,
  { facts, actor, now }: { facts: FactChange[]; actor: ChangeAuthor["actor"]; now: Date },
): Promise<{ id: number; slug: string }> {
  const put = toPersonFacts(facts, now);
  const author = { changedBy: null, caseId: null, actor };
  const [added] = await applyFacts(db, { changes: [{ place: null, put, drop: [] }], author, now });
  if (added === undefined) throw new Error("The place was not added");
  return added;
}

function toPersonFacts(changes: FactChange[], now: Date): Fact[] {
  return changes.map(({ record, ...change }) =>
    record === undefined
      ? { ...change, sourceRecord: null, checkedOn: dcToday(now), origin: "person" }
      : { ...change, sourceRecord: record.id, checkedOn: record.checkedOn, origin: "import" },
  );
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
