import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { splitParagraphs } from "#app/lib/plain-text.ts";
import type { PageCacheInfo } from "#app/platform/page-cache-info.ts";

import {
  type DisplayedAnswer,
  PLACE_QUESTIONS_PER_PAGE,
  type PostKind,
  type DisplayedQuestion,
  type OwnerQuestionFilter,
} from "./place-question.ts";

/** Questions on the place's own page; the rest are on the questions page. */
const EXCERPT_MAX = 3;

type PlaceName = { id: number; name: string };

/** The questions on a place's page: answered questions first, then latest first. */
export async function loadQuestionsExcerpt(
  db: Database,
  place: PlaceName,
  life: PageCacheInfo,
): Promise<{ questions: DisplayedQuestion[]; total: number }> {
  const isShown = isVisibleTo({ placeId: place.id, readerId: null });
  const total = await countQuestions(db, isShown);
  if (total === 0) return { questions: [], total };
  const questions = await readQuestions(db, {
    place,
    life,
    readerId: null,
    isShown,
    order: [desc(HAS_ANSWER), desc(placeQuestions.askedAt), asc(placeQuestions.id)],
    limit: EXCERPT_MAX,
    offset: 0,
  });
  return { questions, total };
}

/**
 * One page of a place's questions, latest first, including the viewer's own held and rejected questions. Served by
 * place_questions_by_place.
 *
 * @param given.only Id of a single question to load; null for all.
 */
export async function loadPlaceQuestions(
  db: Database,
  { place, readerId, page, only }: { place: PlaceName; readerId: string | null; page: number; only: string | null },
  life: PageCacheInfo,
): Promise<{ questions: DisplayedQuestion[]; total: number; pageCount: number }> {
  const all = isVisibleTo({ placeId: place.id, readerId });
  const total = await countQuestions(db, all);
  const questions = await readQuestions(db, {
    place,
    life,
    readerId,
    isShown: only === null ? all : and(all, eq(placeQuestions.id, only)),
    order: [desc(placeQuestions.askedAt), asc(placeQuestions.id)],
    limit: PLACE_QUESTIONS_PER_PAGE,
    offset: only === null ? (page - 1) * PLACE_QUESTIONS_PER_PAGE : 0,
  });
  return { questions, total, pageCount: pageCountOf(total) };
}

/** One page of a place's questions for its managers, those without an answer from the business first. */
export async function listOwnerQuestions(
  db: Database,
  { place, viewerId, show, page }: { place: PlaceName; viewerId: string; show: OwnerQuestionFilter; page: number },
): Promise<{ questions: DisplayedQuestion[]; total: number; unansweredCount: number; pageCount: number }> {
  const all = and(
    eq(placeQuestions.placeId, place.id),
    eq(placeQuestions.status, "published"),
    isNull(users.deletedAt),
  );
  // The manager's own questions don't count as unanswered, since they can't answer them.
  const unanswered = and(all, sql`not ${HAS_BUSINESS_ANSWER}`, ne(placeQuestions.askerId, viewerId));
  const total = await countQuestions(db, all);
  const unansweredCount = await countQuestions(db, unanswered);
  const questions = await readQuestions(db, {
    place,
    life: null,
    readerId: viewerId,
    showsBusiness: true,
    isShown: show === "all" ? all : unanswered,
    order: [asc(HAS_BUSINESS_ANSWER), desc(placeQuestions.askedAt), asc(placeQuestions.id)],
    limit: PLACE_QUESTIONS_PER_PAGE,
    offset: (page - 1) * PLACE_QUESTIONS_PER_PAGE,
  });
  return { questions, total, unansweredCount, pageCount: pageCountOf(show === "all" ? total : unansweredCount) };
}

/** A published question or answer with its author; null if there is none. */
export async function findPublishedPost(
  db: Database,
  { kind, id, placeId }: { kind: PostKind; id: string; placeId: number },
): Promise<{ id: string; body: string; authorId: string; author: string } | null> {
  const [found] =
    kind === "question"
      ? await db
          .select({ id: placeQuestions.id, body: placeQuestions.body, authorId: users.id, author: users.name })
          .from(placeQuestions)
          .innerJoin(users, eq(users.id, placeQuestions.askerId))
          .where(and(eq(placeQuestions.id, id), isVisibleTo({ placeId, readerId: null })))
      : await db
          .select({ id: placeAnswers.id, body: placeAnswers.body, authorId: users.id, author: users.name })
          .from(placeAnswers)
          .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
          .innerJoin(users, eq(users.id, placeAnswers.authorId))
          .where(
            and(
              eq(placeAnswers.id, id),
              eq(placeAnswers.status, "published"),
              isNull(users.deletedAt),
              eq(placeQuestions.placeId, placeId),
              eq(placeQuestions.status, "published"),
            ),
          );
  return found === undefined ? null : { ...found, author: found.author || "Anonymous" };
}

