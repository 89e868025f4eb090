import { expect } from "vitest";

import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { recentContentDeletions } from "#app/db/schema/reviews.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadPlaceQuestions } from "./place-question-queries.server.ts";
import { postPlaceQuestion, PLACE_ANSWERS_PER_DAY_MAX, PLACE_QUESTIONS_PER_DAY_MAX } from "./post-questions.server.ts";
import { deletePost } from "./delete-post.server.ts";
import { QUESTION, buildScene, ask, answer, notificationTitles, daysOn } from "./question-builders.ts";

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
  const inserted = await db.insert(placeQuestions).values(rows).returning({ id: placeQuestions.id });
  const outcomes = [];
  for (const { id } of inserted) outcomes.push(await answer(db, { place, id, authorId: member.id, body: `Of ${id}.` }));
  expect(outcomes.slice(-2)).toEqual(["answered", "too-many"]);
});

test("deleted questions and answers count toward the daily limit", async ({ db }) => {
  const { place, owner, asker } = await buildScene(db);
  const member = await buildUser(db);
  const remove = (kind: "question" | "answer", id: string, userId: string) =>
    deletePost(db, { kind, id, place, userId, managesPlace: false, now: NOW });
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
  const gone = { kind: "question", place, userId: asker.id, managesPlace: false } as const;
  for (let count = 0; count < 2; count += 1) {
    const id = await ask(db, { place, askerId: asker.id });
    await deletePost(db, { ...gone, id, now: NOW });
  }
  const third = await postPlaceQuestion(db, { place, askerId: asker.id, body: QUESTION, now: NOW });

  expect(third).toMatchObject({ isHeld: true });
  expect(await db.$count(recentContentDeletions)).toBe(2);
  const id = typeof third === "string" ? third : third.id;
  expect(await deletePost(db, { ...gone, id, now: daysOn(1) })).toBe("deleted");
  expect(await db.$count(recentContentDeletions)).toBe(0);
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
