import type { Database } from "#app/db/database.server.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";

/**
 * Writes down what whoever runs a place did with its photos; what a photo shows stands with the photo. Call it in the
 * transaction of the change.
 *
 * @param done.photoId Null for the order of all.
 */
export async function recordPhoto(
  db: Database,
  done: { placeId: number; by: string; photoId: string | null; deed: string; now: Date },
): Promise<void> {
  const { placeId, by, photoId, deed, now } = done;
  await recordChange(db, {
    actor: { kind: "owner", id: by },
    action: `photo.${deed}`,
    subject: { kind: "place", id: String(placeId) },
    before: null,
    after: photoId === null ? null : { photo: photoId },
    now,
  });
}
