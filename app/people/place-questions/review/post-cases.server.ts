import { and, desc, eq, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import type { PostRef } from "#app/core/cases/cases.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { splitParagraphs } from "#app/lib/plain-text.ts";

import type { PostCase } from "./post-case.ts";

/** The subject of a case; null if it was deleted. Served by its primary key. */
export async function findPostCase(db: Database, post: PostRef): Promise<PostCase | null> {
  const [row] = await (post.kind === "question" ? readQuestion(db, post.id) : readAnswer(db, post.id));
  if (row === undefined) return null;
  const { body, question, author, isBusiness, place, status, notes } = row;
  return {
    post,
    paragraphs: splitParagraphs(body),
    question: question === null ? null : splitParagraphs(question),
    author: { id: author.id, name: author.name || "Anonymous" },
    isBusiness,
    place,
    isShown: status === "published",
    notes,
    rejections: await listRejections(db, post),
  };
}

/** Older rejections don't help the editor. */
const REJECTIONS_SHOWN = 3;

/** Served by moderation_cases_by_question and moderation_cases_by_answer. */
async function listRejections(db: Database, { kind, id }: PostRef): Promise<PostCase["rejections"]> {
  const column = kind === "question" ? moderationCases.questionId : moderationCases.answerId;
  const rows = await db
    .select({ reason: moderationCases.decisionReason, closedAt: moderationCases.closedAt })
    .from(moderationCases)
    .where(and(eq(column, id), eq(moderationCases.decision, "rejected")))
    .orderBy(desc(moderationCases.closedAt))
    .limit(REJECTIONS_SHOWN);
  return rows.flatMap(({ reason, closedAt }) =>
    closedAt === null
      ? []
      : [{ reason: reason ?? "", closedAt: closedAt.toISOString(), closedLabel: formatDay(closedAt) }],
  );
}

const PLACE = { slug: places.slug, name: places.name };
const AUTHOR = { id: users.id, name: users.name };

function readQuestion(db: Database, id: string) {
  return db
    .select({
      body: placeQuestions.body,
      status: placeQuestions.status,
      question: sql<null>`null`,
      isBusiness: sql<boolean>`false`,
      notes: openNotes(sql`r.question_id = ${placeQuestions.id}`),
      place: PLACE,
      author: AUTHOR,
    })
    .from(placeQuestions)
    .innerJoin(places, eq(places.id, placeQuestions.placeId))
    .innerJoin(users, eq(users.id, placeQuestions.askerId))
    .where(eq(placeQuestions.id, id));
}

function readAnswer(db: Database, id: string) {
  return db
    .select({
      body: placeAnswers.body,
      status: placeAnswers.status,
      question: placeQuestions.body,
      isBusiness: placeAnswers.isBusiness,
      notes: openNotes(sql`r.answer_id = ${placeAnswers.id}`),
      place: PLACE,
      author: AUTHOR,
    })
    .from(placeAnswers)
    .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
    .innerJoin(places, eq(places.id, placeQuestions.placeId))
    .innerJoin(users, eq(users.id, placeAnswers.authorId))
    .where(eq(placeAnswers.id, id));
}

/** The five latest notes. */
function openNotes(isAbout: SQL) {
  return sql<string[]>`array(select r.note from place_question_reports r
    where ${isAbout} and r.closed_at is null and r.note <> '' order by r.reported_at desc limit 5)`;
}
