import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { submissions } from "#app/db/schema/submissions.ts";

/**
 * The photos that wait with a submission, each with its version: another text with whatever somebody would see of them. Empty
 * without any. Served by place_photos_by_submission.
 */
export const SEEN_PHOTOS = sql<string>`coalesce((select string_agg(photo.id || '.' || photo.version, ' ' order by photo.id)
  from place_photos photo where photo.submission_id = submissions.id and photo.place_id is null
    and photo.deleted_at is null and photo.stored_at is not null), '')`;

/** The same of one submission. */
export async function seenPhotos(db: Database, submissionId: string): Promise<string> {
  const [row] = await db.select({ seen: SEEN_PHOTOS }).from(submissions).where(eq(submissions.id, submissionId));
  return row?.seen ?? "";
}
