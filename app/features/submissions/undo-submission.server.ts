import { eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { postPlaces } from "#app/db/schema/guides.ts";
import { listEntries, savedPlaces } from "#app/db/schema/members.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { lockDecided, reopenCases, type Undoing } from "#app/features/moderation/undo-decision.server.ts";
import type { UndoRefusal } from "#app/features/moderation/undo.ts";
import { takeBackTold } from "#app/features/notifications/take-back.server.ts";
import { deletePlace } from "#app/features/places/delete-place.server.ts";

import { mailUndone } from "./submission-mails.server.ts";

/**
 * Undoes a decision about a submission: the page that was made of it goes, as when an editor deletes it, and the submission
 * waits.
 *
 * @returns "used": people have done something with the new page. Refused, nothing was done.
 */
export async function undoSubmissionDecision(db: Database, undoing: Undoing): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = undoing;
  return db.transaction(async (tx) => {
    const about = tx
      .select({ id: moderationCases.submissionId })
      .from(moderationCases)
      .where(eq(moderationCases.id, caseId));
    const [row] = await tx.select().from(submissions).where(inArray(submissions.id, about)).for("update");
    if (row === undefined) return "gone";
    const decided = await lockDecided(tx, undoing);
    if (typeof decided === "string") return decided;
    if (decided.decision === "approved") {
      if (row.placeId === null) return "gone";
      if (await isUsed(tx, row.placeId)) return "used";
      const actor = { kind: "staff", id: undoneBy } as const;
      if (!(await deletePlace(tx, { placeId: row.placeId, actor, now }))) return "changed";
    }
    const opened = await reopenCases(tx, { decided, undoneBy, now });
    if (opened === "again") return opened;
    await tx.update(submissions).set({ placeId: null, isDuplicate: false }).where(eq(submissions.id, row.id));
    await takeBackTold(tx, { caseIds: opened, now });
    await mailUndone(tx, row, now);
    return "undone";
  });
}

/** Each is served by an index that begins with the place. */
async function isUsed(db: Database, placeId: number): Promise<boolean> {
  const counts = [
    await db.$count(placeOwners, eq(placeOwners.placeId, placeId)),
    await db.$count(reviews, eq(reviews.placeId, placeId)),
    await db.$count(savedPlaces, eq(savedPlaces.placeId, placeId)),
    await db.$count(listEntries, sql`${listEntries.placeId} = ${placeId}`),
    await db.$count(postPlaces, eq(postPlaces.placeId, placeId)),
  ];
  return counts.some((count) => count > 0);
}
