import { and, desc, eq, gt, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
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
const ANSWERS_PER_QUESTION_MAX = 50;
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
      ? eq(placeAnswers.isBusiness, true)
      : and(eq(placeAnswers.isBusiness, false), eq(placeAnswers.authorId, authorId));
    const [known] = await tx
      .select()
      .from(placeAnswers)
      .where(and(eq(placeAnswers.questionId, questionId), isTheirs));
    // The same sent twice is no change.
    if (known?.body === body && known.status !== "rejected") return known.status === "held" ? "held" : "answered";
    if (known !== undefined && !isBusiness) return "answered-before";
    const written = await writtenLately(tx, authorId, now);
    const takenBack = await takenBackInLastDay(tx, { userId: authorId, now });
    if (countOfDay({ written, takenBack }, "answer", now) >= PLACE_ANSWERS_PER_DAY_MAX) return "too-many";
    if ((await tx.$count(placeAnswers, eq(placeAnswers.questionId, questionId))) >= ANSWERS_PER_QUESTION_MAX)
      return "full";

    const doubts = isBusiness
      ? []
      : reasonsToHold({ body, joinedAt: writer.joinedAt, placeId: place.id, written, takenBack, now });
    const reasons = known !== undefined && known.status !== "published" ? ["edited"] : doubts;
    const status = reasons.length > 0 ? "held" : "published";
    const values = { authorId, body, status, holdReasons: reasons } as const;
    if (known === undefined) {
      await tx.insert(placeAnswers).values({ questionId, isBusiness, ...values, answeredAt: now });
    } else {
      const decided = { decidedAt: null, decidedBy: null, decisionReason: null };
      const replaced = { ...values, ...decided, editedAt: now };
      await tx.update(placeAnswers).set(replaced).where(eq(placeAnswers.id, known.id));
    }
    await notifyPages(tx, [`place:${place.slug}`]);
    if (status === "held") return "held";
    if (known === undefined) await announceAnswer(tx, { place, question, isBusiness, now });
    return "answered";
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

async function deleteAnswer(db: Database, { id, place, userId, runsPlace }: Deleted) {
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
      answeredAt: placeAnswers.answeredAt,
      editedAt: placeAnswers.editedAt,
    });
  return gone.map(({ authorId, answeredAt, editedAt }) => ({ authorId, at: editedAt ?? answeredAt }));
}

/** Has everybody see a question, and tells whoever runs the place; not of what they ask themselves. */
export async function announceQuestion(
  db: Database,
  { place, question, askerId, now }: { place: PlaceRef; question: string; askerId: string; now: Date },
): Promise<void> {
  await notifyPages(db, [`place:${place.slug}`]);
  const owners = await db
    .select({ userId: placeOwners.userId })
    .from(placeOwners)
    .where(and(eq(placeOwners.placeId, place.id), sql`${placeOwners.userId} <> ${askerId}`))
    .limit(OWNERS_TOLD_MAX);
  const about = { slug: place.slug, name: place.name };
  for (const { userId } of owners) {
    await tellPerson(db, { userId, told: { kind: "place-question-asked", place: about, question }, now });
  }
}

/** Tells whoever asked that there is an answer. */
export async function announceAnswer(
  db: Database,
  {
    place,
    question,
    isBusiness,
    now,
  }: { place: PlaceRef; question: { id: string; askerId: string }; isBusiness: boolean; now: Date },
): Promise<void> {
  const about = { slug: place.slug, name: place.name };
  const told = { kind: "place-question-answered", place: about, question: question.id, isBusiness } as const;
  await tellPerson(db, { userId: question.askerId, told, now });
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
