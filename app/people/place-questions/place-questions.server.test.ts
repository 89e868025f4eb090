import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { postsTakenBack } from "#app/db/schema/reviews.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { listNotifications, notifyUser } from "#app/core/notifications/notifications.server.ts";
import { writeReview } from "#app/people/reviews/write/write-review.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { decidePost } from "./review/decide-post.server.ts";
import { listOwnerQuestions, loadPlaceQuestions, loadQuestionsExcerpt } from "./place-question-queries.server.ts";
import { renderPlaceQuestions } from "./place-questions-html.server.tsx";
import { findPostCase } from "./review/post-cases.server.ts";
import {
  postPlaceAnswer,
  postPlaceQuestion,
  MEMBER_ANSWERS_PER_QUESTION_MAX,
  PLACE_ANSWERS_PER_DAY_MAX,
  PLACE_QUESTIONS_PER_DAY_MAX,
} from "./post-questions.server.ts";
import { deletePost } from "./delete-post.server.ts";
import { hasReportedPost, reportPost } from "./review/report-post.server.ts";

const DAY_MS = 24 * 60 * 60_000;
const QUESTION = "Is there room for a stroller?";

type Place = Awaited<ReturnType<typeof buildPlace>>;

test("a question is published directly, its managers are notified, and their answer notifies the asker", async ({
  db,
}) => {
  const { place, owner, asker } = await buildScene(db);
  const id = await ask(db, { place, askerId: asker.id });

  expect(await notificationTitles(db, owner.id)).toEqual([`New question about ${place.name}`]);
  expect((await listOwnerQuestions(db, { place, viewerId: owner.id, show: "unanswered", page: 1 })).total).toBe(1);
  expect(await answer(db, { place, id, authorId: owner.id, isBusiness: true })).toBe("answered");

  expect(await notificationTitles(db, asker.id)).toEqual([`${place.name} answered your question`]);
  expect(await loadQuestionsExcerpt(db, place, newPageCacheInfo())).toMatchObject({
    total: 1,
    questions: [{ paragraphs: [QUESTION], answers: [{ author: place.name, isBusiness: true, isOwn: false }] }],
  });
  expect(await listOwnerQuestions(db, { place, viewerId: owner.id, show: "unanswered", page: 1 })).toMatchObject({
    questions: [],
    unansweredCount: 0,
    total: 1,
  });
});

test("questions without an answer from the business come first on the owners' page", async ({ db }) => {
  const { place, owner, asker } = await buildScene(db);
  const [first, second] = [
    await ask(db, { place, askerId: asker.id }),
    await ask(db, { place, askerId: asker.id, body: "Do you take cards?", now: daysOn(1) }),
  ];
  await answer(db, { place, id: second, authorId: owner.id, isBusiness: true });
  await answer(db, { place, id: first, authorId: (await buildUser(db)).id });

  const { questions } = await listOwnerQuestions(db, { place, viewerId: owner.id, show: "all", page: 1 });
  expect(questions.map(({ id }) => id)).toEqual([first, second]);
});

test("the business has one answer, which a new one replaces, and it is listed above members' answers", async ({
  db,
}) => {
  const { place, owner, asker } = await buildScene(db);
  const manager = await buildUser(db);
  const member = await buildUser(db);
  const id = await ask(db, { place, askerId: asker.id });
  expect(await answer(db, { place, id, authorId: member.id, body: "There is." })).toBe("answered");
  expect(await answer(db, { place, id, authorId: member.id, body: "There is." })).toBe("answered");
  expect(await answer(db, { place, id, authorId: member.id, body: "No, there isn’t." })).toBe("answered-before");
  await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "By the window." });
  await answer(db, { place, id, authorId: manager.id, isBusiness: true, body: "By the door.", now: daysOn(1) });

  const [question] = (await loadQuestionsExcerpt(db, place, newPageCacheInfo())).questions;
  expect(question?.answers.map(({ body, isEdited }) => [body, isEdited])).toEqual([
    ["By the door.", true],
    ["There is.", false],
  ]);
  // Changing the answer doesn't notify again.
  expect(await notificationTitles(db, asker.id)).toHaveLength(2);
});

