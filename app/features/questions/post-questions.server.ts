import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { openPostCase } from "#app/features/moderation/cases.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import { comparableWords, holdReasons } from "#app/features/reviews/review-rules.ts";
import { rememberTakenBack, type TakenBack, takenBackInLastDay } from "#app/features/reviews/taken-back.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import type { PostKind } from "./place-question.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Of one member within a day; nobody visits more. */
export const PLACE_QUESTIONS_PER_DAY_MAX = 10;
export const PLACE_ANSWERS_PER_DAY_MAX = 30;
/** Beyond it nobody reads on. */
export const MEMBER_ANSWERS_PER_QUESTION_MAX = 50;
/** Whoever had something rejected so lately is read before they are shown. */
const REJECTED_DAYS = 30;
/** People who run one place and are told; more than any has. */
const OWNERS_TOLD_MAX = 50;

type PlaceRef = { id: number; slug: string; name: string };

/**
 * Asks about a place, for everybody to read. What is judged doubtful waits for a moderator; else whoever runs the place is
 * told at once.
 *
 * @param asked.body Plain text within the limits of `place-question.ts`.
 * @returns The id of the question, or of the same one asked before; "too-many": as much as a day allows.
 */
export async function askAboutPlace(
  db: Database,
  asked: { place: PlaceRef; askerId: string; body: string; now: Date },
): Promise<{ id: string; isHeld: boolean } | "too-many" | "left"> {
  const { place, askerId, body, now } = asked;
  return db.transaction(async (tx) => {
    const writer = await lockWriter(tx, askerId);
    if (writer === null) return "left";
    const written = await writtenLately(tx, askerId, now);
    const same = written.find(
      (post) =>
        post.kind === "question" && post.placeId === place.id && post.body === body && post.status !== "rejected",
    );
    if (same !== undefined) return { id: same.id, isHeld: same.status === "held" };
    const takenBack = await takenBackInLastDay(tx, { userId: askerId, now });
    if (countOfDay({ written, takenBack }, "question", now) >= PLACE_QUESTIONS_PER_DAY_MAX) return "too-many";
    const reasons = reasonsToHold({ body, joinedAt: writer.joinedAt, placeId: place.id, written, takenBack, now });
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
 * Answers a question about a place. An answer of the business takes the place of the one there is; a member has one.
 * Whether `isBusiness` is true is the caller's to know.
 *
 * @returns "own": nobody answers themselves. "no-such-question": none that everybody sees. "full": it has enough answers.
 */
export async function answerAboutPlace(
  db: Database,
  given: { place: PlaceRef; questionId: string; authorId: string; isBusiness: boolean; body: string; now: Date },
): Promise<"answered" | "held" | "own" | "no-such-question" | "answered-before" | "too-many" | "full" | "left"> {
  const { place, questionId, authorId, isBusiness, body, now } = given;
  return db.transaction(async (tx) => {
    const writer = await lockWriter(tx, authorId);
    if (writer === null) return "left";
    // Locked, so that two answers of the business come one after the other, and a question isn't deleted meanwhile.
    const [question] = await tx
      .select()
      .from(placeQuestions)
      .where(and(eq(placeQuestions.id, questionId), eq(placeQuestions.placeId, place.id)))
      .for("update");
    if (question === undefined || question.status !== "published") return "no-such-question";
    if (question.askerId === authorId) return "own";
    const isTheirs = isBusiness
      ? sql`${placeAnswers.isBusiness}`
      : sql`not ${placeAnswers.isBusiness} and ${placeAnswers.authorId} = ${authorId}`;
    const { known, isHidden } = await answerThere(tx, questionId, isTheirs);
    // The same sent twice is no change.
    if (known?.body === body && known.status !== "rejected" && !isHidden) {
      return known.status === "held" ? "held" : "answered";
    }
    if (known !== undefined && !isBusiness) return "answered-before";
    const written = await writtenLately(tx, authorId, now);
    const takenBack = await takenBackInLastDay(tx, { userId: authorId, now });
    if (countOfDay({ written, takenBack }, "answer", now) >= PLACE_ANSWERS_PER_DAY_MAX) return "too-many";
    if (!isBusiness && (await isFull(tx, questionId))) return "full";

    const doubts = isBusiness
      ? []
      : reasonsToHold({ body, joinedAt: writer.joinedAt, placeId: place.id, written, takenBack, now });
    const reasons = known !== undefined && known.status !== "published" ? ["edited"] : doubts;
    const status = reasons.length > 0 ? "held" : "published";
    const values = { authorId, body, status, holdReasons: reasons } as const;
    const id = await writeAnswer(tx, { known, values, questionId, isBusiness, now });
    if (isBusiness) {
      const before = known === undefined ? null : { answer: known.body };
      const change = { action: "answer.write", before, after: { answer: body } };
      await recordAnswer(tx, { question, by: authorId, writerId: known?.authorId ?? null, ...change, now });
    }
    await notifyPages(tx, [`place:${place.slug}`]);
    if (status === "held") {
      await openPostCase(tx, { kind: "held-question", post: { kind: "answer", id }, reasons, now });
      return "held";
    }
    if (known === undefined) await announceAnswer(tx, { place, question, isBusiness, now });
    return "answered";
  });
}

/** What a business, or a member, has answered already. Hidden is what a colleague wrote who has left: nobody sees it any more. */
async function answerThere(db: Database, questionId: string, isTheirs: SQL) {
  const [found] = await db
    .select({ known: placeAnswers, leftAt: users.deletedAt })
    .from(placeAnswers)
    .innerJoin(users, eq(users.id, placeAnswers.authorId))
    .where(and(eq(placeAnswers.questionId, questionId), isTheirs));
  return { known: found?.known, isHidden: found !== undefined && found.leftAt !== null };
}

/** Whether members have written as much as anybody reads; the one answer of the business has its place all the same. */
async function isFull(db: Database, questionId: string): Promise<boolean> {
  const ofMembers = and(eq(placeAnswers.questionId, questionId), eq(placeAnswers.isBusiness, false));
  return (await db.$count(placeAnswers, ofMembers)) >= MEMBER_ANSWERS_PER_QUESTION_MAX;
}

type AnswerRow = typeof placeAnswers.$inferSelect;

/** A new one, or the business's in the place of its last. */
async function writeAnswer(
  db: Database,
  given: Pick<AnswerRow, "questionId" | "isBusiness"> & {
    known: AnswerRow | undefined;
    values: Pick<AnswerRow, "authorId" | "body" | "status" | "holdReasons">;
    now: Date;
  },
): Promise<string> {
  const { known, values, questionId, isBusiness, now } = given;
  const undecided = { decidedAt: null, decisionReason: null };
  const [written] =
    known === undefined
      ? await db
          .insert(placeAnswers)
          .values({ questionId, isBusiness, ...values, answeredAt: now })
          .returning({ id: placeAnswers.id })
      : await db
          .update(placeAnswers)
          .set({ ...values, ...undecided, editedAt: now })
          .where(eq(placeAnswers.id, known.id))
          .returning({ id: placeAnswers.id });
  if (written === undefined) throw new Error(`The answer to question ${questionId} was not written`);
  return written.id;
}

/** What a business has said or taken back; of a member's own words there is no log. */
async function recordAnswer(
  db: Database,
  {
    question,
    by,
    writerId,
    ...change
  }: {
    question: { id: string; askerId: string };
    by: string;
    /** Who wrote what was there before. */
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

type Deleted = { kind: PostKind; id: string; place: PlaceRef; userId: string; runsPlace: boolean; now: Date };

/**
 * Takes a question or an answer of one's own away for good, a question with its answers. One that a moderator rejected
 * stays, so that it isn't written anew, also while what took its place waits for them.
 */
export async function deletePost(db: Database, deleted: Deleted): Promise<"deleted" | "none"> {
  const { kind, place, now } = deleted;
  return db.transaction(async (tx) => {
    const [gone] = kind === "question" ? await deleteQuestion(tx, deleted) : await deleteAnswer(tx, deleted);
    if (gone === undefined) return "none";
    await rememberTakenBack(tx, { userId: gone.authorId, placeId: place.id, kind, postedAt: [gone.at], now });
    await notifyPages(tx, [`place:${place.slug}`]);
    return "deleted";
  });
}

function deleteQuestion(db: Database, { id, place, userId }: Deleted): Promise<{ authorId: string; at: Date }[]> {
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

async function deleteAnswer(db: Database, { id, place, userId, runsPlace, now }: Deleted) {
  const gone = await db
    .delete(placeAnswers)
    .where(
      and(
        eq(placeAnswers.id, id),
        sql`${placeAnswers.questionId} in (select q.id from place_questions q where q.place_id = ${place.id})`,
        // The business's is anybody's who runs it now, and nobody's who did.
        sql`case when ${placeAnswers.isBusiness} then ${runsPlace} else ${placeAnswers.authorId} = ${userId} end`,
        // One of the business waits only where another was rejected.
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
  for (const { questionId, authorId: writerId, isBusiness, body } of gone) {
    if (!isBusiness) continue;
    const [question] = await db
      .select({ id: placeQuestions.id, askerId: placeQuestions.askerId })
      .from(placeQuestions)
      .where(eq(placeQuestions.id, questionId));
    if (question === undefined) throw new Error(`The question ${questionId} of an answer is not there`);
    const change = { action: "answer.delete", before: { answer: body }, after: null };
    await recordAnswer(db, { question, by: userId, writerId, ...change, now });
  }
  return gone.map(({ authorId, answeredAt, editedAt }) => ({ authorId, at: editedAt ?? answeredAt }));
}

/** Of something that a moderator let through, the case of that: undone, the news goes too. */
type Announced = { place: PlaceRef; caseId?: string | null; now: Date };

/** Has everybody see a question, and tells whoever runs the place; not of what they ask themselves. */
export async function announceQuestion(
  db: Database,
  { place, question, askerId, caseId = null, now }: Announced & { question: string; askerId: string },
): Promise<void> {
  await notifyPages(db, [`place:${place.slug}`]);
  const owners = await db
    .select({ userId: placeOwners.userId })
    .from(placeOwners)
    .where(and(eq(placeOwners.placeId, place.id), sql`${placeOwners.userId} <> ${askerId}`))
    .limit(OWNERS_TOLD_MAX);
  const about = { slug: place.slug, name: place.name };
  for (const { userId } of owners) {
    await tellPerson(db, { userId, told: { kind: "place-question-asked", place: about, question }, caseId, now });
  }
}

/** Tells whoever asked that there is an answer. */
export async function announceAnswer(
  db: Database,
  given: Announced & { question: { id: string; askerId: string }; isBusiness: boolean },
): Promise<void> {
  const { place, question, isBusiness, caseId = null, now } = given;
  const about = { slug: place.slug, name: place.name };
  const told = { kind: "place-question-answered", place: about, question: question.id, isBusiness } as const;
  await tellPerson(db, { userId: question.askerId, told, caseId, now });
}

/** One writer's forms come one after the other; null for whoever has left meanwhile. */
async function lockWriter(db: Database, userId: string): Promise<{ joinedAt: Date } | null> {
  const [writer] = await db
    .select({ joinedAt: users.joinedAt, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    // Whoever is just being told of something can be locked all the same: two who write about each other's places would
    // wait for each other.
    .for("no key update");
  return writer === undefined || writer.deletedAt !== null ? null : writer;
}

type Written = { kind: PostKind; id: string; placeId: number; body: string; status: string; at: Date };

/** What somebody asked and answered in the last days. Served by place_questions_by_asker and place_answers_by_author. */
async function writtenLately(db: Database, userId: string, now: Date): Promise<Written[]> {
  const since = new Date(now.getTime() - REJECTED_DAYS * DAY_MS);
  const most = REJECTED_DAYS * (PLACE_QUESTIONS_PER_DAY_MAX + PLACE_ANSWERS_PER_DAY_MAX);
  const asked = await db
    .select()
    .from(placeQuestions)
    .where(and(eq(placeQuestions.askerId, userId), gt(placeQuestions.askedAt, since)))
    .orderBy(desc(placeQuestions.askedAt))
    .limit(most);
  const answered = await db
    .select({ answer: placeAnswers, placeId: placeQuestions.placeId })
    .from(placeAnswers)
    .innerJoin(placeQuestions, eq(placeQuestions.id, placeAnswers.questionId))
    .where(and(eq(placeAnswers.authorId, userId), gt(placeAnswers.answeredAt, since)))
    .orderBy(desc(placeAnswers.answeredAt))
    .limit(most);
  return [
    ...asked.map(({ id, placeId, body, status, askedAt }) => ({
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

function countOfDay(
  { written, takenBack }: { written: readonly Written[]; takenBack: readonly TakenBack[] },
  kind: PostKind,
  now: Date,
): number {
  const since = now.getTime() - DAY_MS;
  const still = written.filter((post) => post.kind === kind && post.at.getTime() > since);
  return still.length + takenBack.filter((post) => post.kind === kind).length;
}

function reasonsToHold({
  body,
  joinedAt,
  placeId,
  written,
  takenBack,
  now,
}: {
  body: string;
  joinedAt: Date;
  placeId: number;
  written: readonly Written[];
  takenBack: readonly TakenBack[];
  now: Date;
}): string[] {
  const words = comparableWords(body);
  const ofDay = written.filter(({ at }) => at.getTime() > now.getTime() - DAY_MS);
  const found: string[] = holdReasons({
    body,
    authorJoinedAt: joinedAt,
    now,
    othersInLastDay: ofDay.length + takenBack.filter(({ kind }) => kind !== "review").length,
    // Somebody else's question may well be the same; an author's own, at other places, is a circular.
    hasTwin: written.some((post) => post.placeId !== placeId && comparableWords(post.body) === words),
    hasOtherWriters: false,
  });
  return written.some(({ status }) => status === "rejected") ? [...found, "rejected-before"] : found;
}
