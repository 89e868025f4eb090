import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";

import { auditEntries } from "#app/db/schema/audit.ts";
import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { writeReview } from "#app/people/reviews/write/write-review.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { listOwnerQuestions, loadPlaceQuestions, loadQuestionsExcerpt } from "./place-question-queries.server.ts";
import { renderPlaceQuestions } from "./place-questions-html.server.tsx";
import { postPlaceQuestion, MEMBER_ANSWERS_PER_QUESTION_MAX } from "./post-questions.server.ts";
import { deletePost } from "./delete-post.server.ts";
import { QUESTION, buildScene, ask, answer, notificationTitles, daysOn } from "./question-builders.ts";

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
    await deletePost(db, { kind: "answer", id: answerId, place, userId: owner.id, managesPlace: true, now: NOW });
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
      const deleted = { kind: "answer", id: written?.id ?? "", place, userId: owner.id, managesPlace: true } as const;
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
    deletePost(db, { kind, id: postId ?? "", place, userId: member.id, managesPlace: false, now: NOW, ...given });

  expect(await remove("question", id, {})).toBe("none");
  expect(await remove("answer", ofBusiness?.id, {})).toBe("none");
  expect(await remove("answer", ofMember?.id, { userId: owner.id, managesPlace: true })).toBe("none");
  expect(await remove("answer", ofBusiness?.id, { place: elsewhere, userId: owner.id, managesPlace: true })).toBe(
    "none",
  );
  // A former manager can't delete the business's answer.
  expect(await remove("answer", ofBusiness?.id, { userId: owner.id, managesPlace: false })).toBe("none");
  expect(await remove("answer", ofBusiness?.id, { userId: owner.id, managesPlace: true })).toBe("deleted");
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
