import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { type FactField, placeChanges } from "#app/db/schema/places.ts";
import { changeWords, changedFieldLabel } from "#app/features/corrections/fact-words.ts";
import { undoFactChange } from "#app/features/places/restore-place.server.ts";

import type { OwnChange } from "./edit-listing.ts";
import { guardedWords } from "./listing-changes.ts";
import { lockedPlace, OWNER_SOURCE } from "./own-listing.server.ts";

/** Who looks at what was changed of a place, and takes it back: whoever runs it, or an admin. */
export type Historian = { as: "owner" | "staff"; userId: string };

/** Facts whose changes an owner can take back; all others wait for an editor, whose undo is that of the decision. */
const UNDOABLE_BY_OWNERS: readonly FactField[] = [
  "phone",
  "website",
  "priceRange",
  "hours",
  "attributeCorrections",
  "description",
];

/** No place is without them. */
const NEVER_EMPTY: readonly FactField[] = ["name", "category", "type", "neighborhood", "description"];

/** What editors find out themselves; see seeds/catalogue/sources.yaml. */
const STAFF_SOURCE = "rowhouse";

/** Changes that are shown, the last first. */
const CHANGES_SHOWN_MAX = 15;

/**
 * What was changed of a place, the last first. Owners are not told the names of editors. Served by place_changes_by_place.
 */
export async function placeHistory(
  db: Database,
  { placeId, by }: { placeId: number; by: Historian },
): Promise<OwnChange[]> {
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
  const lastOf = new Map(rows.toReversed().map(({ change }) => [change.field, change.id]));
  return rows.map(({ change, name, ownerId }) => {
    const { id, field, before, after, changedAt, changedBy } = change;
    const isNamed = changedBy !== null && (by.as === "staff" || ownerId !== null);
    return {
      id,
      label: changedFieldLabel(field),
      before: wordsOf(field, before),
      after: wordsOf(field, after),
      changedLabel: instant.format(changedAt),
      changedBy: changedBy === by.userId ? "You" : isNamed ? name || "Anonymous" : "Rowhouse",
      canUndo: lastOf.get(field) === id && canUndo(change, by),
    };
  });
}

type Change = typeof placeChanges.$inferSelect;

function canUndo(change: Change, { as }: Historian): change is Change & { field: FactField } {
  const { field, before } = change;
  if (field === "closure" || (as === "owner" && !UNDOABLE_BY_OWNERS.includes(field))) return false;
  return !NEVER_EMPTY.includes(field) || (typeof before === "string" && before !== "");
}

function wordsOf(field: Change["field"], value: unknown): string[] {
  return field === "closure" ? changeWords(field, value, () => "another place") : guardedWords(field, value);
}

/**
 * Takes one change back, unless somebody has changed the fact since.
 *
 * @returns "gone": no such change of this place, or none that they can take back. "withdrawn": see `undoFactChange`.
 */
export async function undoChange(
  db: Database,
  { placeId, changeId, by, now }: { placeId: number; changeId: number; by: Historian; now: Date },
): Promise<"undone" | "changed" | "withdrawn" | "gone"> {
  return db.transaction(async (tx) => {
    await lockedPlace(tx, placeId);
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

/** Why a change was not taken back, and the status that says so. */
export const UNDO_REFUSALS = {
  changed: { status: 409, why: "It was changed again since, so it is left as it is now." },
  withdrawn: { status: 409, why: "What it said before came from a source that was withdrawn, so it can’t come back." },
  gone: { status: 400, why: "There is no such change to take back." },
} as const;

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
