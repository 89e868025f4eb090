import { eq } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";

import { notifyPlacePages } from "./change-place.server.ts";

/** How a place stood when it was deleted. */
const StateBefore = z.object({
  status: z.enum(["published", "closed"]),
  closure: z.enum(["reported", "temporary", "permanent", "moved"]).nullable(),
  closedOn: z.string().nullable(),
  successorId: z.number().nullable(),
  reopensOn: z.string().nullable(),
  isClosedByOwner: z.boolean(),
});

const NOTHING_SAID = {
  closure: null,
  closedOn: null,
  successorId: null,
  reopensOn: null,
  isClosedByOwner: false,
} as const;

/**
 * Takes a place off the site, wherever it stands, until somebody restores it. What people wrote about it, saved or listed
 * stays theirs.
 *
 * @returns False when it is deleted already, or was listed twice and leads to the other listing.
 */
export async function deletePlace(
  db: Database,
  { placeId, actor, now }: { placeId: number; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [place] = await tx.select().from(places).where(eq(places.id, placeId)).for("update");
    if (place === undefined || place.status === "removed") return false;
    const before = StateBefore.parse(place);
    await tx
      .update(places)
      .set({ ...NOTHING_SAID, status: "removed", deletedAt: now, stateBeforeDeletion: before, updatedAt: now })
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
    await notifyPlacePages(tx, [place]);
    return true;
  });
}

/** Puts a deleted place back as it was; false when it isn't deleted. */
export async function restorePlace(
  db: Database,
  { placeId, actor, now }: { placeId: number; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [place] = await tx.select().from(places).where(eq(places.id, placeId)).for("update");
    if (place === undefined || place.deletedAt === null) return false;
    const state = StateBefore.parse(place.stateBeforeDeletion);
    await tx
      .update(places)
      .set({ ...state, deletedAt: null, stateBeforeDeletion: null, updatedAt: now })
      .where(eq(places.id, placeId));
    const subject = { kind: "place", id: String(placeId) };
    const after = { name: place.name, slug: place.slug, status: state.status };
    await recordChange(tx, { actor, action: "place.restore", subject, before: null, after, now });
    await notifyPlacePages(tx, [place]);
    return true;
  });
}
