import { eq, inArray } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { type CaseKind, moderationCases, moderationDecisions } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestionReports, placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { findOpenCases } from "#app/core/cases/case-queries.server.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { CASE_KINDS, rejectionReasonsFor } from "#app/core/cases/decision-reasons.ts";
import { countDecisions } from "#app/core/cases/count-decisions.server.ts";
import { listUndoneDecisions } from "#app/core/cases/undo-decision.server.ts";
import { listNotifications, markRead } from "#app/core/notifications/notifications.server.ts";
import { postPlaceAnswer } from "#app/people/place-questions/post-questions.server.ts";
import { reportPost } from "#app/people/place-questions/review/report-post.server.ts";
import { buildOwner, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { decideCases } from "./bulk-decide.server.ts";
import { decideBuiltCase, CASE_BUILDERS, requireWaitingCase, LATER, editor } from "./triage-builders.ts";
import { UNDO_BY_KIND } from "./undo-case.server.ts";

const TOO_LATE = new Date(NOW.getTime() + 25 * 60 * 60_000);

const notificationTitles = async (db: Database, userId: string) =>
  (await listNotifications(db, { userId, page: 1, count: 10 })).items.map(({ title }) => title);

describe.for(CASE_KINDS)("a %s", (kind) => {
  test("returns to its previous state when an approval is undone, without notifying people who haven't read of it", async ({
    db,
  }) => {
    const [{ id, personId, effect }, ada] = [await CASE_BUILDERS[kind](db), await editor(db)];
    const before = await effect();

    expect(await decideBuiltCase(db, { id, decision: "approved", decidedBy: ada })).toBe("decided");
    // Approving keeps reported content as it is, so there is no effect to compare.
    if (!kind.startsWith("reported") || kind === "reported-closed") expect(await effect()).not.toEqual(before);
    expect(await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: LATER })).toBe("undone");

    expect(await effect()).toEqual(before);
    expect(await requireWaitingCase(db, id)).toMatchObject({ kind });
    expect(await listUndoneDecisions(db, id)).toMatchObject([{ decision: "approved", why: "No problem found" }]);
    // Claim decisions are always mailed, so the claimant already knows.
    expect(await notificationTitles(db, personId)).toEqual(kind === "claim" ? ["An editor undid a decision"] : []);
    expect(await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: LATER })).toBe("open");
    expect(await decideBuiltCase(db, { id, decision: "approved", decidedBy: ada, now: LATER })).toBe("decided");
  });

  test("notifies of a rejection with its reason and message, and of the undo if the rejection was read", async ({
    db,
  }) => {
    const [{ id, personId, effect }, ada] = [await CASE_BUILDERS[kind](db), await editor(db)];
    const before = await effect();
    const [{ code } = { code: "" }] = rejectionReasonsFor([kind]);

    expect(
      await decideBuiltCase(db, { id, decision: "rejected", code, message: "We are sorry.", decidedBy: ada }),
    ).toBe("decided");
    const [last] = (await listNotifications(db, { userId: personId, page: 1, count: 1 })).items;
    expect(last?.text).toMatch(/[^.]+\. We are sorry\./);
    await markRead(db, { userId: personId, id: null, now: NOW });

    const undone = await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: LATER });
    if (kind === "campaign") {
      expect(undone).toBe("refunded");
      return;
    }
    expect([undone, await effect()]).toEqual(["undone", before]);
    expect((await notificationTitles(db, personId)).slice(0, 1)).toEqual(["An editor undid a decision"]);
    expect(await countDecisions(db, LATER)).toMatchObject([{ kind, outcome: "undone", code, count: 1 }]);
    const actions = await db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, ada));
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(["case.reject", "case.undo"]));
  });

  test("can't be undone after a day, nor rejected for a reason of another kind", async ({ db }) => {
    const [{ id, effect }, ada] = [await CASE_BUILDERS[kind](db), await editor(db)];
    const wrongCode = kind === "campaign" ? "not-proved" : "misleading";

    expect(await decideBuiltCase(db, { id, decision: "rejected", code: wrongCode, decidedBy: ada })).toBe(
      "no-such-reason",
    );
    await decideBuiltCase(db, { id, decision: "approved", decidedBy: ada });
    const decided = await effect();

    expect(await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: TOO_LATE })).toBe("late");
    expect([await effect(), await findOpenCases(db, [id])]).toEqual([decided, []]);
  });
});

