import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placeAnswers } from "#app/db/schema/questions.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decidePost } from "./decide-post.server.ts";
import { listOwnerQuestions, loadPlaceQuestions, loadQuestionsExcerpt } from "../place-question-queries.server.ts";
import { findPostCase } from "./post-cases.server.ts";
import { postPlaceQuestion } from "../post-questions.server.ts";
import { deletePost } from "../delete-post.server.ts";
import { hasReportedPost, reportPost } from "./report-post.server.ts";
import { QUESTION, buildScene, ask, answer, notificationTitles, daysOn } from "../question-builders.ts";

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
  const gone = { kind: "question", id: bad, place, userId: asker.id, managesPlace: false, now: daysOn(1) } as const;
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

test("an editor's reason is shown only for rejected posts, to the author and the place's managers", async ({ db }) => {
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
  // All managers see the reason, also those who didn't write the answer.
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
  const gone = { ...about, place, userId: owner.id, managesPlace: true, now: daysOn(1) };
  expect(await deletePost(db, gone)).toBe("none");
  expect(await answer(db, { ...rewritten, body: "Go away." })).toBe("held");
  const version = daysOn(1).toISOString();
  expect(await decide(db, { ...about, version, decision: "approved", decidedBy: admin.id })).toBe("decided");
  expect(await deletePost(db, gone)).toBe("deleted");
});

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
