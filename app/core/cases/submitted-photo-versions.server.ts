import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { submissions } from "#app/db/schema/submissions.ts";

/**
 * Ids and versions of a submission's pending photos. The text changes with every visible change; empty without photos.
 * Served by place_photos_by_submission.
 */
export const SUBMITTED_PHOTO_VERSIONS = sql<string>`coalesce((select string_agg(photo.id || '.' || photo.version, ' ' order by photo.id)
  from place_photos photo where photo.submission_id = submissions.id and photo.place_id is null
    and photo.deleted_at is null and photo.stored_at is not null), '')`;

/** `SUBMITTED_PHOTO_VERSIONS` of one submission. */
export async function submittedPhotoVersions(db: Database, submissionId: string): Promise<string> {
  const [row] = await db
    .select({ seen: SUBMITTED_PHOTO_VERSIONS })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  return row?.seen ?? "";
}
