import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviewReports, reviewVotes } from "#app/db/schema/reviews.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { buildRequestContext, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "../review/decide-review.server.ts";
import { loadPlaceReviews } from "../show/review-queries.server.ts";
import { findPublishedReview, hasReported, reportReview, voteHelpful } from "./review-votes.server.ts";

test("a member's vote counts once, can be removed, and is marked for the voter only", async ({ db }) => {
  const { placeId, review } = await buildVotedReview(db);
  const [one, other] = [await buildUser(db), await buildUser(db)];
  const vote = (userId: string, isHelpful: boolean) => voteHelpful(db, { review, userId, isHelpful, now: NOW });

  await vote(one.id, true);
  await vote(one.id, true);
  await vote(other.id, true);
  await vote(other.id, false);

  const viewFor = async (readerId: string | null) => {
    const query = { placeId, readerId, sort: "newest", stars: null, page: 1 } as const;
    const [shown] = (await loadPlaceReviews(db, query, buildRequestContext())).reviews;
    return [shown?.helpfulCount, shown?.viewerRelation];
  };
  expect(await viewFor(one.id)).toEqual([1, "found-helpful"]);
  expect(await viewFor(other.id)).toEqual([1, null]);
  expect(await viewFor(null)).toEqual([1, null]);
  expect(await viewFor(review.authorId)).toEqual([1, "written"]);
});

test("members can't vote for or report their own review", async ({ db }) => {
  const { review } = await buildVotedReview(db);
  const { authorId } = review;

  expect(await voteHelpful(db, { review, userId: authorId, isHelpful: true, now: NOW })).toBe("own");
  expect(await reportReview(db, { review, reporterId: authorId, reason: "spam", note: "", now: NOW })).toBe("own");
  expect([await db.$count(reviewVotes), await db.$count(reviewReports), await db.$count(moderationCases)]).toEqual([
    0, 0, 0,
  ]);
});

test("reports by several members share one case with all reasons and notes; a member's second report is ignored", async ({
  db,
}) => {
  const { review } = await buildVotedReview(db);
  const [one, other] = [await buildUser(db), await buildUser(db)];
  const report = (reporterId: string, reason: "spam" | "private", note: string) =>
    reportReview(db, { review, reporterId, reason, note, now: NOW });

  await report(one.id, "spam", "He sells these.");
  await report(one.id, "private", "And more.");
  await report(other.id, "private", "");

  expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([
    { kind: "reported-review", reasons: ["private", "spam"], notes: ["He sells these."], review: { isShown: true } },
  ]);
  expect(await hasReported(db, { reviewId: review.id, reporterId: other.id })).toBe(true);
  expect(await hasReported(db, { reviewId: review.id, reporterId: review.authorId })).toBe(false);
});

test("a member can't reopen a decided case by reporting the review again", async ({ db }) => {
  const { review } = await buildVotedReview(db);
  const [reporter, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const report = () => reportReview(db, { review, reporterId: reporter.id, reason: "spam", note: "", now: NOW });
  await report();
  await decideReview(db, {
    reviewId: review.id,
    version: 1,
    decision: "approved",
    reason: "",
    decidedBy: editor.id,
    now: NOW,
  });

  await report();

  expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
});

test("only published reviews can be voted for or reported", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const reviewOf = async (status: "closed" | "removed") =>
    buildReview(db, { placeId: (await buildPlace(db, { status })).id });
  const held = await buildReview(db, { placeId, status: "held" });
  const [closed, removed] = [await reviewOf("closed"), await reviewOf("removed")];

  expect(await findPublishedReview(db, held.id)).toBeNull();
  expect(await findPublishedReview(db, removed.id)).toBeNull();
  // A closed place keeps its page and reviews.
  expect(await findPublishedReview(db, closed.id)).toMatchObject({ id: closed.id });
  expect(await findPublishedReview(db, crypto.randomUUID())).toBeNull();
});

async function buildVotedReview(db: Database) {
  const { id: placeId } = await buildPlace(db);
  const { id } = await buildReview(db, { placeId });
  const review = await findPublishedReview(db, id);
  if (review === null) throw new Error("The review was not found");
  return { placeId, review };
}
