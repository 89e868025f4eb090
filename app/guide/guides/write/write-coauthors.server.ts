import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { postCoauthors } from "#app/db/schema/guides.ts";

/** Replaces a guide's coauthors, in this order. */
export async function replaceCoauthors(
  db: Database,
  { postId, coauthors }: { postId: number; coauthors: readonly string[] },
): Promise<void> {
  await db.delete(postCoauthors).where(eq(postCoauthors.postId, postId));
  const rows = coauthors.map((authorSlug, index) => ({ postId, authorSlug, position: index + 1 }));
  if (rows.length > 0) await db.insert(postCoauthors).values(rows);
}