test("a business's answers and deletions are in the audit log, members' answers aren't", async ({ db }) => {
  const { place, owner, asker } = await buildScene(db);
  const member = await buildUser(db);
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: member.id, body: "There is." });
  await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "By the window." });
  await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "By the window." });
  const written = await db.select().from(placeAnswers);
  for (const { id: answerId } of written) {
    await deletePost(db, { kind: "answer", id: answerId, place, userId: owner.id, runsPlace: true, now: NOW });
  }

  const logEntry = { answer: "By the window." };
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id)).orderBy(auditEntries.id);
  const about = { actorKind: "owner", actorId: owner.id, subjectKind: "place-question", subjectId: id };
  expect(entries).toMatchObject([
    { ...about, action: "answer.write", before: null, after: logEntry },
    { ...about, action: "answer.delete", before: logEntry, after: null },
  ]);
  expect(entries.every(({ mentions }) => mentions.includes(asker.id))).toBe(true);
});

test("deleting an account removes its answers from the audit log, even if others changed or deleted them", async ({
  db,
}) => {
  const { place, owner, asker } = await buildScene(db);
  const colleague = await buildUser(db);
  for (const does of ["rewords", "deletes"]) {
    const id = await ask(db, { place, askerId: asker.id, body: `Who ${does} it?` });
    const given = { place, id, isBusiness: true };
    await answer(db, { ...given, authorId: colleague.id, body: "By the window." });
    const [written] = await db.select().from(placeAnswers).where(eq(placeAnswers.questionId, id));
    if (does === "rewords") await answer(db, { ...given, authorId: owner.id, body: "By the door." });
    else {
      const deleted = { kind: "answer", id: written?.id ?? "", place, userId: owner.id, runsPlace: true } as const;
      expect(await deletePost(db, { ...deleted, now: NOW })).toBe("deleted");
    }
  }
  const logged = async () => JSON.stringify(await db.select().from(auditEntries));
  expect((await logged()).match(/By the window/g)).toHaveLength(4);

  await db.delete(users).where(eq(users.id, colleague.id));

  expect(await logged()).not.toContain("By the window");
});

test("members can't answer their own question, a hidden one or another place's", async ({ db }) => {
  const { place, asker, owner } = await buildScene(db);
  const elsewhere = await buildPlace(db);
  const id = await ask(db, { place, askerId: asker.id });
  const held = await ask(db, { place, askerId: asker.id, body: "Is it www.spam.example.com then?" });

  expect(await answer(db, { place, id, authorId: asker.id })).toBe("own");
  expect(await answer(db, { place: elsewhere, id, authorId: owner.id })).toBe("no-such-question");
  expect(await answer(db, { place, id: held, authorId: owner.id, isBusiness: true })).toBe("no-such-question");
  expect(await db.$count(placeAnswers)).toBe(0);
});

test("a question sent twice is saved once, and questions and answers have daily limits", async ({ db }) => {
  const { place, asker } = await buildScene(db);
  const ids = [await ask(db, { place, askerId: asker.id }), await ask(db, { place, askerId: asker.id })];
  expect(new Set(ids).size).toBe(1);

  for (let count = 1; count < PLACE_QUESTIONS_PER_DAY_MAX; count += 1) {
    await ask(db, { place, askerId: asker.id, body: `Is table ${count} free?` });
  }
  const more = { place, askerId: asker.id, body: "And one more?" };
  expect(await postPlaceQuestion(db, { ...more, now: NOW })).toBe("too-many");
  expect(await postPlaceQuestion(db, { ...more, now: daysOn(1) })).toMatchObject({ id: expect.any(String) });

  const member = await buildUser(db);
  const rows = Array.from({ length: PLACE_ANSWERS_PER_DAY_MAX + 1 }, (_, index) => ({
    placeId: place.id,
    askerId: asker.id,
    body: `Number ${index}?`,
    status: "published" as const,
    holdReasons: [],
    askedAt: NOW,
  }));
  const asked = await db.insert(placeQuestions).values(rows).returning({ id: placeQuestions.id });
  const outcomes = [];
  for (const { id } of asked) outcomes.push(await answer(db, { place, id, authorId: member.id, body: `Of ${id}.` }));
  expect(outcomes.slice(-2)).toEqual(["answered", "too-many"]);
});