describe("a decision can't be undone", () => {
  test("when the review was reported again or its author has changed it", async ({ db }) => {
    const [{ id }, ada] = [await CASE_BUILDERS["reported-review"](db), await editor(db)];
    await decideBuiltCase(db, { id, decision: "approved", decidedBy: ada });
    const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, id));
    const reviewId = row?.reviewId ?? "";
    await openReviewCase(db, { kind: "reported-review", reviewId, reasons: ["spam"], now: LATER });

    expect(await UNDO_BY_KIND["reported-review"](db, { caseId: id, undoneBy: ada, now: LATER })).toBe("again");
    await db.update(reviews).set({ status: "held" }).where(eq(reviews.id, reviewId));
    expect(await UNDO_BY_KIND["reported-review"](db, { caseId: id, undoneBy: ada, now: LATER })).toBe("changed");
  });

  test("when a later edit changed the same facts, or the case doesn't exist", async ({ db }) => {
    const ada = await editor(db);
    const [edit, other] = [await CASE_BUILDERS["suggested-edit"](db), await CASE_BUILDERS["suggested-edit"](db)];
    const closing = await CASE_BUILDERS["reported-closed"](db);
    for (const { id } of [edit, closing]) await decideBuiltCase(db, { id, decision: "approved", decidedBy: ada });
    // Make the second case another change to the same place.
    const [{ placeId } = { placeId: null }] = await db
      .select()
      .from(moderationCases)
      .where(eq(moderationCases.id, edit.id));
    await db.update(moderationCases).set({ placeId }).where(eq(moderationCases.id, other.id));
    await decideBuiltCase(db, { id: other.id, decision: "approved", decidedBy: ada, now: LATER });

    expect(await UNDO_BY_KIND["suggested-edit"](db, { caseId: edit.id, undoneBy: ada, now: LATER })).toBe("changed");
    expect(await UNDO_BY_KIND["suggested-edit"](db, { caseId: crypto.randomUUID(), undoneBy: ada, now: LATER })).toBe(
      "gone",
    );
  });

  test("by an editor about their own content, claim, campaign or managed place, but can by another editor", async ({
    db,
  }) => {
    const ada = await editor(db);
    for (const [kind, decision] of [
      ["held-review", "rejected"],
      ["reported-review", "rejected"],
      ["held-question", "rejected"],
      ["reported-question", "rejected"],
      ["reported-photo", "rejected"],
      ["claim", "approved"],
      ["campaign", "approved"],
    ] as const) {
      const { id, personId, effect } = await CASE_BUILDERS[kind](db);
      expect(await decideBuiltCase(db, { id, decision, decidedBy: ada }), kind).toBe("decided");
      const decided = await effect();

      expect(await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: personId, now: LATER }), kind).toBe("own");
      expect([await effect(), await findOpenCases(db, [id])], kind).toEqual([decided, []]);
      expect(await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: LATER }), kind).toBe("undone");
    }
  });

  test("when it changed a place before previous values were saved", async ({ db }) => {
    const ada = await editor(db);
    for (const [kind, decision] of [
      ["suggested-edit", "approved"],
      ["reported-closed", "approved"],
      ["reported-closed", "rejected"],
      ["owner-edit", "approved"],
    ] as const) {
      const { id, effect } = await CASE_BUILDERS[kind](db);
      expect(await decideBuiltCase(db, { id, decision, decidedBy: ada }), kind).toBe("decided");
      const old = { undoState: null, decisionCode: null };
      await db.update(moderationCases).set(old).where(eq(moderationCases.id, id));
      const decided = await effect();

      expect(await UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: LATER }), kind).toBe("changed");
      expect([await effect(), await findOpenCases(db, [id])], kind).toEqual([decided, []]);
    }
  });

  test("when the question has new answers, the answer was changed, or it was reported again", async ({ db }) => {
    const ada = await editor(db);
    const undo = (kind: CaseKind, id: string) => UNDO_BY_KIND[kind](db, { caseId: id, undoneBy: ada, now: LATER });
    const held = await CASE_BUILDERS["held-question"](db);
    await decideBuiltCase(db, { id: held.id, decision: "approved", decidedBy: ada });
    const [question] = await db.select().from(placeQuestions).where(eq(placeQuestions.askerId, held.personId));
    const [place] = await db
      .select()
      .from(places)
      .where(eq(places.id, question?.placeId ?? 0));
    if (question === undefined || place === undefined) throw new Error("Nothing was asked");
    const answered = { place, questionId: question.id, authorId: ada, isBusiness: true, now: LATER };
    await postPlaceAnswer(db, { ...answered, body: "It is." });
    const reported = await CASE_BUILDERS["reported-question"](db);
    await decideBuiltCase(db, { id: reported.id, decision: "approved", decidedBy: ada });
    const isTheirs = eq(placeAnswers.authorId, reported.personId);
    const [answer] = await db.select().from(placeAnswers).where(isTheirs);
    const post = { kind: "answer", id: answer?.id ?? "" } as const;
    await reportPost(db, { post, reporterId: ada, reason: "wrong", note: "", now: LATER });

    expect(await undo("held-question", held.id)).toBe("answered");
    expect(await held.effect()).toEqual([{ status: "published" }]);
    expect(await undo("reported-question", reported.id)).toBe("again");
    await db.update(placeAnswers).set({ editedAt: LATER }).where(isTheirs);
    expect(await undo("reported-question", reported.id)).toBe("changed");
  });

  test("when it is about a question and older than decision codes", async ({ db }) => {
    const [{ id, effect }, ada] = [await CASE_BUILDERS["held-question"](db), await editor(db)];
    await decideBuiltCase(db, { id, decision: "rejected", decidedBy: ada });
    await db.update(moderationCases).set({ decisionCode: null }).where(eq(moderationCases.id, id));

    expect(await UNDO_BY_KIND["held-question"](db, { caseId: id, undoneBy: ada, now: LATER })).toBe("changed");
    expect(await effect()).toEqual([{ status: "rejected" }]);
  });
});

