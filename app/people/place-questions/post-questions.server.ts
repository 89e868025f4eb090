import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { openPostCase } from "#app/core/cases/subject-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { normalizeForComparison, holdReasons } from "#app/people/reviews/write/review-rules.ts";
import { type RecentDeletion, listRecentDeletions } from "#app/people/reviews/write/recent-deletions.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import type { PostKind } from "./place-question.ts";

/** Per member and day; more than anyone can visit. */
export const PLACE_QUESTIONS_PER_DAY_MAX = 10;
export const PLACE_ANSWERS_PER_DAY_MAX = 30;
/** More answers wouldn't be read. */
export const MEMBER_ANSWERS_PER_QUESTION_MAX = 50;
/** After a rejection, the author's posts are held for this many days. */
const REJECTED_DAYS = 30;
/** Managers notified of a question; more than any place has. */
const OWNERS_NOTIFIED_MAX = 50;

export type PlaceRef = { id: number; slug: string; name: string };

/**
 * Posts a public question about a place and notifies its managers. Suspicious questions are held for an editor first.
 *
 * @param input.body Plain text within the limits of `place-question.ts`.
 * @returns The id of the question, or of the same earlier question. "too-many": the daily limit is reached. "left": the
 * account is deleted.
 */
export async function postPlaceQuestion(
  db: Database,
  input: { place: PlaceRef; askerId: string; body: string; now: Date },
): Promise<{ id: string; isHeld: boolean } | "too-many" | "left"> {
  const { place, askerId, body, now } = input;
  return db.transaction(async (tx) => {
    const writer = await lockWriter(tx, askerId);
    if (writer === null) return "left";
    const posts = await listRecentPosts(tx, askerId, now);
    const existing = posts.find(
      (post) =>
        post.kind === "question" && post.placeId === place.id && post.body === body && post.status !== "rejected",
    );
    if (existing !== undefined) return { id: existing.id, isHeld: existing.status === "held" };
    const recentDeletions = await listRecentDeletions(tx, { userId: askerId, now });
    if (countInLastDay({ posts, recentDeletions }, "question", now) >= PLACE_QUESTIONS_PER_DAY_MAX) return "too-many";
    const reasons = findHoldReasons({
      body,
      joinedAt: writer.joinedAt,
      placeId: place.id,
      posts,
      recentDeletions,
      now,
    });
    const status = reasons.length > 0 ? "held" : "published";
    const [question] = await tx
      .insert(placeQuestions)
      .values({ placeId: place.id, askerId, body, status, holdReasons: reasons, askedAt: now })
      .returning({ id: placeQuestions.id });
    if (question === undefined) throw new Error(`The question about place ${place.id} was not written`);
    if (status === "published") await announceQuestion(tx, { place, question: question.id, askerId, now });
    else await openPostCase(tx, { kind: "held-question", post: { kind: "question", id: question.id }, reasons, now });
    return { id: question.id, isHeld: status === "held" };
  });
}

/**
 * Answers a question about a place. A member can answer once; the business's new answer replaces its last. The caller
 * checks `isBusiness`.
 *
 * @returns "own": askers can't answer themselves. "no-such-question": it isn't public. "full": no more answers allowed.
 */
