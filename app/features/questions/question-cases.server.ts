import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestionReports, placeQuestions } from "#app/db/schema/questions.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import {
  POST_HOLD_WORDS,
  type PostKind,
  QUESTION_REPORT_REASONS,
  QUESTION_REPORT_WORDS,
  type WaitingPost,
} from "./place-question.ts";
import { paragraphsOf } from "./place-question-queries.server.ts";
import { announceAnswer, announceQuestion } from "./post-questions.server.ts";

/** On the moderators' page; the next come when these are decided. */
const WAITING_POSTS_MAX = 20;

/** Questions and answers that wait for a moderator, the oldest first; nothing of whoever has left. */
export async function waitingPosts(db: Database): Promise<{ posts: WaitingPost[]; total: number }> {
  const { asked, answered } = waiting(db);
  const total = (await db.$count(asked.as("asked"))) + (await db.$count(answered.as("answered")));
  const questions = await waiting(db)
    .asked.orderBy(asc(placeQuestions.askedAt), placeQuestions.id)
    .limit(WAITING_POSTS_MAX);
  const answers = await waiting(db)
    .answered.orderBy(asc(placeAnswers.answeredAt), placeAnswers.id)
    .limit(WAITING_POSTS_MAX);
  const posts = [
    ...questions.map((row) => toPost("question", { ...row, question: null, isBusiness: false })),
    ...answers.map((row) => toPost("answer", row)),
  ];
  return { posts: posts.toSorted((a, b) => a.since.localeCompare(b.since)).slice(0, WAITING_POSTS_MAX), total };
}

export async function countWaitingPosts(db: Database): Promise<number> {
  const { asked, answered } = waiting(db);
  return (await db.$count(asked.as("asked"))) + (await db.$count(answered.as("answered")));
}

/** Served by place_questions_held, place_answers_held and place_question_reports_open. */
function waiting(db: Database) {
  const place = { slug: places.slug, name: places.name };
  const author = { id: users.id, name: users.name };
  const isReported = (column: SQL) => sql`${column} in (select coalesce(r.question_id, r.answer_id)
    from place_question_reports r where r.closed_at is null)`;
  return {
    asked: db
      .select({
        id: placeQuestions.id,
        body: placeQuestions.body,
        status: placeQuestions.status,
        holdReasons: placeQuestions.holdReasons,
        at: placeQuestions.askedAt,
        reported: openReports(sql`r.question_id = ${placeQuestions.id}`),
        place,
        author,
      })
      .from(placeQuestions)
      .innerJoin(places, eq(places.id, placeQuestions.placeId))
      .innerJoin(users, eq(users.id, placeQuestions.askerId))
      .where(
        and(
          isNull(users.deletedAt),
          or(
            eq(placeQuestions.status, "held"),
            and(eq(placeQuestions.status, "published"), isReported(sql`${placeQuestions.id}`)),
          ),
        ),
      )
      .$dynamic(),
    answered: db
      .select({
        id: placeAnswers.id,
        body: placeAnswers.body,
        status: placeAnswers.status,
        holdReasons: placeAnswers.holdReasons,
        isBusiness: placeAnswers.isBusiness,
        at: sql<Date>`coalesce(${placeAnswers.editedAt}, ${placeAnswers.answeredAt})`.mapWith(placeAnswers.answeredAt),
        question: placeQuestions.body,
        reported: openReports(sql`r.answer_id = ${placeAnswers.id}`),
        place,
        author,
      })
      .from(placeAnswers)
      .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
      .innerJoin(places, eq(places.id, placeQuestions.placeId))
      .innerJoin(users, eq(users.id, placeAnswers.authorId))
      .where(
        and(
          isNull(users.deletedAt),
          or(
            eq(placeAnswers.status, "held"),
            and(eq(placeAnswers.status, "published"), isReported(sql`${placeAnswers.id}`)),
          ),
        ),
      )
      .$dynamic(),
  };
}

type Report = { reason: string; note: string };

/** Up to five of the latest. */
function openReports(isAbout: SQL) {
  return sql<Report[]>`(select coalesce(jsonb_agg(jsonb_build_object('reason', l.reason, 'note', l.note)), '[]'::jsonb)
    from (select r.reason, r.note from place_question_reports r where ${isAbout} and r.closed_at is null
      order by r.reported_at desc limit 5) l)`;
}

type Row = {
  id: string;
  body: string;
  status: string;
  holdReasons: string[];
  at: Date;
  question: string | null;
  isBusiness: boolean;
  reported: Report[];
  place: { slug: string; name: string };
  author: { id: string; name: string };
};

function toPost(kind: PostKind, row: Row): WaitingPost {
  const { id, body, status, holdReasons, at, question, isBusiness, reported, place, author } = row;
  const held = status === "held" ? holdReasons.map((code) => POST_HOLD_WORDS[code] ?? code) : [];
  const codes = new Set(reported.map(({ reason }) => reason));
  const words = QUESTION_REPORT_REASONS.filter((code) => codes.has(code)).map((code) => QUESTION_REPORT_WORDS[code]);
  return {
    kind,
    id,
    version: at.toISOString(),
    paragraphs: paragraphsOf(body),
    question: question === null ? null : paragraphsOf(question),
    author: { id: author.id, name: author.name || "Anonymous" },
    isBusiness,
    place,
    isShown: status === "published",
    reasons: [...held, ...words],
    notes: reported.flatMap(({ note }) => (note === "" ? [] : [note])),
    since: at.toISOString(),
    sinceLabel: instant.format(at),
  };
}

