import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeRatings, type reviews } from "#app/db/schema/reviews.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { buildRequestContext, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "./decide-review.server.ts";
import { findOwnReview, findOwnReviewNote, describeReviewStatus } from "../write/own-review.server.ts";
import { loadPlaceReviews } from "../show/review-queries.server.ts";
import { findPublishedReview, reportReview } from "../write/review-votes.server.ts";
import { writeReview } from "../write/write-review.server.ts";

test("approving a held review shows and counts it, and closes its case", async ({ db }) => {
  const { review, editor } = await heldReview(db);
  const before = await visibleCount(db, review.placeId);

  const outcome = await decide(db, { review, editor, decision: "approved" });

  expect([before, outcome, await visibleCount(db, review.placeId)]).toEqual([0, "decided", 1]);
  expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
  const [closed] = await db.select().from(moderationCases);
  expect(closed).toMatchObject({ decision: "approved", decidedBy: editor.id, closedAt: NOW });
});

test("a rejected review is hidden, its author reads the reason, and an edit is held again", async ({ db }) => {
  const { review, editor } = await heldReview(db);
  const own = { placeId: review.placeId, authorId: review.authorId };

  await decide(db, { review, editor, decision: "rejected", reason: "It is about the place next door." });

  const rejected = await findOwnReview(db, own);
  expect(await visibleCount(db, review.placeId)).toBe(0);
  expect(rejected === null ? "" : describeReviewStatus(rejected)).toBe(
    "An editor decided not to publish your review: It is about the place next door.",
  );
  const words = {
    stars: 3,
    body: "Now it is about this very place.",
    visitMonth: "2026-12",
    relation: "none",
  } as const;
  expect(await writeReview(db, { ...own, version: 1, review: words, browserId: "m", now: NOW })).toBe("held");
  expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([
    { kind: "held-review", reasons: ["edited"], review: { version: 2, isShown: false } },
  ]);
});

test("rejecting a reported review removes it from the page and the rating", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId, stars: 1 });
  await buildReview(db, { placeId, stars: 5 });
  await openReviewCase(db, { kind: "reported-review", reviewId: review.id, reasons: ["spam"], now: NOW });
  const editor = await buildUser(db, { role: "admin" });

  await decide(db, { review, editor, decision: "rejected", reason: "Spam." });

  const [rating] = await db.select().from(placeRatings).where(eq(placeRatings.placeId, placeId));
  expect(rating).toMatchObject({ reviewCount: 1, starsSum: 5 });
});

test("deciding fails for an edited review, a closed case and one's own review", async ({ db }) => {
  const { review, editor } = await heldReview(db);
  const author = { id: review.authorId };

  const outcomes = [
    await decide(db, { review: { ...review, version: 2 }, editor, decision: "approved" }),
    await decide(db, { review, editor: author, decision: "approved" }),
    await decide(db, { review, editor, decision: "approved" }),
    await decide(db, { review, editor, decision: "rejected", reason: "Too late for that." }),
    await decide(db, { review: { ...review, id: crypto.randomUUID() }, editor, decision: "approved" }),
  ];

  expect(outcomes).toEqual(["changed", "own", "decided", "closed", "closed"]);
  expect(await visibleCount(db, review.placeId)).toBe(1);
});

test("opening a case again adds its reasons to the open case; after closing, a new case is opened", async ({ db }) => {
  const { review, editor } = await heldReview(db);
  const open = (reason: string) =>
    openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: [reason], now: NOW });

  await open("duplicate-text");
  await open("links");
  const [openCase] = (await listOpenCases(db, { page: 1 })).cases;
  await decide(db, { review, editor, decision: "approved" });
  await open("links");

  expect(openCase?.reasons).toEqual(["duplicate-text", "links"]);
  expect(await db.$count(moderationCases)).toBe(2);
});

test("the author of a held review is notified of the decision", async ({ db }) => {
  const [approved, rejected] = [await heldReview(db), await heldReview(db)];

  await decide(db, { ...approved, decision: "approved" });
  await decide(db, { ...rejected, decision: "rejected", reason: "It is about another place." });

  expect(await notificationTitles(db, approved.review.authorId)).toEqual([
    expect.stringMatching(/^Your review of .* is published$/),
  ]);
  expect(await notificationTitles(db, rejected.review.authorId)).toEqual([
    expect.stringMatching(/^Your review of .* is not published$/),
  ]);
  expect(await notificationTitles(db, approved.editor.id)).toEqual([]);
});