export async function postPlaceAnswer(
  db: Database,
  given: { place: PlaceRef; questionId: string; authorId: string; isBusiness: boolean; body: string; now: Date },
): Promise<"answered" | "held" | "own" | "no-such-question" | "answered-before" | "too-many" | "full" | "left"> {
  const { place, questionId, authorId, isBusiness, body, now } = given;
  return db.transaction(async (tx) => {
    const writer = await lockWriter(tx, authorId);
    if (writer === null) return "left";
    // The lock serializes answers from the business and prevents a concurrent deletion of the question.
    const [question] = await tx
      .select()
      .from(placeQuestions)
      .where(and(eq(placeQuestions.id, questionId), eq(placeQuestions.placeId, place.id)))
      .for("update");
    if (question === undefined || question.status !== "published") return "no-such-question";
    if (question.askerId === authorId) return "own";
    const isReplaceable = isBusiness
      ? sql`${placeAnswers.isBusiness}`
      : sql`not ${placeAnswers.isBusiness} and ${placeAnswers.authorId} = ${authorId}`;
    const { current, isHidden } = await findExistingAnswer(tx, questionId, isReplaceable);
    // Sending the same answer twice changes nothing.
    if (current?.body === body && current.status !== "rejected" && !isHidden) {
      return current.status === "held" ? "held" : "answered";
    }
    if (current !== undefined && !isBusiness) return "answered-before";
    const posts = await listRecentPosts(tx, authorId, now);
    const recentDeletions = await listRecentDeletions(tx, { userId: authorId, now });
    if (countInLastDay({ posts, recentDeletions }, "answer", now) >= PLACE_ANSWERS_PER_DAY_MAX) return "too-many";
    if (!isBusiness && (await isFull(tx, questionId))) return "full";

    const contentReasons = isBusiness
      ? []
      : findHoldReasons({ body, joinedAt: writer.joinedAt, placeId: place.id, posts, recentDeletions, now });
    const reasons = current !== undefined && current.status !== "published" ? ["edited"] : contentReasons;
    const status = reasons.length > 0 ? "held" : "published";
    const values = { authorId, body, status, holdReasons: reasons } as const;
    const id = await writeAnswer(tx, { current, values, questionId, isBusiness, now });
    if (isBusiness) {
      const before = current === undefined ? null : { answer: current.body };
      const change = { action: "answer.write", before, after: { answer: body } };
      await recordAnswer(tx, { question, by: authorId, writerId: current?.authorId ?? null, ...change, now });
    }
    await invalidatePages(tx, [`place:${place.slug}`]);
    if (status === "held") {
      await openPostCase(tx, { kind: "held-question", post: { kind: "answer", id }, reasons, now });
      return "held";
    }
    if (current === undefined) await announceAnswer(tx, { place, question, isBusiness, now });
    return "answered";
  });
}

/** The existing answer of the business or the member. `isColumnHidden`: its author's account was deleted. */
async function findExistingAnswer(db: Database, questionId: string, isReplaceable: SQL) {
  const [found] = await db
    .select({ current: placeAnswers, deletedAt: users.deletedAt })
    .from(placeAnswers)
    .innerJoin(users, eq(users.id, placeAnswers.authorId))
    .where(and(eq(placeAnswers.questionId, questionId), isReplaceable));
  return { current: found?.current, isHidden: found !== undefined && found.deletedAt !== null };
}

/** Whether the question has the maximum of members' answers. The business can still answer. */
async function isFull(db: Database, questionId: string): Promise<boolean> {
  const isByMember = and(eq(placeAnswers.questionId, questionId), eq(placeAnswers.isBusiness, false));
  return (await db.$count(placeAnswers, isByMember)) >= MEMBER_ANSWERS_PER_QUESTION_MAX;
}

type AnswerRow = typeof placeAnswers.$inferSelect;

/** Inserts an answer, or replaces the business's last one. */
async function writeAnswer(
  db: Database,
  given: Pick<AnswerRow, "questionId" | "isBusiness"> & {
    current: AnswerRow | undefined;
    values: Pick<AnswerRow, "authorId" | "body" | "status" | "holdReasons">;
    now: Date;
  },
): Promise<string> {
  const { current, values, questionId, isBusiness, now } = given;
  const undecided = { decidedAt: null, decisionReason: null };
  const [saved] =
    current === undefined
      ? await db
          .insert(placeAnswers)
          .values({ questionId, isBusiness, ...values, answeredAt: now })
          .returning({ id: placeAnswers.id })
      : await db
          .update(placeAnswers)
          .set({ ...values, ...undecided, editedAt: now })
          .where(eq(placeAnswers.id, current.id))
          .returning({ id: placeAnswers.id });
  if (saved === undefined) throw new Error(`The answer to question ${questionId} was not written`);
  return saved.id;
}

/** Writes a change of a business's answer to the audit log. Members' answers aren't logged. */
export async function recordAnswer(
  db: Database,
  {
    question,
    by,
    writerId,
    ...change
  }: {
    question: { id: string; askerId: string };
    by: string;
    /** Author of the previous answer. */
    writerId: string | null;
    action: string;
    before: { answer: string } | null;
    after: { answer: string } | null;
    now: Date;
  },
): Promise<void> {
  const subject = { kind: "place-question", id: question.id };
  await recordChange(db, {
    actor: { kind: "owner", id: by },
    subject,
    about: [question.askerId, writerId, by],
    ...change,
  });
}

/** `caseId`: the case of an approved post; undoing its decision retracts the notification. */
type AnnouncementInput = { place: PlaceRef; caseId?: string | null; now: Date };

