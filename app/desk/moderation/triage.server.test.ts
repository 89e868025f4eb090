import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { type CaseKind, moderationCases, moderationDecisions } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestionReports, placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { assignCase } from "#app/core/cases/assign-case.server.ts";
import {
  listDecidedCases,
  findDecidedCases,
  findOpenCases,
  findNextOpenCaseId,
  countOpenCasesByKind,
  listOpenCases,
} from "#app/core/cases/case-queries.server.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import {
  CASE_KINDS,
  composeReason,
  MESSAGE_CHARACTERS_MAX,
  rejectionReasonsFor,
} from "#app/core/cases/decision-reasons.ts";
import { countDecisions, monthlyFigures } from "#app/core/cases/count-decisions.server.ts";
import { listUndoneDecisions } from "#app/core/cases/undo-decision.server.ts";
import { listNotifications, markRead } from "#app/core/notifications/notifications.server.ts";
import { deletePlace, restorePlace } from "#app/guide/places/facts/delete-place.server.ts";
import { postPlaceAnswer } from "#app/people/place-questions/post-questions.server.ts";
import { reportPost } from "#app/people/place-questions/review/report-post.server.ts";
import { buildOwner, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { decideCases, undoDecisions } from "./bulk-decide.server.ts";
import { summarizeBulkResults } from "./bulk-results.ts";
import { decideBuiltCase, CASE_BUILDERS, requireWaitingCase } from "./triage-builders.ts";
import { UNDO_BY_KIND } from "./undo-case.server.ts";

const LATER = new Date(NOW.getTime() + 60 * 60_000);
const TOO_LATE = new Date(NOW.getTime() + 25 * 60 * 60_000);

const notificationTitles = async (db: Database, userId: string) =>
  (await listNotifications(db, { userId, page: 1, count: 10 })).items.map(({ title }) => title);
const editor = async (db: Database) => (await buildUser(db, { role: "admin", name: "Ada" })).id;

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

describe("a bulk decision", () => {
  test("has a result per case: changed or already decided cases don't block the others", async ({ db }) => {
    const ada = await editor(db);
    const built = [
      await CASE_BUILDERS["held-review"](db),
      await CASE_BUILDERS["reported-photo"](db),
      await CASE_BUILDERS["suggested-edit"](db),
      await CASE_BUILDERS["held-review"](db),
    ];
    const cases = [];
    for (const { id } of built) cases.push({ id, seen: (await requireWaitingCase(db, id)).seen });
    const [first, , , last] = cases;
    await decideBuiltCase(db, { id: last?.id ?? "", decision: "approved", decidedBy: ada });

    const outcomes = await decideCases(buildSite(db), {
      cases: cases.map((each) => (each === first ? { ...each, seen: "7" } : each)),
      decision: "approved",
      code: "in-order",
      reason: "",
      decidedBy: ada,
    });

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["changed", "decided", "decided", "closed"]);
    expect((await listOpenCases(db, { page: 1 })).cases.map(({ id }) => id)).toEqual([first?.id]);
  });

  test("publishes a submission's photos only as the editor saw them, and only if all have descriptions", async ({
    db,
  }) => {
    const ada = await editor(db);
    const { id } = await CASE_BUILDERS["submission"](db);
    const waiting = await requireWaitingCase(db, id);
    if (waiting.about !== "submission") throw new Error("The case is about something else");
    const { submissionId } = waiting;
    const approve = async (seen: string) => {
      const given = { decision: "approved", code: "in-order", reason: "", decidedBy: ada } as const;
      const [result] = await decideCases(buildSite(db), { cases: [{ id, seen }], ...given });
      return result?.outcome;
    };
    const photo = await buildPlacePhoto(db, { placeId: null, submissionId, alt: "" });
    const of = eq(placePhotos.id, photo.id);

    expect(await approve((await requireWaitingCase(db, id)).seen)).toBe("undescribed-photo");
    await db.update(placePhotos).set({ alt: "The counter" }).where(of);
    expect(await approve(waiting.seen)).toBe("changed");
    expect(await db.select().from(placePhotos).where(of)).toMatchObject([{ placeId: null, deletedAt: null }]);
    expect(await approve((await requireWaitingCase(db, id)).seen)).toBe("decided");

    expect(await db.select().from(placePhotos).where(of)).toMatchObject([
      { placeId: expect.any(Number), deletedAt: null, alt: "The counter" },
    ]);
  });

  test("leaves a case open if the reason doesn't apply to its kind", async ({ db }) => {
    const ada = await editor(db);
    const cases = [];
    for (const kind of ["held-review", "claim"] as const) {
      const { id } = await CASE_BUILDERS[kind](db);
      cases.push({ id, seen: (await requireWaitingCase(db, id)).seen });
    }
    const given = composeReason({ decision: "rejected", code: "advertising", message: "" });
    if (typeof given === "string") throw new Error(given);

    const outcomes = await decideCases(buildSite(db), { cases, decision: "rejected", ...given, decidedBy: ada });

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["decided", "no-such-reason"]);
  });

  test("reports a failed case, and still decides and undoes the others", async ({ db }) => {
    const ada = await editor(db);
    const cases: { id: string; seen: string }[] = [];
    for (const kind of ["held-review", "reported-photo", "held-question"] as const) {
      const { id } = await CASE_BUILDERS[kind](db);
      cases.push({ id, seen: (await requireWaitingCase(db, id)).seen });
    }
    const [first, second, third] = cases.map(({ id }) => id);
    await db.execute(sql`create function refuse_case() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await db.execute(
      sql`create trigger refuse_case before update on moderation_cases for each row when (old.kind = 'reported-photo') execute function refuse_case()`,
    );
    const approved = { decision: "approved", code: "in-order", reason: "", decidedBy: ada } as const;

    const outcomes = await decideCases(buildSite(db), { cases, ...approved });

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["decided", "failed", "decided"]);
    const results = async (given: typeof outcomes) =>
      summarizeBulkResults({
        outcomes: given,
        closed: await findDecidedCases(
          db,
          cases.map(({ id }) => id),
        ),
        open: await findOpenCases(
          db,
          cases.map(({ id }) => id),
        ),
        viewerId: ada,
      });
    expect(await results(outcomes)).toMatchObject({
      summary: "2 decided, 1 failed:",
      failures: [{ id: second, why: expect.stringContaining("went wrong on our side") }],
    });
    expect(new Set((await results(outcomes)).undoable)).toEqual(new Set([first, third]));

    await db.execute(sql`drop trigger refuse_case on moderation_cases`);
    const undone = await undoDecisions(buildSite(db, { now: LATER }), { ids: cases.map(({ id }) => id), by: ada });

    expect(undone).toEqual([
      { id: third, outcome: "undone" },
      { id: second, outcome: "undo-open" },
      { id: first, outcome: "undone" },
    ]);
    expect(await results(undone)).toMatchObject({ summary: "2 decisions undone, 1 failed:", undoable: [] });
    expect((await listOpenCases(db, { page: 1 })).count).toBe(3);
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

describe("the queue", () => {
  test("has pages, oldest first, with exact counts by kind and assignee", async ({ db }) => {
    const ada = await editor(db);
    const { id: placeId } = await buildPlace(db);
    for (let count = 0; count < 21; count += 1) {
      const review = await buildReview(db, { placeId, status: "held" });
      const now = new Date(NOW.getTime() + count * 1_000);
      await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["links"], now });
    }
    const { id: claim } = await CASE_BUILDERS.claim(db);
    const assigned = { caseId: claim, seen: null, assignedTo: ada, assignedBy: ada, now: NOW };
    expect(await assignCase(db, assigned)).toBe("assigned");

    const second = await listOpenCases(db, { page: 2 });
    expect([second.count, second.pageCount, second.cases.length]).toEqual([22, 2, 2]);
    expect((await listOpenCases(db, { page: 1, kinds: ["claim"] })).cases).toMatchObject([
      { assignee: { name: "Ada" } },
    ]);
    expect(await countOpenCasesByKind(db, { assignee: { id: ada } })).toEqual([{ kind: "claim", count: 1 }]);
    expect(await countOpenCasesByKind(db, { assignee: "nobody" })).toEqual([{ kind: "held-review", count: 21 }]);
    const [last] = second.cases.slice(-1);
    const after = { id: last?.id ?? "", openedAt: new Date(last?.openedAt ?? NOW) };
    const [first] = (await listOpenCases(db, { page: 1 })).cases;
    expect(await findNextOpenCaseId(db, { page: 1, after })).toBe(first?.id);
    expect(await findNextOpenCaseId(db, { page: 1, kinds: ["claim"], after: { id: claim, openedAt: NOW } })).toBeNull();
  });

  test("hides cases of a deleted place until the place is restored", async ({ db }) => {
    const ada = await editor(db);
    const { id } = await CASE_BUILDERS["suggested-edit"](db);
    const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, id));
    const deleted = { placeId: row?.placeId ?? 0, actor: { kind: "staff", id: ada }, now: NOW } as const;

    await deletePlace(db, deleted);
    expect([
      (await listOpenCases(db, { page: 1 })).count,
      await countOpenCasesByKind(db),
      await findOpenCases(db, [id]),
    ]).toEqual([0, [], []]);
    await restorePlace(db, deleted);
    expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([{ id }]);
  });

  test("can be filtered by several kinds, and hides the questions of a deleted account", async ({ db }) => {
    const { id, personId } = await CASE_BUILDERS["held-question"](db);
    await CASE_BUILDERS["reported-question"](db);
    await CASE_BUILDERS["held-review"](db);
    const posts = { page: 1, kinds: ["held-question", "reported-question"] } as const;

    expect((await listOpenCases(db, posts)).count).toBe(2);
    await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, personId));
    expect((await listOpenCases(db, posts)).cases).toMatchObject([{ kind: "reported-question", text: "Ask Bob." }]);
    expect(await findOpenCases(db, [id])).toEqual([]);
  });

  test("assigns a case only if its assignee is still the one that the editor saw", async ({ db }) => {
    const [ada, bea, member] = [await editor(db), await editor(db), (await buildUser(db)).id];
    const { id: caseId } = await CASE_BUILDERS["held-review"](db);
    const assign = (assignedTo: string | null, seen: string | null) =>
      assignCase(db, { caseId, seen, assignedTo, assignedBy: ada, now: NOW });

    expect(await assign(member, null)).toBe("not-admin");
    expect(await assign(ada, null)).toBe("assigned");
    expect(await assign(bea, null)).toBe("taken");
    expect(await assign(bea, ada)).toBe("assigned");
    expect(await assign(null, bea)).toBe("assigned");
    await decideBuiltCase(db, { id: caseId, decision: "approved", decidedBy: ada });
    expect(await assign(ada, null)).toBe("closed");
  });

  test("lists decided cases with the editor, time and reason", async ({ db }) => {
    const [ada, bea] = [await editor(db), await editor(db)];
    const { id } = await CASE_BUILDERS["held-review"](db);
    await decideBuiltCase(db, { id, decision: "rejected", code: "copied", message: "", decidedBy: ada });

    expect((await listDecidedCases(db, { page: 1, decidedBy: ada })).cases).toMatchObject([
      { id, decision: "rejected", code: "copied", decider: { name: "Ada" }, closedAt: NOW.toISOString() },
    ]);
    expect(await listDecidedCases(db, { page: 1, decidedBy: bea })).toMatchObject({
      cases: [],
      count: 0,
      pageCount: 1,
    });
  });
});

describe("rejection reasons", () => {
  test('must be on the list, with a message within the limit, which "something else" requires', () => {
    const give = (code: string, message: string) => composeReason({ decision: "rejected", code, message });

    expect(give("", "x")).toContain("Choose a reason");
    expect(give("in-order", "Words enough.")).toContain("Choose a reason");
    expect(give("other", "No.")).toContain("Write a message");
    expect(give("copied", "x".repeat(MESSAGE_CHARACTERS_MAX + 1))).toContain("at most 350");
    expect(give("advertising", "It names a shop.")).toEqual({
      code: "advertising",
      reason: "It advertises something. It names a shop.",
    });
    expect(composeReason({ decision: "approved", code: "copied", message: "" })).toEqual({
      code: "in-order",
      reason: "",
    });
  });

  test("fit the database column with the longest message", () => {
    for (const kind of CASE_KINDS) {
      for (const { code } of rejectionReasonsFor([kind])) {
        const given = composeReason({ decision: "rejected", code, message: "😀".repeat(MESSAGE_CHARACTERS_MAX) });
        expect(typeof given === "string" ? 999 : Array.from(given.reason).length, code).toBeLessThanOrEqual(500);
      }
    }
  });
});

test("public figures count each decision once by month, outcome and reason, with the median time and resubmissions", async ({
  db,
}) => {
  const ada = await editor(db);
  const hours = (count: number) => new Date(NOW.getTime() + count * 60 * 60_000);
  for (const [code, after] of [
    ["advertising", 1],
    ["advertising", 3],
    ["copied", 8],
  ] as const) {
    const { id } = await CASE_BUILDERS["held-review"](db);
    await decideBuiltCase(db, { id, decision: "rejected", code, message: "", decidedBy: ada, now: hours(after) });
  }
  const [rejected] = (await listDecidedCases(db, { page: 1, kinds: ["held-review"] })).cases;
  const [row] = await db
    .select()
    .from(moderationCases)
    .where(eq(moderationCases.id, rejected?.id ?? ""));
  const reviewId = row?.reviewId ?? "";
  await openReviewCase(db, { kind: "held-review", reviewId, reasons: ["edited"], now: hours(9) });
  const [again] = (await listOpenCases(db, { page: 1 })).cases;
  await decideBuiltCase(db, { id: again?.id ?? "", decision: "approved", decidedBy: ada, now: hours(13) });

  const [month, ...rest] = await monthlyFigures(db, hours(20));

  expect(rest).toEqual([]);
  expect(month).toMatchObject({
    month: "2027-01",
    label: "January 2027",
    decided: 4,
    undone: 0,
    again: 1,
    medianHours: 3.5,
  });
  expect(month?.counts.map(({ outcome, code, count }) => [outcome, code, count])).toEqual([
    ["approved", "in-order", 1],
    ["rejected", "advertising", 2],
    ["rejected", "copied", 1],
  ]);
  const { id: question } = await CASE_BUILDERS["reported-question"](db);
  await decideBuiltCase(db, { id: question, decision: "rejected", code: "off-topic", decidedBy: ada, now: hours(9) });
  const questions = (await countDecisions(db, hours(20))).filter(({ kind }) => kind === "reported-question");
  expect(questions).toMatchObject([{ outcome: "rejected", code: "off-topic", count: 1 }]);
  // Deleting the content keeps the count.
  await db.delete(reviews).where(eq(reviews.id, reviewId));
  await db.delete(placeQuestions).where(sql`true`);
  expect((await monthlyFigures(db, hours(20)))[0]?.decided).toBe(5);
});