test("deleted questions and answers count toward the daily limit", async ({ db }) => {
  const { place, owner, asker } = await buildScene(db);
  const member = await buildUser(db);
  const remove = (kind: "question" | "answer", id: string, userId: string) =>
    deletePost(db, { kind, id, place, userId, runsPlace: false, now: NOW });
  const questionId = await ask(db, { place, askerId: asker.id });
  for (let count = 1; count < PLACE_QUESTIONS_PER_DAY_MAX; count += 1) {
    const id = await ask(db, { place, askerId: asker.id, body: "Do you take cards?" });
    expect(await remove("question", id, asker.id)).toBe("deleted");
  }
  for (let count = 0; count < PLACE_ANSWERS_PER_DAY_MAX; count += 1) {
    expect(await answer(db, { place, id: questionId, authorId: member.id })).toBe("answered");
    const [written] = await db.select().from(placeAnswers);
    expect(await remove("answer", written?.id ?? "", member.id)).toBe("deleted");
  }

  const more = { place, askerId: asker.id, body: "Do you take cards?" };
  expect(await postPlaceQuestion(db, { ...more, now: NOW })).toBe("too-many");
  expect(await answer(db, { place, id: questionId, authorId: member.id })).toBe("too-many");
  expect(await notificationTitles(db, owner.id)).toHaveLength(PLACE_QUESTIONS_PER_DAY_MAX);
  expect(await postPlaceQuestion(db, { ...more, now: daysOn(1) })).toMatchObject({ isHeld: false });
  expect(await answer(db, { place, id: questionId, authorId: member.id, now: daysOn(1) })).toBe("answered");
});

test("a new account's third question of a day is held even if the others were deleted, which are forgotten after a day", async ({
  db,
}) => {
  const { place } = await buildScene(db);
  const asker = await buildUser(db, { joinedAt: NOW });
  const gone = { kind: "question", place, userId: asker.id, runsPlace: false } as const;
  for (let count = 0; count < 2; count += 1) {
    const id = await ask(db, { place, askerId: asker.id });
    await deletePost(db, { ...gone, id, now: NOW });
  }
  const third = await postPlaceQuestion(db, { place, askerId: asker.id, body: QUESTION, now: NOW });

  expect(third).toMatchObject({ isHeld: true });
  expect(await db.$count(postsTakenBack)).toBe(2);
  const id = typeof third === "string" ? third : third.id;
  expect(await deletePost(db, { ...gone, id, now: daysOn(1) })).toBe("deleted");
  expect(await db.$count(postsTakenBack)).toBe(0);
});

test.for([
  ["a link", { body: "Have you seen www.example.com yet?" }],
  ["a text already posted elsewhere", { body: QUESTION, elsewhere: QUESTION }],
  ["a new account's third post", { isNew: true, before: 2 }],
] as const)("a question with %s is held and visible only to its author", async ([, given], { db }) => {
  const { place, owner } = await buildScene(db);
  const { body = QUESTION, elsewhere = null, isNew = false, before = 0 } = { ...NOTHING, ...given };
  const asker = await buildUser(db, isNew ? { joinedAt: NOW } : {});
  if (elsewhere !== null) await ask(db, { place: await buildPlace(db), askerId: asker.id, body: elsewhere });
  for (let count = 0; count < before; count += 1) {
    await ask(db, { place: await buildPlace(db), askerId: asker.id, body: `Is number ${count} open?` });
  }
  const held = await postPlaceQuestion(db, { place, askerId: asker.id, body, now: NOW });
  const id = typeof held === "string" ? held : held.id;

  expect(held).toMatchObject({ isHeld: true });
  expect(await notificationTitles(db, owner.id)).toEqual([]);
  const page = (readerId: string | null) =>
    loadPlaceQuestions(db, { place, readerId, page: 1, only: id }, newPageCacheInfo());
  expect((await page(null)).questions).toEqual([]);
  expect((await page(owner.id)).questions).toEqual([]);
  expect((await page(asker.id)).questions).toMatchObject([{ status: "held", isOwn: true }]);
});

const NOTHING: { body?: string; elsewhere?: string; isNew?: boolean; before?: number } = {};

