import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestionReports, placeQuestions, type PostedStatus } from "#app/db/schema/questions.ts";
import type { PostRef } from "#app/core/cases/cases.ts";

/** A locked question or answer, with what a decision needs. */
export type LockedPost = {
  place: { id: number; slug: string; name: string };
  status: PostedStatus;
  /** When its text was written; serves as its version. */
  writtenAt: Date;
  authorId: string;
  isBusiness: boolean;
  /** The question itself, or the question that it answers. */
  question: { id: string; askerId: string; isShown: boolean };
  /** Whether no one has been notified of it yet. */
  isNew: boolean;
};

/**
 * Locks a post against concurrent edits, reports and decisions. Everything that writes its case locks it first. Null if it
 * or its author's account was deleted.
 */
export async function lockPost(db: Database, { kind, id }: PostRef): Promise<LockedPost | null> {
  const place = { id: places.id, slug: places.slug, name: places.name };
  if (kind === "question") {
    const [row] = await db
      .select({ question: placeQuestions, place, authorDeletedAt: users.deletedAt })
      .from(placeQuestions)
      .innerJoin(places, eq(places.id, placeQuestions.placeId))
      .innerJoin(users, eq(users.id, placeQuestions.askerId))
      .where(eq(placeQuestions.id, id))
      .for("update", { of: placeQuestions });
    if (row === undefined || row.authorDeletedAt !== null) return null;
    const { status, askedAt: at, askerId: authorId } = row.question;
    const question = { id, askerId: authorId, isShown: true };
    return { place: row.place, status, writtenAt: at, authorId, isBusiness: false, question, isNew: true };
  }
  const [row] = await db
    .select({ answer: placeAnswers, question: placeQuestions, place, authorDeletedAt: users.deletedAt })
    .from(placeAnswers)
    .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
    .innerJoin(places, eq(places.id, placeQuestions.placeId))
    .innerJoin(users, eq(users.id, placeAnswers.authorId))
    .where(eq(placeAnswers.id, id))
    .for("update", { of: placeAnswers });
  if (row === undefined || row.authorDeletedAt !== null) return null;
  const { status, answeredAt, editedAt, authorId, isBusiness } = row.answer;
  const question = { id: row.question.id, askerId: row.question.askerId, isShown: row.question.status === "published" };
  const at = editedAt ?? answeredAt;
  return { place: row.place, status, writtenAt: at, authorId, isBusiness, question, isNew: editedAt === null };
}

/** Whether a user wrote the post or manages its place. */
export async function isOwnPost(db: Database, { authorId, place }: LockedPost, userId: string): Promise<boolean> {
  if (authorId === userId) return true;
  const isManagedByUser = and(eq(placeOwners.placeId, place.id), eq(placeOwners.userId, userId));
  return (await db.$count(placeOwners, isManagedByUser)) > 0;
}

type PostStanding = { status: PostedStatus; decidedAt: Date | null; decisionReason: string | null };

/** Updates the status of a locked post. */
export async function setPostStatus(db: Database, { kind, id }: PostRef, standing: PostStanding): Promise<void> {
  await (kind === "question"
    ? db.update(placeQuestions).set(standing).where(eq(placeQuestions.id, id))
    : db.update(placeAnswers).set(standing).where(eq(placeAnswers.id, id)));
}

/** Served by the unique indexes of place_question_reports. */
export function isReportOf({ kind, id }: PostRef) {
  return eq(kind === "question" ? placeQuestionReports.questionId : placeQuestionReports.answerId, id);
}
