import type { Database } from "#app/db/database.server.ts";
import { notifyManagers } from "#app/core/notifications/notify-managers.server.ts";
import { deletePlace, restorePlace } from "#app/guide/places/facts/delete-place.server.ts";

type AdminInput = { placeId: number; adminId: string; now: Date };

/** Deletes a listing and notifies its managers; see `deletePlace`. */
export async function deleteListing(db: Database, given: AdminInput): Promise<boolean> {
  return asAdmin(db, given, { change: deletePlace, kind: "place-taken-off" });
}

/** Restores a deleted listing and notifies its managers; see `restorePlace`. */
export async function restoreListing(db: Database, given: AdminInput): Promise<boolean> {
  return asAdmin(db, given, { change: restorePlace, kind: "place-put-back" });
}

async function asAdmin(
  db: Database,
  { placeId, adminId, now }: AdminInput,
  { change, kind }: { change: typeof deletePlace; kind: "place-taken-off" | "place-put-back" },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await change(tx, { placeId, actor: { kind: "staff", id: adminId }, now }))) return false;
    await notifyManagers(tx, { placeId, by: adminId, notification: (place) => ({ kind, place }), now });
    return true;
  });
}