describe("a reported answer", () => {
  test("keeps its report open and retracts the reporter's notification when the decision is undone", async ({ db }) => {
    const [{ id }, ada] = [await CASE_BUILDERS["reported-question"](db), await editor(db)];
    const [report] = await db.select().from(placeQuestionReports);
    await decideBuiltCase(db, { id, decision: "rejected", decidedBy: ada });
    expect(await notificationTitles(db, report?.reporterId ?? "")).toEqual([expect.stringContaining("was removed")]);

    await UNDO_BY_KIND["reported-question"](db, { caseId: id, undoneBy: ada, now: LATER });

    expect(await notificationTitles(db, report?.reporterId ?? "")).toEqual([]);
    expect(await db.select().from(placeQuestionReports)).toEqual([report]);
  });

  test("can't be decided or undone by a manager of the place", async ({ db }) => {
    const [{ id, effect }, ada, bea] = [
      await CASE_BUILDERS["reported-question"](db),
      await editor(db),
      await editor(db),
    ];
    const [question] = await db.select().from(placeQuestions);
    await buildOwner(db, { placeId: question?.placeId ?? 0, userId: ada });

    expect(await decideBuiltCase(db, { id, decision: "rejected", decidedBy: ada })).toBe("own");
    expect(await effect()).toEqual([{ status: "published" }]);
    expect(await decideBuiltCase(db, { id, decision: "rejected", decidedBy: bea })).toBe("decided");
    expect(await UNDO_BY_KIND["reported-question"](db, { caseId: id, undoneBy: ada, now: LATER })).toBe("own");
  });
});

test("of ten concurrent decisions or undos exactly one takes effect", async () => {
  const { db } = await workerDatabase();
  const { id, personId } = await CASE_BUILDERS["held-review"](db);
  const ada = await editor(db);
  onTestFinished(async () => {
    await db.delete(moderationDecisions).where(eq(moderationDecisions.caseId, id));
    const gone = await db.delete(reviews).where(eq(reviews.authorId, personId)).returning();
    await db.delete(places).where(
      inArray(
        places.id,
        gone.map(({ placeId }) => placeId),
      ),
    );
    await db.delete(users).where(inArray(users.id, [personId, ada]));
  });
  const ten = <Outcome>(act: (index: number) => Promise<Outcome>) =>
    Promise.all(Array.from({ length: 10 }, (_, index) => act(index)));
  const waiting = await requireWaitingCase(db, id);
  const site = buildSite(db);

  const decided = await ten((index) =>
    decideCases(site, {
      cases: [{ id, seen: waiting.seen }],
      decision: index % 2 === 0 ? "approved" : "rejected",
      code: index % 2 === 0 ? "in-order" : "advertising",
      reason: "It advertises something.",
      decidedBy: ada,
    }),
  );
  expect(decided.flat().filter(({ outcome }) => outcome === "decided")).toHaveLength(1);
  expect((await notificationTitles(db, personId)).length).toBe(1);

  const undone = await ten(() => UNDO_BY_KIND["held-review"](db, { caseId: id, undoneBy: ada, now: LATER }));
  expect(undone.toSorted()).toEqual([...Array.from({ length: 9 }, () => "open"), "undone"]);
  expect(await db.$count(moderationDecisions, eq(moderationDecisions.caseId, id))).toBe(1);
});