const HAS_BUSINESS_ANSWER = sql<boolean>`exists (select 1 from place_answers a join users u on u.id = a.author_id
  where a.question_id = ${placeQuestions.id} and a.is_business and a.status <> 'rejected' and u.deleted_at is null)`;
const HAS_ANSWER = sql<boolean>`exists (select 1 from place_answers a join users u on u.id = a.author_id
  where a.question_id = ${placeQuestions.id} and a.status = 'published' and u.deleted_at is null)`;

/** Requires a join of the asker's account (`users`). */
function isVisibleTo({ placeId, readerId }: { placeId: number; readerId: string | null }): SQL | undefined {
  const isPublished = eq(placeQuestions.status, "published");
  const isAllowed = readerId === null ? isPublished : or(isPublished, eq(placeQuestions.askerId, readerId));
  return and(eq(placeQuestions.placeId, placeId), isAllowed, isNull(users.deletedAt));
}

function countQuestions(db: Database, isShown: SQL | undefined): Promise<number> {
  const shown = db
    .select({ id: placeQuestions.id })
    .from(placeQuestions)
    .innerJoin(users, eq(users.id, placeQuestions.askerId))
    .where(isShown);
  return db.$count(shown.as("shown"));
}

function pageCountOf(count: number): number {
  return Math.max(1, Math.ceil(count / PLACE_QUESTIONS_PER_PAGE));
}

type QuestionQuery = {
  place: PlaceName;
  /** Collects cache tags of the members shown; null for an uncached page. */
  life: PageCacheInfo | null;
  readerId: string | null;
  /** Whether to include the business's answers in any status. */
  showsBusiness?: boolean;
  isShown: SQL | undefined;
  order: SQL[];
  limit: number;
  offset: number;
};

async function readQuestions(db: Database, query: QuestionQuery): Promise<DisplayedQuestion[]> {
  const rows = await db
    .select({ question: placeQuestions, asker: users.name })
    .from(placeQuestions)
    .innerJoin(users, eq(users.id, placeQuestions.askerId))
    .where(query.isShown)
    .orderBy(...query.order)
    .limit(query.limit)
    .offset(query.offset);
  const answers = await readAnswers(
    db,
    rows.map(({ question }) => question.id),
    query,
  );
  for (const { question } of rows) query.life?.tags.add(`member:${question.askerId}`);
  return rows.map(({ question, asker }) => ({
    id: question.id,
    paragraphs: splitParagraphs(question.body),
    asker: asker || "Anonymous",
    askedAt: question.askedAt.toISOString(),
    askedLabel: formatDay(question.askedAt),
    isOwn: question.askerId === query.readerId,
    status: question.status,
    // Only for the author: guests' pages are cached.
    reason: question.status === "rejected" && question.askerId === query.readerId ? question.decisionReason : null,
    answers: answers.filter(({ questionId }) => questionId === question.id).map(({ shown }) => shown),
  }));
}

/** Posting limits answers to about fifty per question. Served by place_answers_by_question. */
async function readAnswers(
  db: Database,
  questionIds: string[],
  { place, life, readerId, showsBusiness = false }: QuestionQuery,
): Promise<{ questionId: string; shown: DisplayedAnswer }[]> {
  if (questionIds.length === 0) return [];
  const rows = await db
    .select({ answer: placeAnswers, author: users.name })
    .from(placeAnswers)
    .innerJoin(users, eq(users.id, placeAnswers.authorId))
    .where(
      and(
        inArray(placeAnswers.questionId, questionIds),
        isNull(users.deletedAt),
        or(
          eq(placeAnswers.status, "published"),
          readerId === null ? undefined : eq(placeAnswers.authorId, readerId),
          showsBusiness ? eq(placeAnswers.isBusiness, true) : undefined,
        ),
      ),
    )
    .orderBy(desc(placeAnswers.isBusiness), asc(placeAnswers.answeredAt), asc(placeAnswers.id));
  for (const { answer } of rows) life?.tags.add(`member:${answer.authorId}`);
  return rows.map(({ answer, author }) => ({
    questionId: answer.questionId,
    shown: {
      id: answer.id,
      body: answer.body,
      paragraphs: splitParagraphs(answer.body),
      author: answer.isBusiness ? place.name : author || "Anonymous",
      isBusiness: answer.isBusiness,
      answeredAt: answer.answeredAt.toISOString(),
      answeredLabel: formatDay(answer.answeredAt),
      isEdited: answer.editedAt !== null,
      isOwn: answer.authorId === readerId,
      status: answer.status,
      reason: isReasonShown(answer, { readerId, showsBusiness }) ? answer.decisionReason : null,
    },
  }));
}

/** The reason is shown to the author, and for an answer from the business to the place's managers. */
function isReasonShown(
  { status, authorId, isBusiness }: typeof placeAnswers.$inferSelect,
  { readerId, showsBusiness }: { readerId: string | null; showsBusiness: boolean },
): boolean {
  return status === "rejected" && (authorId === readerId || (showsBusiness && isBusiness));
}
