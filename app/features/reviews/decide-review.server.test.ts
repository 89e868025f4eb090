import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeRatings, type reviews } from "#app/db/schema/reviews.ts";
import { openReviewCase, waitingCases } from "#app/features/moderation/cases.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { buildMoment, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "./decide-review.server.ts";
import { findOwnReview, ownReviewNote, statusWords } from "./own-review.server.ts";
import { placeReviews } from "./review-queries.server.ts";
import { findPublishedReview, reportReview } from "./review-votes.server.ts";
import { writeReview } from "./write-review.server.ts";

test("a held review that is approved is shown and counted, and its case is closed", async ({ db }) => {
  const { review, moderator } = await heldReview(db);
  const before = await shownCount(db, review.placeId);

  const outcome = await decide(db, { review, moderator, decision: "approved" });

  expect([before, outcome, await shownCount(db, review.placeId)]).toEqual([0, "decided", 1]);
  expect((await waitingCases(db, { page: 1 })).count).toBe(0);
  const [closed] = await db.select().from(moderationCases);
  expect(closed).toMatchObject({ decision: "approved", decidedBy: moderator.id, closedAt: NOW });
});

test("a rejected one is neither, and its author reads why; changed, it waits anew", async ({ db }) => {
  const { review, moderator } = await heldReview(db);
  const own = { placeId: review.placeId, authorId: review.authorId };

  await decide(db, { review, moderator, decision: "rejected", reason: "It is about the place next door." });

  const rejected = await findOwnReview(db, own);
  expect(await shownCount(db, review.placeId)).toBe(0);
  expect(rejected === null ? "" : statusWords(rejected)).toBe(
    "A moderator decided not to publish your review: It is about the place next door.",
  );
  const words = {
    stars: 3,
    body: "Now it is about this very place.",
    visitMonth: "2026-12",
    relation: "none",
  } as const;
  expect(await writeReview(db, { ...own, version: 1, words, mark: "m", now: NOW })).toBe("held");
  expect((await waitingCases(db, { page: 1 })).cases).toMatchObject([
    { kind: "held-review", reasons: ["edited"], review: { version: 2, isShown: false } },
  ]);
});

test("a published review that is rejected after a report leaves the page and the mean", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId, stars: 1 });
  await buildReview(db, { placeId, stars: 5 });
  await openReviewCase(db, { kind: "reported-review", reviewId: review.id, reasons: ["spam"], now: NOW });
  const moderator = await buildUser(db, { role: "admin" });

  await decide(db, { review, moderator, decision: "rejected", reason: "Spam." });

  const [rating] = await db.select().from(placeRatings).where(eq(placeRatings.placeId, placeId));
  expect(rating).toMatchObject({ reviewCount: 1, starsSum: 5 });
});

test("nobody decides about words they haven't read, about what is decided, or about their own", async ({ db }) => {
  const { review, moderator } = await heldReview(db);
  const author = { id: review.authorId };

  const outcomes = [
    await decide(db, { review: { ...review, version: 2 }, moderator, decision: "approved" }),
    await decide(db, { review, moderator: author, decision: "approved" }),
    await decide(db, { review, moderator, decision: "approved" }),
    await decide(db, { review, moderator, decision: "rejected", reason: "Too late for that." }),
    await decide(db, { review: { ...review, id: crypto.randomUUID() }, moderator, decision: "approved" }),
  ];

  expect(outcomes).toEqual(["changed", "own", "decided", "closed", "closed"]);
  expect(await shownCount(db, review.placeId)).toBe(1);
});

test("a case is one however often it is opened, with every reason, until it is closed", async ({ db }) => {
  const { review, moderator } = await heldReview(db);
  const open = (reason: string) =>
    openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: [reason], now: NOW });

  await open("duplicate-text");
  await open("links");
  const [one] = (await waitingCases(db, { page: 1 })).cases;
  await decide(db, { review, moderator, decision: "approved" });
  await open("links");

  expect(one?.reasons).toEqual(["duplicate-text", "links"]);
  expect(await db.$count(moderationCases)).toBe(2);
});

test("the author of a held review is told what became of it", async ({ db }) => {
  const [approved, rejected] = [await heldReview(db), await heldReview(db)];

  await decide(db, { ...approved, decision: "approved" });
  await decide(db, { ...rejected, decision: "rejected", reason: "It is about another place." });

  expect(await toldTo(db, approved.review.authorId)).toEqual([
    expect.stringMatching(/^Your review of .* is published$/),
  ]);
  expect(await toldTo(db, rejected.review.authorId)).toEqual([
    expect.stringMatching(/^Your review of .* is not published$/),
  ]);
  expect(await toldTo(db, approved.moderator.id)).toEqual([]);
});

