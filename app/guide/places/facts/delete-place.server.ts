import { eq } from "drizzle-orm";
import { z } from "zod";

import { CLOSURES } from "#app/db/columns/place-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";

import { invalidatePlacePages } from "./record-place-change.server.ts";

/** The place's state before deletion, which a restore puts back. */
const StateBeforeDeletion = z.object({
  status: z.enum(["published", "closed"]),
  closure: z.enum(CLOSURES).nullable(),
  closedOn: z.string().nullable(),
  successorId: z.number().nullable(),
  reopensOn: z.string().nullable(),
  isClosedByOwner: z.boolean(),
});

const NO_CLOSURE = {
  closure: null,
  closedOn: null,
  successorId: null,
  reopensOn: null,
  isClosedByOwner: false,
} as const;

/**
 * Removes a place from the site until an editor restores it. Reviews, saves and list entries of the place stay.
 *
 * @returns False when the place is already deleted, or is a duplicate that redirects to another listing.
 */
export async function deletePlace(
  db: Database,
  { placeId, actor, now }: { placeId: number; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [place] = await tx.select().from(places).where(eq(places.id, placeId)).for("update");
    if (place === undefined || place.status === "removed") return false;
    const before = StateBeforeDeletion.parse(place);
    await tx
      .update(places)
      .set({ ...NO_CLOSURE, status: "removed", deletedAt: now, stateBeforeDeletion: before, updatedAt: now })
      .where(eq(places.id, placeId));
    const subject = { kind: "place", id: String(placeId) };
    const named = { name: place.name, slug: place.slug };
    await recordChange(tx, {
      actor,
      action: "place.delete",
      subject,
      before: { ...named, status: before.status },
      after: null,
      now,
    });
    await invalidatePlacePages(tx, [place]);
    return true;
  });
}

/** Restores a deleted place to its previous state. Returns false when it isn't deleted. */
export async function restorePlace(
  db: Database,
  { placeId, actor, now }: { placeId: number; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [place] = await tx.select().from(places).where(eq(places.id, placeId)).for("update");
    if (place === undefined || place.deletedAt === null) return false;
    const state = StateBeforeDeletion.parse(place.stateBeforeDeletion);
    await tx
      .update(places)
      .set({ ...state, deletedAt: null, stateBeforeDeletion: null, updatedAt: now })
      .where(eq(places.id, placeId));
    const subject = { kind: "place", id: String(placeId) };
    const after = { name: place.name, slug: place.slug, status: state.status };
    await recordChange(tx, { actor, action: "place.restore", subject, before: null, after, now });
    await invalidatePlacePages(tx, [place]);
    return true;
  });
}
