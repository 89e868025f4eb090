import type { Database } from "#app/db/database.server.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";

/**
 * Adds a change of a place's photos to the audit log, without descriptions. Call it in the transaction of the change.
 *
 * @param change.photoId Null for a change of the order.
 */
export async function recordPhotoChange(
  db: Database,
  change: { placeId: number; by: Actor; photoId: string | null; action: string; now: Date },
): Promise<void> {
  const { placeId, by, photoId, action, now } = change;
  await recordChange(db, {
    actor: by,
    action: `photo.${action}`,
    subject: { kind: "place", id: String(placeId) },
    before: null,
    after: photoId === null ? null : { photo: photoId },
    now,
  });
}
