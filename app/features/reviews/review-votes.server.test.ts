import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviewReports, reviewVotes } from "#app/db/schema/reviews.ts";
import { waitingCases } from "#app/features/moderation/cases.server.ts";
import { buildMoment, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "./decide-review.server.ts";
import { placeReviews } from "./review-queries.server.ts";
import { findPublishedReview, hasReported, reportReview, voteHelpful } from "./review-votes.server.ts";

test("a member's vote counts once, can be taken back, and is shown to each reader as theirs or not", async ({ db }) => {
  const { placeId, review } = await shownReview(db);
  const [one, other] = [await buildUser(db), await buildUser(db)];
  const vote = (userId: string, isHelpful: boolean) => voteHelpful(db, { review, userId, isHelpful, now: NOW });

  await vote(one.id, true);
  await vote(one.id, true);
  await vote(other.id, true);
  await vote(other.id, false);

  const seenBy = async (readerId: string | null) => {
    const asked = { placeId, readerId, sort: "newest", stars: null, page: 1 } as const;
    const [shown] = (await placeReviews(db, asked, buildMoment())).reviews;
    return [shown?.helpfulCount, shown?.mine];
  };
  expect(await seenBy(one.id)).toEqual([1, "found-helpful"]);
  expect(await seenBy(other.id)).toEqual([1, null]);
  expect(await seenBy(null)).toEqual([1, null]);
  expect(await seenBy(review.authorId)).toEqual([1, "written"]);
});

test("nobody votes for or reports their own review", async ({ db }) => {
  const { review } = await shownReview(db);
  const { authorId } = review;

  expect(await voteHelpful(db, { review, userId: authorId, isHelpful: true, now: NOW })).toBe("own");
  expect(await reportReview(db, { review, reporterId: authorId, reason: "spam", note: "", now: NOW })).toBe("own");
  expect([await db.$count(reviewVotes), await db.$count(reviewReports), await db.$count(moderationCases)]).toEqual([
    0, 0, 0,
  ]);
});

test("reports of several members are one case with all their reasons and words, and a second of one changes nothing", async ({
  db,
}) => {
  const { review } = await shownReview(db);
  const [one, other] = [await buildUser(db), await buildUser(db)];
  const report = (reporterId: string, reason: "spam" | "private", note: string) =>
    reportReview(db, { review, reporterId, reason, note, now: NOW });

  await report(one.id, "spam", "He sells these.");
  await report(one.id, "private", "And more.");
  await report(other.id, "private", "");

  expect((await waitingCases(db, { page: 1 })).cases).toMatchObject([
    { kind: "reported-review", reasons: ["private", "spam"], notes: ["He sells these."], review: { isShown: true } },
  ]);
  expect(await hasReported(db, { reviewId: review.id, reporterId: other.id })).toBe(true);
  expect(await hasReported(db, { reviewId: review.id, reporterId: review.authorId })).toBe(false);
});

test("whoever has reported a review can't open its case again once it is decided", async ({ db }) => {
  const { review } = await shownReview(db);
  const [reporter, moderator] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const report = () => reportReview(db, { review, reporterId: reporter.id, reason: "spam", note: "", now: NOW });
  await report();
  await decideReview(db, {
    reviewId: review.id,
    version: 1,
    decision: "approved",
    reason: "",
    decidedBy: moderator.id,
    now: NOW,
  });

  await report();

  expect((await waitingCases(db, { page: 1 })).count).toBe(0);
});

test("only what is published can be found for a vote or a report", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const reviewOf = async (status: "closed" | "removed") =>
    buildReview(db, { placeId: (await buildPlace(db, { status })).id });
  const held = await buildReview(db, { placeId, status: "held" });
  const [closed, removed] = [await reviewOf("closed"), await reviewOf("removed")];

  expect(await findPublishedReview(db, held.id)).toBeNull();
  expect(await findPublishedReview(db, removed.id)).toBeNull();
  // The page of a place that has closed stays, and with it what is said there.
  expect(await findPublishedReview(db, closed.id)).toMatchObject({ id: closed.id });
  expect(await findPublishedReview(db, crypto.randomUUID())).toBeNull();
});

async function shownReview(db: Database) {
  const { id: placeId } = await buildPlace(db);
  const { id } = await buildReview(db, { placeId });
  const review = await findPublishedReview(db, id);
  if (review === null) throw new Error("The review was not found");
  return { placeId, review };
}