test("approving a held question notifies managers; a rejected one shows its reason to the author, whose next is held", async ({
  db,
}) => {
  const { place, owner, asker, admin } = await buildScene(db);
  const [good, bad] = [
    await ask(db, { place, askerId: asker.id, body: "Is the menu on www.example.com right?" }),
    await ask(db, { place, askerId: asker.id, body: "Buy at www.example.org today?" }),
  ];
  expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([
    { kind: "held-question", reasons: ["links"], name: place.name },
    { kind: "held-question", reasons: ["links"], name: place.name },
  ]);

  expect(await decide(db, { id: good, decision: "approved", decidedBy: admin.id })).toBe("decided");
  expect(await decide(db, { id: bad, decision: "rejected", decidedBy: admin.id })).toBe("decided");
  expect(await decide(db, { id: good, decision: "rejected", decidedBy: admin.id })).toBe("closed");

  expect(await notificationTitles(db, owner.id)).toEqual([`New question about ${place.name}`]);
  expect((await notificationTitles(db, asker.id)).toSorted()).toEqual([
    `Your question about ${place.name} is not published`,
    `Your question about ${place.name} is published`,
  ]);
  expect((await loadPlaceQuestions(db, { place, readerId: null, page: 1, only: null }, newPageCacheInfo())).total).toBe(
    1,
  );
  const own = await loadPlaceQuestions(db, { place, readerId: asker.id, page: 1, only: bad }, newPageCacheInfo());
  expect(own.questions).toMatchObject([{ status: "rejected", reason: "It sells something." }]);
  const gone = { kind: "question", id: bad, place, userId: asker.id, runsPlace: false, now: daysOn(1) } as const;
  expect(await deletePost(db, gone)).toBe("none");
  const next = await postPlaceQuestion(db, { place, askerId: asker.id, body: "Is it loud at noon?", now: daysOn(1) });
  expect(next).toMatchObject({ isHeld: true });
  const logged = await db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id));
  expect(logged.map(({ action }) => action).toSorted()).toEqual(["case.approve", "case.reject"]);
});

test("a reported answer stays public until the decision, of which its reporters are notified", async ({ db }) => {
  const { place, asker, admin } = await buildScene(db);
  const [member, reporter] = [await buildUser(db), await buildUser(db)];
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: member.id, body: "Ask Bob." });
  const [written] = await db.select().from(placeAnswers);
  const post = { kind: "answer", id: written?.id ?? "" } as const;
  const reported = { post, reporterId: reporter.id };
  const report = () => reportPost(db, { ...reported, reason: "private", note: "Bob is my father.", now: NOW });
  await Promise.all([report(), report()]);

  expect(await hasReportedPost(db, reported)).toBe(true);
  expect(await listOpenCases(db, { page: 1 })).toMatchObject({
    count: 1,
    cases: [{ kind: "reported-question", post, reasons: ["private"], text: "Ask Bob." }],
  });
  expect(await findPostCase(db, post)).toMatchObject({
    isShown: true,
    question: [QUESTION],
    notes: ["Bob is my father."],
  });
  expect((await loadQuestionsExcerpt(db, place, newPageCacheInfo())).questions[0]?.answers).toHaveLength(1);
  const decided = { ...post, decision: "rejected" } as const;
  expect(await decide(db, { ...decided, decidedBy: member.id })).toBe("own");
  expect(await decide(db, { ...decided, decidedBy: admin.id, version: daysOn(1).toISOString() })).toBe("changed");
  expect(await decide(db, { ...decided, decidedBy: admin.id })).toBe("decided");

  expect((await loadQuestionsExcerpt(db, place, newPageCacheInfo())).questions[0]?.answers).toEqual([]);
  expect(await notificationTitles(db, reporter.id)).toEqual([
    `The answer about ${place.name} that you reported was removed`,
  ]);
  expect(await notificationTitles(db, member.id)).toEqual([`Your answer about ${place.name} is not published`]);
  expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
});

