import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import {
  type SubmittedPhotosSnapshot,
  publishSubmittedPhotos,
  withholdSubmittedPhotos,
} from "#app/guide/photos/place/review/decide-submitted-photos.server.ts";
import { closeSubmissionCase } from "#app/core/cases/subject-cases.server.ts";
import { saveUndoState } from "#app/core/cases/close-cases.server.ts";
import { DUPLICATE_REASON } from "#app/core/cases/decision-reasons.ts";
import { submittedPhotoVersions } from "#app/core/cases/submitted-photo-versions.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { addPlace } from "#app/guide/places/facts/change-place.server.ts";
import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";

import { lockDigest } from "../form/send-submission.server.ts";
import { mailSubmissionDecided } from "./submission-mails.server.ts";
import type { SubmissionFate } from "../submission.ts";
import type { Listing } from "../form/listing-form.ts";
import { listingFacts } from "../form/listing-facts.ts";

/** The source of facts from submissions that an editor confirmed; see seeds/catalogue/sources.yaml. */
const SUBMISSIONS_SOURCE = "business-submission";

export type SubmissionDecision = {
  submissionId: string;
  reason: string;
  /** A reason from the fixed list, when it is refused. */
  code?: string;
  decidedBy: string;
  now: Date;
} & (
  | { fate: "published"; listing: Listing; neighborhood: string; photos?: DecidedPhotos }
  | { fate: "refused" }
  | { fate: "duplicate"; duplicateSlug: string }
);

/** `seen`: the photos that the editor saw, from `submittedPhotoVersions`. `selected`: the photos to publish; null for all, unchanged. */
type DecidedPhotos = { seen: string; selected: SubmittedPhotosSnapshot | null };

/** For a submission without photos. */
const NO_PHOTOS: DecidedPhotos = { seen: "", selected: null };

/**
 * Carries out an editor's decision: creates the place from the corrected facts and the photos, refuses the submission, or
 * links the listing that it duplicates. The submitter is notified.
 *
 * @returns "closed": decided by another editor or deleted. "changed": the photos have changed since the editor saw them.
 * "no-place", "no-neighborhood": unknown slug. In all these cases nothing changes.
 */
export async function decideSubmission(
  db: Database,
  decided: SubmissionDecision,
): Promise<"decided" | "closed" | "changed" | "no-place" | "no-neighborhood"> {
  const { submissionId, fate } = decided;
  return db.transaction(async (tx) => {
    const other = fate === "duplicate" ? await findPlaceBySlug(tx, decided.duplicateSlug) : null;
    if (fate === "duplicate" && other === null) return "no-place";
    if (fate === "published" && !(await isNeighborhood(tx, decided.neighborhood))) return "no-neighborhood";
    // Locks the submission before its case, in the same order as an undo.
    const isThis = eq(submissions.id, submissionId);
    const [locked] = await tx.select({ digest: submissions.digest }).from(submissions).where(isThis).for("update");
    if (locked === undefined) return "closed";
    if (locked.digest !== null) await lockDigest(tx, locked.digest);
    if (!(await isPending(tx, submissionId))) return "closed";
    if (
      fate === "published" &&
      (decided.photos ?? NO_PHOTOS).seen !== (await submittedPhotoVersions(tx, submissionId))
    ) {
      return "changed";
    }
    const decision = fate === "published" ? "approved" : "rejected";
    const code = fate === "duplicate" ? { code: DUPLICATE_REASON } : {};
    const closed = await closeSubmissionCase(tx, { ...decided, ...code, decision });
    if (closed === null) return "closed";
    const { place, photos } = await carryOut(tx, decided, other);
    await saveUndoState(tx, { caseId: closed.id, was: { ...locked, photos } });
    const [row] = await tx
      .update(submissions)
      .set({ placeId: place?.id ?? null, isDuplicate: fate === "duplicate", digest: null })
      .where(isThis)
      .returning();
    if (row === undefined) throw new Error(`The submission ${submissionId} has a case and isn't there`);
    await notifySubmitter(tx, { row, fate, slug: place?.slug ?? null, decided, caseId: closed.id });
    return "decided";
  });
}

/** Served by moderation_cases_by_submission. */
async function isPending(db: Database, submissionId: string): Promise<boolean> {
  const isOpen = and(eq(moderationCases.submissionId, submissionId), isNull(moderationCases.closedAt));
  return (await db.$count(moderationCases, isOpen)) > 0;
}

type DecisionResult = { place: ListingRef | null; photos: SubmittedPhotosSnapshot };

type ListingRef = { id: number; slug: string };

/** @param other The listing that it is a duplicate of. @returns Its photos as they were before. */
async function carryOut(tx: Database, decided: SubmissionDecision, other: ListingRef | null): Promise<DecisionResult> {
  const { submissionId, decidedBy, now } = decided;
  const decision = { submissionId, decidedBy, now };
  if (decided.fate !== "published") return { place: other, photos: await withholdSubmittedPhotos(tx, decision) };
  const { listing, neighborhood } = decided;
  const facts = listingFacts(listing, { neighborhood, sourceId: SUBMISSIONS_SOURCE });
  const place = await addPlace(tx, { facts, actor: { kind: "staff", id: decidedBy }, now });
  const { selected } = decided.photos ?? NO_PHOTOS;
  return {
    place,
    photos: await publishSubmittedPhotos(tx, { ...decision, placeId: place.id, publishedPhotos: selected }),
  };
}

async function isNeighborhood(db: Database, slug: string): Promise<boolean> {
  return (await db.$count(neighborhoods, eq(neighborhoods.slug, slug))) === 1;
}

type NotifyInput = {
  row: typeof submissions.$inferSelect;
  fate: SubmissionFate;
  slug: string | null;
  decided: SubmissionDecision;
  caseId: string;
};

async function notifySubmitter(db: Database, { row, fate, slug, decided, caseId }: NotifyInput): Promise<void> {
  const { reason, decidedBy, now } = decided;
  if (!(await isNotifiedByMail(db, row))) await mailSubmissionDecided(db, row, { fate, slug, reason, now });
  if (row.submitterId === null || row.submitterId === decidedBy) return;
  const notification = { kind: "submission-decided", name: row.name, key: row.key, slug, fate, reason } as const;
  await notifyUser(db, { userId: row.submitterId, notification, caseId, now });
}

/** Members who get notifications by mail at the same address don't need a second mail. */
async function isNotifiedByMail(db: Database, { submitterId, email }: NotifyInput["row"]): Promise<boolean> {
  if (submitterId === null) return false;
  const [person] = await db
    .select({ email: users.email, hasEmailNotifications: users.hasEmailNotifications })
    .from(users)
    .where(eq(users.id, submitterId));
  return person?.hasEmailNotifications === true && person.email?.toLowerCase() === email?.toLowerCase();
}
