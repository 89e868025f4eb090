import { eq } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

/**
 * Has the pages made anew that show what somebody asked or answered, when they leave, come back or go for good: what they
 * wrote is shown while they have an account. Served by place_questions_by_asker and place_answers_by_author.
 */
export async function notifyPagesOfAsker(db: Database, userId: string): Promise<void> {
  const touched = await union(
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
  if (touched.length > 0)
    await notifyPages(
      db,
      touched.map(({ slug }) => `place:${slug}`),
    );
}
