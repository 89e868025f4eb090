import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { editorQuestions } from "#app/db/schema/questions.ts";
import { eq } from "drizzle-orm";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  answerQuestion,
  askQuestion,
  findOwnQuestion,
  listOwnQuestions,
  listUnansweredQuestions,
  withdrawQuestion,
} from "./editor-questions.server.ts";

const QUESTION = "Where do four people eat on a Tuesday?";
const FIRST_PAGE = { page: 1 };

test.for([null, "local-explorer", "city-insider"] as const)(
  "members without the VIP plan can't ask: %s",
  async (tier, { db }) => {
    const { id } = await buildUser(db);

    expect(await askQuestion(db, { asker: { id, tier }, question: QUESTION, now: NOW })).toBe("not-entitled");
    expect(await db.$count(editorQuestions)).toBe(0);
  },
);

test("an editor's answer is shown to the asker, who is notified", async ({ db }) => {
  const { asker, id } = await askAsVip(db);
  const editor = await buildUser(db, { role: "admin" });
  expect((await listUnansweredQuestions(db, FIRST_PAGE)).items).toMatchObject([
    { id, question: [QUESTION], asker: { id: asker.id, name: asker.name } },
  ]);

  const answer = "Try the long table.\n\nAsk for the window.";
  expect(await answerQuestion(db, { id, answer, answeredBy: editor.id, now: NOW })).toBe("answered");

  expect((await listUnansweredQuestions(db, FIRST_PAGE)).total).toBe(0);
  expect((await findOwnQuestion(db, { id, askerId: asker.id }))?.answer).toMatchObject({
    paragraphs: ["Try the long table.", "Ask for the window."],
    answeredAt: NOW.toISOString(),
  });
  const sent = await listNotifications(db, { userId: asker.id, page: 1, count: 9 });
  expect(sent.items).toMatchObject([{ title: "An editor answered your question", to: `/ask/${id}` }]);
});

test("a member can have one unanswered question, and ask again after the answer", async ({ db }) => {
  const { asker, id } = await askAsVip(db);
  const again = () => askQuestion(db, { asker: { id: asker.id, tier: "vip" }, question: QUESTION, now: NOW });

  expect(await again()).toBe("question-waits");
  await answerQuestion(db, { id, answer: "Try the long table.", answeredBy: asker.id, now: NOW });
  expect(await again()).toMatchObject({ id: expect.any(String) });
  expect(await listOwnQuestions(db, asker.id)).toHaveLength(2);
});

test("only the first answer is accepted and notifies the asker", async ({ db }) => {
  const { asker, id } = await askAsVip(db);
  const editor = await buildUser(db, { role: "admin" });
  await answerQuestion(db, { id, answer: "The first.", answeredBy: editor.id, now: NOW });

  expect(await answerQuestion(db, { id, answer: "The second.", answeredBy: editor.id, now: NOW })).toBe("not-waiting");

  expect((await findOwnQuestion(db, { id, askerId: asker.id }))?.answer?.paragraphs).toEqual(["The first."]);
  expect((await listNotifications(db, { userId: asker.id, page: 1, count: 9 })).total).toBe(1);
});

test("members can read and withdraw only their own question, and only until it is answered", async ({ db }) => {
  const { asker, id } = await askAsVip(db);
  const { id: other } = await buildUser(db);

  expect(await findOwnQuestion(db, { id, askerId: other })).toBeNull();
  expect(await withdrawQuestion(db, { id, askerId: other })).toBe("not-waiting");
  expect(await withdrawQuestion(db, { id, askerId: asker.id })).toBe("withdrawn");
  expect((await listUnansweredQuestions(db, FIRST_PAGE)).total).toBe(0);

  const next = await askAsVip(db);
  await answerQuestion(db, { id: next.id, answer: "Try it.", answeredBy: other, now: NOW });
  expect(await withdrawQuestion(db, { id: next.id, askerId: next.asker.id })).toBe("not-waiting");
});

test("questions of deleted and suspended accounts aren't listed for editors", async ({ db }) => {
  const [deleted, suspended] = [await askAsVip(db), await askAsVip(db)];
  await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, deleted.asker.id));
  await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, suspended.asker.id));

  expect((await listUnansweredQuestions(db, FIRST_PAGE)).total).toBe(0);
});

async function askAsVip(db: Database) {
  const asker = await buildUser(db);
  const outcome = await askQuestion(db, { asker: { id: asker.id, tier: "vip" }, question: QUESTION, now: NOW });
  if (typeof outcome === "string") throw new Error(`The question was not asked: ${outcome}`);
  return { asker, id: outcome.id };
}