test("whoever reported a review is told what became of it, once; its author only when it goes", async ({ db }) => {
  const { id: placeId } = await buildPlace(db, { name: "Corner" });
  const review = await buildReview(db, { placeId });
  const [first, second, moderator] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  const report = async (reporterId: string, now: Date) => {
    const reported = await findPublishedReview(db, review.id);
    if (reported === null) throw new Error("The review is not there");
    await reportReview(db, { review: reported, reporterId, reason: "spam", note: "", now });
  };

  await report(first.id, NOW);
  await decide(db, { review, moderator, decision: "approved" });
  const kept = "A review of Corner that you reported stays up";
  expect([await toldTo(db, first.id), await toldTo(db, review.authorId)]).toEqual([[kept], []]);

  await report(second.id, new Date(NOW.getTime() + 60_000));
  await decide(db, {
    review,
    moderator,
    decision: "rejected",
    reason: "Spam.",
    now: new Date(NOW.getTime() + 120_000),
  });
  expect(await toldTo(db, first.id)).toEqual([kept]);
  expect(await toldTo(db, second.id)).toEqual(["A review of Corner that you reported was removed"]);
  expect(await toldTo(db, review.authorId)).toEqual(["Your review of Corner is not published"]);
});

test("what came to nothing tells nobody", async ({ db }) => {
  const { review, moderator } = await heldReview(db);

  await decide(db, { review: { ...review, version: 2 }, moderator, decision: "approved" });

  expect(await toldTo(db, review.authorId)).toEqual([]);
});

test("what waits comes in pages, the longest first", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  for (let minute = 0; minute < 23; minute += 1) {
    const review = await buildReview(db, { placeId, status: "held" });
    const now = new Date(NOW.getTime() - minute * 60_000);
    await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["links"], now });
  }

  const [first, second] = [await waitingCases(db, { page: 1 }), await waitingCases(db, { page: 2 })];

  expect([first.count, first.pageCount, first.cases.length, second.cases.length]).toEqual([23, 2, 20, 3]);
  const openedAt = [...first.cases, ...second.cases].map((each) => each.openedAt);
  expect(openedAt).toEqual(openedAt.toSorted());
});

test("a moderator who goes leaves the decision", async ({ db }) => {
  const { review, moderator } = await heldReview(db);
  await decide(db, { review, moderator, decision: "approved" });

  await db.delete(users).where(eq(users.id, moderator.id));

  expect(await db.select().from(moderationCases)).toMatchObject([{ decision: "approved", decidedBy: null }]);
});

test("a place's page offers each reader what is theirs", async ({ db }) => {
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
    ownReviewNote(db, { placeId: review.placeId, viewer: id === null ? null : viewer(id) });

  expect(await noteFor(null)).toEqual({ label: "Write a review", note: null });
  expect(await noteFor((await buildUser(db)).id)).toEqual({ label: "Write a review", note: null });
  expect(await noteFor(review.authorId)).toMatchObject({
    label: "Edit your review",
    note: expect.stringMatching(/^Your review waits for a moderator/),
  });
});

async function heldReview(db: Database) {
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId, status: "held" });
  await openReviewCase(db, { kind: "held-review", reviewId: review.id, reasons: ["links"], now: NOW });
  return { review, moderator: await buildUser(db, { role: "admin" }) };
}

function decide(
  db: Database,
  given: {
    review: Pick<typeof reviews.$inferSelect, "id" | "version">;
    moderator: { id: string };
    decision: "approved" | "rejected";
    reason?: string;
    now?: Date;
  },
) {
  const { review, moderator, decision, reason = "", now = NOW } = given;
  return decideReview(db, {
    reviewId: review.id,
    version: review.version,
    decision,
    reason,
    decidedBy: moderator.id,
    now,
  });
}

async function toldTo(db: Database, userId: string): Promise<string[]> {
  return (await listNotifications(db, { userId, page: 1, count: 20 })).items.map(({ title }) => title);
}

async function shownCount(db: Database, placeId: number): Promise<number> {
  const { reviews: shown, rating } = await placeReviews(
    db,
    { placeId, readerId: null, sort: "newest", stars: null, page: 1 },
    buildMoment(),
  );
  expect(rating?.count ?? 0, "what is counted is what is shown").toBe(shown.length);
  return shown.length;
}
