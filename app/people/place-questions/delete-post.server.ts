import { and, eq, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { recordRecentDeletion } from "#app/people/reviews/write/recent-deletions.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import type { PostKind } from "./place-question.ts";
import { type PlaceRef, recordAnswer } from "./post-questions.server.ts";

type DeletePostInput = {
  kind: PostKind;
  id: string;
  place: PlaceRef;
  userId: string;
  managesPlace: boolean;
  now: Date;
};

/**
 * Permanently deletes the user's own question (with its answers) or answer. Rejected posts, and held edits of rejected
 * posts, can't be deleted, so that they can't be posted again as new.
 */
export async function deletePost(db: Database, input: DeletePostInput): Promise<"deleted" | "none"> {
  const { kind, place, now } = input;
  return db.transaction(async (tx) => {
    const [deleted] = kind === "question" ? await deleteQuestion(tx, input) : await deleteAnswer(tx, input);
    if (deleted === undefined) return "none";
    await recordRecentDeletion(tx, { userId: deleted.authorId, placeId: place.id, kind, postedAt: [deleted.at], now });
    await invalidatePages(tx, [`place:${place.slug}`]);
    return "deleted";
  });
}

function deleteQuestion(
  db: Database,
  { id, place, userId }: DeletePostInput,
): Promise<{ authorId: string; at: Date }[]> {
  return db
    .delete(placeQuestions)
    .where(
      and(
        eq(placeQuestions.id, id),
        eq(placeQuestions.placeId, place.id),
        eq(placeQuestions.askerId, userId),
        ne(placeQuestions.status, "rejected"),
      ),
    )
    .returning({ authorId: placeQuestions.askerId, at: placeQuestions.askedAt });
}

async function deleteAnswer(db: Database, { id, place, userId, managesPlace, now }: DeletePostInput) {
  const deleted = await db
    .delete(placeAnswers)
    .where(
      and(
        eq(placeAnswers.id, id),
        sql`${placeAnswers.questionId} in (select q.id from place_questions q where q.place_id = ${place.id})`,
        // The business's answer can be deleted by its current managers, not by former ones.
        sql`case when ${placeAnswers.isBusiness} then ${managesPlace} else ${placeAnswers.authorId} = ${userId} end`,
        // A held answer from the business always replaces a rejected one.
        sql`${placeAnswers.status} <> 'rejected' and not (${placeAnswers.isBusiness} and ${placeAnswers.status} = 'held')`,
      ),
    )
    .returning({
      authorId: placeAnswers.authorId,
      questionId: placeAnswers.questionId,
      isBusiness: placeAnswers.isBusiness,
      body: placeAnswers.body,
      answeredAt: placeAnswers.answeredAt,
      editedAt: placeAnswers.editedAt,
    });
  for (const { questionId, authorId: writerId, isBusiness, body } of deleted) {
    if (!isBusiness) continue;
    const [question] = await db
      .select({ id: placeQuestions.id, askerId: placeQuestions.askerId })
      .from(placeQuestions)
      .where(eq(placeQuestions.id, questionId));
    if (question === undefined) throw new Error(`The question ${questionId} of an answer is not there`);
    const change = { action: "answer.delete", before: { answer: body }, after: null };
    await recordAnswer(db, { question, by: userId, writerId, ...change, now });
  }
  return deleted.map(({ authorId, answeredAt, editedAt }) => ({ authorId, at: editedAt ?? answeredAt }));
}
