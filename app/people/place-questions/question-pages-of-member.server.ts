import { eq } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

/**
 * Invalidates the pages that show a member's questions and answers. Call it when the account is deleted, restored or
 * purged. Served by place_questions_by_asker and place_answers_by_author.
 */
export async function notifyQuestionPagesOfMember(db: Database, userId: string): Promise<void> {
  const affected = await union(
    db
      .select({ slug: places.slug })
      .from(placeQuestions)
      .innerJoin(places, eq(places.id, placeQuestions.placeId))
      .where(eq(placeQuestions.askerId, userId)),
    db
      .select({ slug: places.slug })
      .from(placeAnswers)
      .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
      .innerJoin(places, eq(places.id, placeQuestions.placeId))
      .where(eq(placeAnswers.authorId, userId)),
  );
  if (affected.length > 0)
    await invalidatePages(
      db,
      affected.map(({ slug }) => `place:${slug}`),
    );
}