/** Invalidates the place's pages and notifies its managers of a question, except the asker. */
export async function announceQuestion(
  db: Database,
  { place, question, askerId, caseId = null, now }: AnnouncementInput & { question: string; askerId: string },
): Promise<void> {
  await invalidatePages(db, [`place:${place.slug}`]);
  const owners = await db
    .select({ userId: placeOwners.userId })
    .from(placeOwners)
    .where(and(eq(placeOwners.placeId, place.id), sql`${placeOwners.userId} <> ${askerId}`))
    .limit(OWNERS_NOTIFIED_MAX);
  const about = { slug: place.slug, name: place.name };
  for (const { userId } of owners) {
    await notifyUser(db, {
      userId,
      notification: { kind: "place-question-asked", place: about, question },
      caseId,
      now,
    });
  }
}

/** Notifies the asker of an answer. */
export async function announceAnswer(
  db: Database,
  given: AnnouncementInput & { question: { id: string; askerId: string }; isBusiness: boolean },
): Promise<void> {
  const { place, question, isBusiness, caseId = null, now } = given;
  const about = { slug: place.slug, name: place.name };
  const notification = { kind: "place-question-answered", place: about, question: question.id, isBusiness } as const;
  await notifyUser(db, { userId: question.askerId, notification, caseId, now });
}

/** Serializes one author's forms. Null if the account was deleted. */
async function lockWriter(db: Database, userId: string): Promise<{ joinedAt: Date } | null> {
  const [writer] = await db
    .select({ joinedAt: users.joinedAt, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    // Doesn't conflict with inserting a notification for the user: otherwise two members who write about each other's
    // places could deadlock.
    .for("no key update");
  return writer === undefined || writer.deletedAt !== null ? null : writer;
}

type RecentPost = { kind: PostKind; id: string; placeId: number; body: string; status: string; at: Date };

/** A member's recent questions and answers. Served by place_questions_by_asker and place_answers_by_author. */
async function listRecentPosts(db: Database, userId: string, now: Date): Promise<RecentPost[]> {
  const since = new Date(now.getTime() - REJECTED_DAYS * DAY_MS);
  const rowsMax = REJECTED_DAYS * (PLACE_QUESTIONS_PER_DAY_MAX + PLACE_ANSWERS_PER_DAY_MAX);
  const questions = await db
    .select()
    .from(placeQuestions)
    .where(and(eq(placeQuestions.askerId, userId), gt(placeQuestions.askedAt, since)))
    .orderBy(desc(placeQuestions.askedAt))
    .limit(rowsMax);
  const answered = await db
    .select({ answer: placeAnswers, placeId: placeQuestions.placeId })
    .from(placeAnswers)
    .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
    .where(and(eq(placeAnswers.authorId, userId), gt(placeAnswers.answeredAt, since)))
    .orderBy(desc(placeAnswers.answeredAt))
    .limit(rowsMax);
  return [
    ...questions.map(({ id, placeId, body, status, askedAt }) => ({
      kind: "question" as const,
      id,
      placeId,
      body,
      status,
      at: askedAt,
    })),
    ...answered.map(({ answer: { id, body, status, answeredAt, editedAt }, placeId }) => ({
      kind: "answer" as const,
      id,
      placeId,
      body,
      status,
      at: editedAt ?? answeredAt,
    })),
  ];
}

function countInLastDay(
  { posts, recentDeletions }: { posts: readonly RecentPost[]; recentDeletions: readonly RecentDeletion[] },
  kind: PostKind,
  now: Date,
): number {
  const since = now.getTime() - DAY_MS;
  const existing = posts.filter((post) => post.kind === kind && post.at.getTime() > since);
  return existing.length + recentDeletions.filter((post) => post.kind === kind).length;
}

function findHoldReasons({
  body,
  joinedAt,
  placeId,
  posts,
  recentDeletions,
  now,
}: {
  body: string;
  joinedAt: Date;
  placeId: number;
  posts: readonly RecentPost[];
  recentDeletions: readonly RecentDeletion[];
  now: Date;
}): string[] {
  const comparable = normalizeForComparison(body);
  const inLastDay = posts.filter(({ at }) => at.getTime() > now.getTime() - DAY_MS);
  const reasons: string[] = holdReasons({
    body,
    authorJoinedAt: joinedAt,
    now,
    othersInLastDay: inLastDay.length + recentDeletions.filter(({ kind }) => kind !== "review").length,
    // Different members may ask the same question. One author's same text at several places is spam.
    hasDuplicateText: posts.some(
      (post) => post.placeId !== placeId && normalizeForComparison(post.body) === comparable,
    ),
    hasOtherAccounts: false,
  });
  return posts.some(({ status }) => status === "rejected") ? [...reasons, "rejected-before"] : reasons;
}
