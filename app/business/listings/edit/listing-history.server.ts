import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { type FactField, placeChanges } from "#app/db/schema/places.ts";
import { formatChange, changedFieldLabel } from "#app/business/corrections/facts/format-fact.ts";
import { undoFactChange } from "#app/guide/places/facts/restore-place.server.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import type { ListingHistoryEntry } from "./owner-edit.ts";
import { formatGuardedFact } from "./listing-changes.ts";
import { lockPlaceRow, OWNER_SOURCE } from "./owner-listing.server.ts";

/** Who views a place's history and can undo its changes: an owner or manager, or an admin. */
export type HistoryViewer = { as: "owner" | "staff"; userId: string };

/** Facts whose changes owners can undo. Changes of the other facts are decided by editors, who undo the decision. */
const UNDOABLE_BY_OWNERS: readonly FactField[] = [
  "phone",
  "website",
  "menuUrl",
  "reservationsUrl",
  "orderUrl",
  "priceRange",
  "hours",
  "attributeCorrections",
  "summary",
  "description",
];

/** Every place has these facts. */
const NEVER_EMPTY: readonly FactField[] = ["name", "category", "type", "neighborhood", "description"];

/** The source of facts that editors research; see seeds/catalogue/sources.yaml. */
const STAFF_SOURCE = "rowhouse";

/** The most recent changes; older ones aren't shown. */
const CHANGES_SHOWN_MAX = 15;

/**
 * A place's changes, newest first. Owners don't see the names of editors. Served by place_changes_by_place.
 */
export async function listPlaceHistory(
  db: Database,
  { placeId, by }: { placeId: number; by: HistoryViewer },
): Promise<ListingHistoryEntry[]> {
  const rows = await db
    .select({ change: placeChanges, name: users.name, ownerId: placeOwners.userId })
    .from(placeChanges)
    .leftJoin(users, eq(users.id, placeChanges.changedBy))
    .leftJoin(
      placeOwners,
      and(eq(placeOwners.placeId, placeChanges.placeId), eq(placeOwners.userId, placeChanges.changedBy)),
    )
    .where(eq(placeChanges.placeId, placeId))
    .orderBy(desc(placeChanges.changedAt), desc(placeChanges.id))
    .limit(CHANGES_SHOWN_MAX);
  const latestByField = new Map(rows.toReversed().map(({ change }) => [change.field, change.id]));
  return rows.map(({ change, name, ownerId }) => {
    const { id, field, before, after, changedAt, changedBy } = change;
    const isNamed = changedBy !== null && (by.as === "staff" || ownerId !== null);
    return {
      id,
      label: changedFieldLabel(field),
      before: formatValue(field, before),
      after: formatValue(field, after),
      changedLabel: formatInstant(changedAt),
      changedBy: changedBy === by.userId ? "You" : isNamed ? name || "Anonymous" : "Rowhouse",
      canUndo: latestByField.get(field) === id && canUndo(change, by),
    };
  });
}

type Change = typeof placeChanges.$inferSelect;

function canUndo(change: Change, { as }: HistoryViewer): change is Change & { field: FactField } {
  const { field, before } = change;
  if (field === "closure" || (as === "owner" && !UNDOABLE_BY_OWNERS.includes(field))) return false;
  return !NEVER_EMPTY.includes(field) || (typeof before === "string" && before !== "");
}

function formatValue(field: Change["field"], value: unknown): string[] {
  return field === "closure" ? formatChange(field, value, () => "another place") : formatGuardedFact(field, value);
}

/**
 * Undoes one change, unless the fact has changed again since.
 *
 * @returns "gone": the place has no such change, or this viewer can't undo it. "withdrawn": see `undoFactChange`.
 */
export async function undoPlaceChange(
  db: Database,
  { placeId, changeId, by, now }: { placeId: number; changeId: number; by: HistoryViewer; now: Date },
): Promise<"undone" | "changed" | "withdrawn" | "gone"> {
  return db.transaction(async (tx) => {
    await lockPlaceRow(tx, placeId);
    const [change] = await tx
      .select()
      .from(placeChanges)
      .where(and(eq(placeChanges.id, changeId), eq(placeChanges.placeId, placeId)));
    if (change === undefined || !canUndo(change, by)) return "gone";
    const actor = { kind: by.as, id: by.userId };
    const ownSource = by.as === "owner" ? OWNER_SOURCE : STAFF_SOURCE;
    return undoFactChange(tx, { placeId, change, ownSource, changedBy: by.userId, caseId: null, actor, now });
  });
}

/** The message and HTTP status for a change that can't be undone. */
export const UNDO_REFUSALS = {
  changed: { status: 409, why: "It has changed again since, so we left it as it is." },
  withdrawn: { status: 409, why: "The earlier value came from a source that was withdrawn, so we can’t restore it." },
  gone: { status: 400, why: "There is no such change to undo." },
} as const;