test("a moderator's reason is shown only for rejected posts, to the author and the place's managers", async ({
  db,
}) => {
  const { place, owner, asker, admin } = await buildScene(db);
  const member = await buildUser(db);
  const id = await ask(db, { place, askerId: asker.id, body: "Is the menu on www.example.com right?" });
  const reason = "It may stay this once.";
  await decide(db, { id, decision: "approved", decidedBy: admin.id, reason });
  await answer(db, { place, id, authorId: member.id, body: "Read www.example.org for it." });
  await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "It is." });
  const written = await db.select().from(placeAnswers).orderBy(placeAnswers.isBusiness);
  const [theirs, ofBusiness] = written.map(({ id: answerId }) => ({ kind: "answer", id: answerId }) as const);
  if (theirs === undefined || ofBusiness === undefined) throw new Error("There are two answers");
  await decide(db, { ...theirs, decision: "approved", decidedBy: admin.id, reason });
  await reportPost(db, { post: ofBusiness, reporterId: asker.id, reason: "wrong", note: "", now: NOW });
  await decide(db, { ...ofBusiness, decision: "rejected", decidedBy: admin.id, reason });

  const page = (readerId: string | null) =>
    loadPlaceQuestions(db, { place, readerId, page: 1, only: null }, newPageCacheInfo());
  for (const readerId of [null, asker.id, member.id]) {
    expect((await page(readerId)).questions).toMatchObject([{ reason: null, answers: [{ reason: null }] }]);
  }
  // All managers see the reason, whoever of them wrote the answer.
  const ofOwners = await listOwnerQuestions(db, { place, viewerId: admin.id, show: "all", page: 1 });
  expect(ofOwners.questions[0]?.answers.map((each) => each.reason)).toEqual([reason, null]);
});

test("rewriting a rejected answer from the business holds it", async ({ db }) => {
  const { place, owner, asker, admin } = await buildScene(db);
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "Go away." });
  const [written] = await db.select().from(placeAnswers);
  const about = { kind: "answer", id: written?.id ?? "" } as const;
  await reportPost(db, { post: about, reporterId: asker.id, reason: "abusive", note: "", now: NOW });
  await decide(db, { ...about, decision: "rejected", decidedBy: admin.id });

  const rewritten = { place, id, authorId: owner.id, isBusiness: true, body: "There is.", now: daysOn(1) };
  expect(await answer(db, rewritten)).toBe("held");
  expect((await loadQuestionsExcerpt(db, place, newPageCacheInfo())).questions[0]?.answers).toEqual([]);
  const { cases } = await listOpenCases(db, { page: 1 });
  expect(cases).toMatchObject([{ kind: "held-question", reasons: ["edited"], post: about }]);
  expect(await findPostCase(db, about)).toMatchObject({ isBusiness: true, isShown: false });
  // If a held rewrite could be deleted, the rejected text could be posted as new.
  const gone = { ...about, place, userId: owner.id, runsPlace: true, now: daysOn(1) };
  expect(await deletePost(db, gone)).toBe("none");
  expect(await answer(db, { ...rewritten, body: "Go away." })).toBe("held");
  const version = daysOn(1).toISOString();
  expect(await decide(db, { ...about, version, decision: "approved", decidedBy: admin.id })).toBe("decided");
  expect(await deletePost(db, gone)).toBe("deleted");
});

test("members can delete their own posts, and managers the business's answer, but no others", async ({ db }) => {
  const { place, owner, asker } = await buildScene(db);
  const member = await buildUser(db);
  const elsewhere = await buildPlace(db);
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "Yes." });
  await answer(db, { place, id, authorId: member.id, body: "No." });
  const [ofBusiness, ofMember] = await db
    .select()
    .from(placeAnswers)
    .orderBy(sql`is_business desc`);
  const remove = (kind: "question" | "answer", postId: string | undefined, given: object) =>
    deletePost(db, { kind, id: postId ?? "", place, userId: member.id, runsPlace: false, now: NOW, ...given });

  expect(await remove("question", id, {})).toBe("none");
  expect(await remove("answer", ofBusiness?.id, {})).toBe("none");
  expect(await remove("answer", ofMember?.id, { userId: owner.id, runsPlace: true })).toBe("none");
  expect(await remove("answer", ofBusiness?.id, { place: elsewhere, userId: owner.id, runsPlace: true })).toBe("none");
  // A former manager can't delete the business's answer.
  expect(await remove("answer", ofBusiness?.id, { userId: owner.id, runsPlace: false })).toBe("none");
  expect(await remove("answer", ofBusiness?.id, { userId: owner.id, runsPlace: true })).toBe("deleted");
  expect(await remove("answer", ofMember?.id, {})).toBe("deleted");
  expect(await remove("question", id, { userId: asker.id })).toBe("deleted");
  expect(await db.$count(placeQuestions)).toBe(0);
});

