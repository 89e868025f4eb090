import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { postPlaces } from "#app/db/schema/guides.ts";
import { listEntries, savedPlaces } from "#app/db/schema/members.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import {
  SubmittedPhotosSnapshot,
  restoreSubmittedPhotos,
} from "#app/guide/photos/place/review/decide-submitted-photos.server.ts";
import {
  lockDecidedCase,
  reopenCases,
  type UndoableCase,
  type UndoInput,
} from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";
import { deletePlace } from "#app/guide/places/facts/delete-place.server.ts";

import { lockDigest } from "../form/send-submission.server.ts";
import { mailDecisionUndone } from "./submission-mails.server.ts";

/**
 * Undoes a decision about a submission: deletes its place as an editor would, and makes the submission and its photos
 * pending again.
 *
 * @returns "used": people have used the new page. "waits": the page has open cases or claims. "again": the same
 * submission was sent again. A refused undo changes nothing.
 */
export async function undoSubmissionDecision(db: Database, undoing: UndoInput): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = undoing;
  return db.transaction(async (tx) => {
    const about = tx
      .select({ id: moderationCases.submissionId })
      .from(moderationCases)
      .where(eq(moderationCases.id, caseId));
    // Locks in the same order as a decision: submission, case, place.
    const [row] = await tx.select().from(submissions).where(inArray(submissions.id, about)).for("update");
    if (row === undefined) return "gone";
    const decided = await lockDecidedCase(tx, undoing);
    if (typeof decided === "string") return decided;
    const { digest, photos } = savedStateOf(decided);
    if (digest !== null) {
      await lockDigest(tx, digest);
      if (await isSentAgain(tx, { id: row.id, digest })) return "again";
    }
    if (decided.decision === "approved") {
      const { placeId } = row;
      if (placeId === null) return "gone";
      const refusal = await findUndoRefusal(tx, { placeId, submissionId: row.id, now });
      if (refusal !== null) return refusal;
      const actor = { kind: "staff", id: undoneBy } as const;
      if (!(await deletePlace(tx, { placeId, actor, now }))) return "changed";
    }
    const opened = await reopenCases(tx, { decided, undoneBy, now });
    if (opened === "again") return opened;
    await tx.update(submissions).set({ placeId: null, isDuplicate: false, digest }).where(eq(submissions.id, row.id));
    await restoreSubmittedPhotos(tx, { submissionId: row.id, before: photos });
    await retractNotifications(tx, { caseIds: opened, now });
    await mailDecisionUndone(tx, row, now);
    return "undone";
  });
}

const SavedState = z.object({ digest: z.string().nullable(), photos: SubmittedPhotosSnapshot.default([]) });

/** The digest and photos saved with the decision. Older decisions have neither. */
function savedStateOf({ undoState }: UndoableCase): z.infer<typeof SavedState> {
  return SavedState.safeParse(undoState).data ?? { digest: null, photos: [] };
}

async function isSentAgain(db: Database, { id, digest }: { id: string; digest: string }): Promise<boolean> {
  return (await db.$count(submissions, and(eq(submissions.digest, digest), ne(submissions.id, id)))) > 0;
}

/** Why the place can't be deleted; null when it can. Each query is served by an index that begins with the place. */
async function findUndoRefusal(
  db: Database,
  { placeId, submissionId, now }: { placeId: number; submissionId: string; now: Date },
): Promise<UndoRefusal | null> {
  // Writers about a place lock its row, so a concurrent write either is counted here or finds the place deleted.
  await db.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("update");
  const isOpenClaim = and(
    eq(placeClaims.placeId, placeId),
    isNull(placeClaims.closedAt),
    or(isNull(placeClaims.expiresAt), gt(placeClaims.expiresAt, now)),
  );
  const isShown = and(
    eq(placePhotos.placeId, placeId),
    isNull(placePhotos.deletedAt),
    // From sources, which no person has sent.
    isNull(placePhotos.sourceFile),
  );
  // Photos of the submission become pending again with it.
  const ownPhotos = and(isShown, eq(placePhotos.submissionId, submissionId));
  const photoIds = db.select({ id: placePhotos.id }).from(placePhotos).where(ownPhotos);
  const isAboutPhoto = and(inArray(moderationCases.photoId, photoIds), isNull(moderationCases.closedAt));
  const waiting = [
    await db.$count(placeClaims, isOpenClaim),
    await db.$count(moderationCases, isAboutPhoto),
    await db.$count(moderationCases, and(eq(moderationCases.placeId, placeId), isNull(moderationCases.closedAt))),
  ];
  if (waiting.some((count) => count > 0)) return "waits";
  const used = [
    await db.$count(placeOwners, eq(placeOwners.placeId, placeId)),
    await db.$count(placePhotos, and(isShown, sql`${placePhotos.submissionId} is distinct from ${submissionId}`)),
    await db.$count(placeQuestions, eq(placeQuestions.placeId, placeId)),
    await db.$count(reviews, eq(reviews.placeId, placeId)),
    await db.$count(savedPlaces, eq(savedPlaces.placeId, placeId)),
    await db.$count(listEntries, sql`${listEntries.placeId} = ${placeId}`),
    await db.$count(postPlaces, eq(postPlaces.placeId, placeId)),
    // Other submitters were told that this page is theirs.
    await db.$count(submissions, and(eq(submissions.placeId, placeId), ne(submissions.id, submissionId))),
  ];
  if (used.some((count) => count > 0)) return "used";
  const changed = [
    await db.$count(placeChanges, eq(placeChanges.placeId, placeId)),
    await db.$count(placePhotos, and(ownPhotos, isNotNull(placePhotos.takenDownAt))),
  ];
  return changed.some((count) => count > 0) ? "changed" : null;
}
