import { and, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeQuestions } from "#app/db/schema/questions.ts";

/**
 * Moves questions with their answers to another listing of the same place. Served by place_questions_by_place.
 *
 * @param given.only Questions by id; null moves all.
 * @returns Ids of the moved questions.
 */
export async function moveQuestions(
  db: Database,
  { from, to, only }: { from: number; to: number; only: string[] | null },
): Promise<string[]> {
  if (only !== null && only.length === 0) return [];
  const moved = await db
    .update(placeQuestions)
    .set({ placeId: to })
    .where(and(eq(placeQuestions.placeId, from), only === null ? undefined : inArray(placeQuestions.id, only)))
    .returning({ id: placeQuestions.id });
  return moved.map(({ id }) => id);
}