test("questions and answers of a deleted account are hidden", async ({ db }) => {
  const { place, asker, owner } = await buildScene(db);
  const other = await buildUser(db);
  await ask(db, { place, askerId: asker.id });
  const remaining = await ask(db, { place, askerId: other.id, body: "Do you take cards?" });
  await answer(db, { place, id: remaining, authorId: asker.id });
  await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, asker.id));

  const { questions, total } = await loadQuestionsExcerpt(db, place, newPageCacheInfo());
  expect([total, questions.map(({ id, answers }) => [id, answers])]).toEqual([1, [[remaining, []]]]);
  expect((await listOwnerQuestions(db, { place, viewerId: owner.id, show: "all", page: 1 })).total).toBe(1);
});

test("a page has the cache tags of the members it shows", async ({ db }) => {
  const { place, asker } = await buildScene(db);
  const member = await buildUser(db);
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: member.id });

  const [excerpt, page] = [newPageCacheInfo(), newPageCacheInfo()];
  await loadQuestionsExcerpt(db, place, excerpt);
  await loadPlaceQuestions(db, { place, readerId: null, page: 1, only: null }, page);

  for (const life of [excerpt, page]) {
    expect([...life.tags].toSorted()).toEqual([`member:${asker.id}`, `member:${member.id}`].toSorted());
  }
});

test("another manager can replace a deleted account's answer, even with the same text", async ({ db }) => {
  const { place, asker, owner } = await buildScene(db);
  const colleague = await buildUser(db);
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: colleague.id, isBusiness: true, body: "By the window." });
  await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, colleague.id));
  const visibleAnswers = async () => (await loadQuestionsExcerpt(db, place, newPageCacheInfo())).questions[0]?.answers;
  expect(await visibleAnswers()).toEqual([]);

  const rewritten = { place, id, authorId: owner.id, isBusiness: true, body: "By the window.", now: daysOn(1) };
  expect(await answer(db, rewritten)).toBe("answered");

  expect(await visibleAnswers()).toMatchObject([{ body: "By the window.", isBusiness: true }]);
  await db.delete(users).where(eq(users.id, colleague.id));
  expect(await visibleAnswers()).toHaveLength(1);
});

test("the business can answer and edit its answer even if the question has the maximum of answers", async ({ db }) => {
  const { place, asker, owner } = await buildScene(db);
  const id = await ask(db, { place, askerId: asker.id });
  const others = Array.from({ length: MEMBER_ANSWERS_PER_QUESTION_MAX }, () => ({ name: "Somebody", joinedAt: NOW }));
  const authors = await db.insert(users).values(others).returning({ id: users.id });
  await db.insert(placeAnswers).values(
    authors.map(({ id: authorId }) => ({
      questionId: id,
      authorId,
      isBusiness: false,
      body: "There is.",
      status: "published" as const,
      holdReasons: [],
      answeredAt: NOW,
    })),
  );

  expect(await answer(db, { place, id, authorId: (await buildUser(db)).id })).toBe("full");
  expect(await answer(db, { place, id, authorId: owner.id, isBusiness: true, body: "No." })).toBe("answered");
  const corrected = { place, id, authorId: owner.id, isBusiness: true, body: "Yes, there is.", now: daysOn(1) };
  expect(await answer(db, corrected)).toBe("answered");
});

test("the place's page has three questions, answered ones first, with HTML escaped", async ({ db }) => {
  const { place, owner, asker } = await buildScene(db);
  for (const [index, body] of ["<script>alert(1)</script>?", "Second?????", "Third??????", "Fourth?????"].entries()) {
    await ask(db, { place, askerId: asker.id, body, now: daysOn(index) });
  }
  const [first] = await db.select().from(placeQuestions).orderBy(placeQuestions.askedAt);
  const now = daysOn(5);
  await answer(db, { place, id: first?.id ?? "", authorId: owner.id, isBusiness: true, body: "<b>No</b>", now });

  const excerpt = await loadQuestionsExcerpt(db, place, newPageCacheInfo());
  const html = renderPlaceQuestions({ place, ...excerpt, isOpen: true });

  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;?");
  expect(html).toContain("&lt;b&gt;No&lt;/b&gt;");
  expect(html).not.toContain("<script>");
  expect(html).toContain("All 4 questions");
  expect(html.match(/<li>/g)).toHaveLength(3);
  expect(html.indexOf("alert(1)")).toBeLessThan(html.indexOf("Fourth"));
  expect(renderPlaceQuestions({ place, questions: [], total: 0, isOpen: false })).toBe("");
});

