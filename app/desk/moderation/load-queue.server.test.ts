import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { assignCase } from "#app/core/cases/assign-case.server.ts";
import {
  listDecidedCases,
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
import { deletePlace, restorePlace } from "#app/guide/places/facts/delete-place.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideBuiltCase, CASE_BUILDERS, editor } from "./triage-builders.ts";

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