test("reporters are notified of the decision once, and the author only of a rejection", async ({ db }) => {
  const { id: placeId } = await buildPlace(db, { name: "Corner" });
  const review = await buildReview(db, { placeId });
  const [first, second, editor] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  const report = async (reporterId: string, now: Date) => {
    const reported = await findPublishedReview(db, review.id);
    if (reported === null) throw new Error("The review is not there");
    await reportReview(db, { review: reported, reporterId, reason: "spam", note: "", now });
  };

  await report(first.id, NOW);
  await decide(db, { review, editor, decision: "approved" });
  const rejectedTitle = "A review of Corner that you reported stays up";
  expect([await notificationTitles(db, first.id), await notificationTitles(db, review.authorId)]).toEqual([
    [rejectedTitle],
    [],
  ]);

  await report(second.id, new Date(NOW.getTime() + 60_000));
  await decide(db, {
    review,
    editor,
    decision: "rejected",
    reason: "Spam.",
    now: new Date(NOW.getTime() + 120_000),
  });
  expect(await notificationTitles(db, first.id)).toEqual([rejectedTitle]);
  expect(await notificationTitles(db, second.id)).toEqual(["A review of Corner that you reported was removed"]);
  expect(await notificationTitles(db, review.authorId)).toEqual(["Your review of Corner is not published"]);
});

test("a refused decision notifies no one", async ({ db }) => {
  const { review, editor } = await heldReview(db);

  await decide(db, { review: { ...review, version: 2 }, editor, decision: "approved" });

  expect(await notificationTitles(db, review.authorId)).toEqual([]);
});

test("open cases are paged, oldest first", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  for (let minute = 0; minute < 23; minute += 1) {
    const review = await buildReview(db, { placeId, status: "held" });
    const now = new Date(NOW.getTime() - minute * 60_000);
    await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["links"], now });
  }

  const [first, second] = [await listOpenCases(db, { page: 1 }), await listOpenCases(db, { page: 2 })];

  expect([first.count, first.pageCount, first.cases.length, second.cases.length]).toEqual([23, 2, 20, 3]);
  const openedAt = [...first.cases, ...second.cases].map((each) => each.openedAt);
  expect(openedAt).toEqual(openedAt.toSorted());
});

test("a decision outlives the editor's account", async ({ db }) => {
  const { review, editor } = await heldReview(db);
  await decide(db, { review, editor, decision: "approved" });

  await db.delete(users).where(eq(users.id, editor.id));

  expect(await db.select().from(moderationCases)).toMatchObject([{ decision: "approved", decidedBy: null }]);
});

test("a place's page offers each viewer to write a review or edit their own", async ({ db }) => {
  const { review } = await heldReview(db);
  const viewer = (id: string) => ({
    id,
    name: "Mia",
    email: null,
    role: "member" as const,
    tier: null,
    pictureUrl: null,
    session: { id: "", expiresAt: NOW },
  });
  const noteFor = (id: string | null) =>
    findOwnReviewNote(db, { placeId: review.placeId, viewer: id === null ? null : viewer(id) });

  expect(await noteFor(null)).toEqual({ label: "Write a review", note: null });
  expect(await noteFor((await buildUser(db)).id)).toEqual({ label: "Write a review", note: null });
  expect(await noteFor(review.authorId)).toMatchObject({
    label: "Edit your review",
    note: expect.stringMatching(/^Your review is waiting for approval/),
  });
});

async function heldReview(db: Database) {
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId, status: "held" });
  await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["links"], now: NOW });
  return { review, editor: await buildUser(db, { role: "admin" }) };
}

function decide(
  db: Database,
  given: {
    review: Pick<typeof reviews.$inferSelect, "id" | "version">;
    editor: { id: string };
    decision: "approved" | "rejected";
    reason?: string;
    now?: Date;
  },
) {
  const { review, editor, decision, reason = "", now = NOW } = given;
  return decideReview(db, {
    reviewId: review.id,
    version: review.version,
    decision,
    reason,
    decidedBy: editor.id,
    now,
  });
}

async function notificationTitles(db: Database, userId: string): Promise<string[]> {
  return (await listNotifications(db, { userId, page: 1, count: 20 })).items.map(({ title }) => title);
}

async function visibleCount(db: Database, placeId: number): Promise<number> {
  const { reviews: visible, rating } = await loadPlaceReviews(
    db,
    { placeId, readerId: null, sort: "newest", stars: null, page: 1 },
    buildRequestContext(),
  );
  expect(rating?.count ?? 0, "the rating counts the visible reviews").toBe(visible.length);
  return visible.length;
}