test("the database allows one answer from the business per question", async ({ db }) => {
  const { place, asker, owner } = await buildScene(db);
  const id = await ask(db, { place, askerId: asker.id });
  await answer(db, { place, id, authorId: owner.id, isBusiness: true });
  const again = db.transaction((tx) =>
    tx.insert(placeAnswers).values({
      questionId: id,
      authorId: asker.id,
      isBusiness: true,
      body: "Yes.",
      status: "published",
      holdReasons: [],
      answeredAt: NOW,
    }),
  );

  const refused = await again.then(
    () => null,
    (error: unknown) => error,
  );
  const Refused = z.object({ cause: z.object({ message: z.string() }) });
  expect(Refused.parse(refused).cause.message).toContain("place_answers_of_business");
});

test("answers of a question are found by an index", async ({ db }) => {
  await db.execute(sql`set local enable_seqscan = off`);
  const plan = await queryRows(
    db,
    sql`explain select body from place_answers where question_id = ${crypto.randomUUID()}`,
  );
  expect(JSON.stringify(plan)).toContain("place_answers_by_question");
});

test("a member can ask and review while a transaction inserts a notification for them", async () => {
  const { db } = await workerDatabase();
  const [place, asker] = [await buildPlace(db), await buildUser(db)];
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, place.id));
    await db.delete(users).where(eq(users.id, asker.id));
  });
  const words = {
    stars: 4,
    body: "The soup was warm and the people kind.",
    visitMonth: "2026-12",
    relation: "none",
  } as const;
  let written = 0;
  const writing = await db.transaction(async (tx) => {
    const about = { slug: place.slug, name: place.name };
    await notifyUser(tx, {
      userId: asker.id,
      notification: { kind: "place-reviewed", place: about, stars: 4 },
      now: NOW,
    });
    const both = [
      postPlaceQuestion(db, { place, askerId: asker.id, body: QUESTION, now: NOW }),
      writeReview(db, {
        placeId: place.id,
        authorId: asker.id,
        version: 0,
        review: words,
        browserId: asker.id,
        now: NOW,
      }),
    ].map(async (each) => {
      await each;
      written += 1;
    });
    await expect.poll(() => written, { timeout: 5_000 }).toBe(2);
    return { both };
  });
  await Promise.all(writing.both);

  expect(written).toBe(2);
});

async function buildScene(db: Database) {
  const place = await buildPlace(db);
  const [owner, asker, admin] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  return { place, owner, asker, admin };
}

type AskInput = { place: Place; askerId: string; body?: string; now?: Date };

async function ask(db: Database, { place, askerId, body = QUESTION, now = NOW }: AskInput): Promise<string> {
  const asked = await postPlaceQuestion(db, { place, askerId, body, now });
  if (typeof asked === "string") throw new Error(`The question was not asked: ${asked}`);
  return asked.id;
}

type AnswerInput = { place: Place; id: string; authorId: string; isBusiness?: boolean; body?: string; now?: Date };

function answer(db: Database, { place, id, authorId, isBusiness = false, body = "There is.", now = NOW }: AnswerInput) {
  return postPlaceAnswer(db, { place, questionId: id, authorId, isBusiness, body, now });
}

type Decision = {
  kind?: "question" | "answer";
  id: string;
  decision: "approved" | "rejected";
  decidedBy: string;
  reason?: string;
};

function decide(
  db: Database,
  { kind = "question", id, version = NOW.toISOString(), ...given }: Decision & { version?: string },
) {
  return decidePost(db, { post: { kind, id }, version, reason: "It sells something.", now: daysOn(1), ...given });
}

async function notificationTitles(db: Database, userId: string): Promise<string[]> {
  const { items } = await listNotifications(db, { userId, page: 1, count: 20 });
  return items.map(({ title }) => title);
}

function daysOn(days: number): Date {
  return new Date(NOW.getTime() + days * DAY_MS);
}
