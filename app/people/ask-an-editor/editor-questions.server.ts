import { and, asc, desc, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { editorQuestions } from "#app/db/schema/questions.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { splitParagraphs } from "#app/lib/plain-text.ts";

import type { OwnQuestion, UnansweredQuestion } from "./editor-question.ts";

/** Questions listed on a member's page; older ones keep their own URLs. */
const OWN_SHOWN_MAX = 50;

export const QUESTIONS_PER_PAGE = 20;
export const QUESTIONS_PAGE_MAX = 500;

type AskInput = { asker: { id: string; tier: Tier | null }; question: string; now: Date };

/** Asks the editors. "question-waits": a unique index allows one unanswered question per member. */
export async function askQuestion(
  db: Database,
  { asker, question, now: askedAt }: AskInput,
): Promise<{ id: string } | "not-entitled" | "question-waits"> {
  if (!entitlementsOf(asker.tier).askEditor) return "not-entitled";
  const [inserted] = await db
    .insert(editorQuestions)
    .values({ askerId: asker.id, question, askedAt })
    .onConflictDoNothing()
    .returning({ id: editorQuestions.id });
  return inserted ?? "question-waits";
}

/** A member's questions, latest first. Served by editor_questions_by_asker. */
export async function listOwnQuestions(db: Database, askerId: string): Promise<OwnQuestion[]> {
  const rows = await db
    .select()
    .from(editorQuestions)
    .where(eq(editorQuestions.askerId, askerId))
    .orderBy(desc(editorQuestions.askedAt), editorQuestions.id)
    .limit(OWN_SHOWN_MAX);
  return rows.map(toOwnQuestion);
}

/** A member's own question; null if it doesn't exist or is another member's. */
export async function findOwnQuestion(
  db: Database,
  { id, askerId }: { id: string; askerId: string },
): Promise<OwnQuestion | null> {
  const isOwn = and(eq(editorQuestions.id, id), eq(editorQuestions.askerId, askerId));
  const [row] = await db.select().from(editorQuestions).where(isOwn);
  return row === undefined ? null : toOwnQuestion(row);
}

/** Deletes the member's unanswered question. */
export async function withdrawQuestion(
  db: Database,
  { id, askerId }: { id: string; askerId: string },
): Promise<"withdrawn" | "not-waiting"> {
  const withdrawn = await db
    .delete(editorQuestions)
    .where(and(eq(editorQuestions.id, id), eq(editorQuestions.askerId, askerId), isNull(editorQuestions.answeredAt)))
    .returning({ id: editorQuestions.id });
  return withdrawn.length > 0 ? "withdrawn" : "not-waiting";
}

/** One page of unanswered questions of active members, oldest first. Served by editor_questions_by_day. */
export async function listUnansweredQuestions(
  db: Database,
  { page }: { page: number },
): Promise<{ items: UnansweredQuestion[]; total: number; pageCount: number }> {
  const waiting = db
    .select({
      id: editorQuestions.id,
      question: editorQuestions.question,
      askedAt: editorQuestions.askedAt,
      asker: { id: users.id, name: users.name },
    })
    .from(editorQuestions)
    .innerJoin(users, eq(users.id, editorQuestions.askerId))
    .where(and(isNull(editorQuestions.answeredAt), isNull(users.deletedAt), isNull(users.suspendedAt)));
  const total = await db.$count(waiting.as("waiting"));
  const rows = await waiting
    .orderBy(asc(editorQuestions.askedAt), editorQuestions.id)
    .limit(QUESTIONS_PER_PAGE)
    .offset((page - 1) * QUESTIONS_PER_PAGE);
  const items = rows.map(({ asker, ...row }) => ({ ...toQuestionFields(row), asker }));
  return { items, total, pageCount: Math.max(1, Math.ceil(total / QUESTIONS_PER_PAGE)) };
}

/** Answers a question and notifies the asker in one transaction. Only the first answer is accepted. */
export async function answerQuestion(
  db: Database,
  { id, answer, answeredBy, now }: { id: string; answer: string; answeredBy: string; now: Date },
): Promise<"answered" | "not-waiting"> {
  return db.transaction(async (tx) => {
    const [answered] = await tx
      .update(editorQuestions)
      .set({ answer, answeredBy, answeredAt: now })
      .where(and(eq(editorQuestions.id, id), isNull(editorQuestions.answeredAt)))
      .returning({ userId: editorQuestions.askerId });
    if (answered === undefined) return "not-waiting";
    await recordChange(tx, {
      actor: { kind: "staff", id: answeredBy },
      action: "question.answer",
      subject: { kind: "question", id },
      before: null,
      after: { answer },
      about: [answered.userId],
      now,
    });
    await notifyUser(tx, { ...answered, notification: { kind: "question-answered", question: id }, now });
    return "answered";
  });
}

type QuestionRow = typeof editorQuestions.$inferSelect;

function toOwnQuestion(row: QuestionRow): OwnQuestion {
  const { answer, answeredAt } = row;
  return {
    ...toQuestionFields(row),
    answer:
      answer === null || answeredAt === null
        ? null
        : {
            paragraphs: splitParagraphs(answer),
            answeredAt: answeredAt.toISOString(),
            answeredLabel: formatLongDay(answeredAt),
          },
  };
}

function toQuestionFields({ id, question, askedAt }: Pick<QuestionRow, "id" | "question" | "askedAt">) {
  return {
    id,
    question: splitParagraphs(question),
    askedAt: askedAt.toISOString(),
    askedLabel: formatLongDay(askedAt),
  };
}