type Decided = {
  kind: PostKind;
  id: string;
  /** Of the words that the moderator has read. */
  version: string;
  decision: "approved" | "rejected";
  /** For its author to read; may be empty when it is approved. */
  reason: string;
  decidedBy: string;
  now: Date;
};

/**
 * Carries out a moderator's decision: approved, everybody sees it; rejected, its author alone. Whoever wrote it is told
 * what is news to them, and whoever reported it what became of that.
 *
 * @returns "changed": it says something else by now. "closed": nothing is open about it. "own": nobody decides about
 * what they wrote themselves. In all three cases nothing was done.
 */
export async function decidePost(db: Database, decided: Decided): Promise<"decided" | "changed" | "closed" | "own"> {
  const { kind, id, decision, reason, decidedBy, now } = decided;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, decided);
    if (post === null || post.status === "rejected") return "closed";
    if (post.authorId === decidedBy) return "own";
    if (post.at.toISOString() !== decided.version) return "changed";
    const column = kind === "question" ? placeQuestionReports.questionId : placeQuestionReports.answerId;
    const reports = await tx
      .update(placeQuestionReports)
      .set({ closedAt: now })
      .where(and(eq(column, id), isNull(placeQuestionReports.closedAt)))
      .returning({ reporterId: placeQuestionReports.reporterId });
    if (post.status === "published" && reports.length === 0) return "closed";
    const status = decision === "approved" ? "published" : "rejected";
    const set = { status, decidedAt: now, decidedBy, decisionReason: reason } as const;
    await (kind === "question"
      ? tx.update(placeQuestions).set(set).where(eq(placeQuestions.id, id))
      : tx.update(placeAnswers).set(set).where(eq(placeAnswers.id, id)));
    await recordChange(tx, {
      actor: { kind: "staff", id: decidedBy },
      action: decision === "approved" ? "place-question.approve" : "place-question.reject",
      subject: { kind: `place-${kind}`, id },
      before: { status: post.status, words: post.body },
      after: { status, reason },
      about: [post.authorId],
      now,
    });
    await notifyPages(tx, [`place:${post.place.slug}`]);
    await tellConcerned(tx, { ...decided, post, reporterIds: reports.map(({ reporterId }) => reporterId) });
    return "decided";
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

/** Locked, so that an edit comes before the decision or after it. */
async function lockPost(db: Database, { kind, id }: Pick<Decided, "kind" | "id">) {
  const place = { id: places.id, slug: places.slug, name: places.name };
  if (kind === "question") {
    const [row] = await db
      .select({ question: placeQuestions, place })
      .from(placeQuestions)
      .innerJoin(places, eq(places.id, placeQuestions.placeId))
      .where(eq(placeQuestions.id, id))
      .for("update", { of: placeQuestions });
    if (row === undefined) return null;
    const { status, body, askedAt, askerId } = row.question;
    const question = { id, askerId, isShown: true };
    return {
      place: row.place,
      status,
      body,
      at: askedAt,
      authorId: askerId,
      isBusiness: false,
      question,
      isNew: false,
    };
  }
  const [row] = await db
    .select({ answer: placeAnswers, question: placeQuestions, place })
    .from(placeAnswers)
    .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
    .innerJoin(places, eq(places.id, placeQuestions.placeId))
    .where(eq(placeAnswers.id, id))
    .for("update", { of: placeAnswers });
  if (row === undefined) return null;
  const { status, body, answeredAt, editedAt, authorId, isBusiness } = row.answer;
  const question = { id: row.question.id, askerId: row.question.askerId, isShown: row.question.status === "published" };
  const at = editedAt ?? answeredAt;
  return { place: row.place, status, body, at, authorId, isBusiness, question, isNew: editedAt === null };
}

async function tellConcerned(
  db: Database,
  { kind, id, decision, reason, decidedBy, now, post, reporterIds }: Decided & { post: Locked; reporterIds: string[] },
): Promise<void> {
  const { place, question } = post;
  const about = { slug: place.slug, name: place.name };
  const wasHeld = post.status === "held";
  if (decision === "rejected" || wasHeld) {
    const outcome = decision === "approved" ? ("published" as const) : ("rejected" as const);
    const told = {
      kind: "place-question-decided",
      place: about,
      about: kind,
      question: question.id,
      outcome,
      reason,
    } as const;
    await tellPerson(db, { userId: post.authorId, told, now });
  }
  if (decision === "approved" && wasHeld) {
    if (kind === "question") await announceQuestion(db, { place, question: id, askerId: post.authorId, now });
    else if (post.isNew && question.isShown) {
      await announceAnswer(db, { place, question, isBusiness: post.isBusiness, now });
    }
  }
  const outcome = decision === "rejected" ? ("removed" as const) : ("kept" as const);
  for (const userId of reporterIds.filter((reporterId) => reporterId !== decidedBy)) {
    const told = { kind: "place-question-report-decided", place: about, about: kind, outcome } as const;
    await tellPerson(db, { userId, told, now });
  }
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  dateStyle: "medium",
  timeStyle: "short",
});
