import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { placeRatings, reviews } from "#app/db/schema/reviews.ts";
import { deleteAccount } from "#app/people/accounts/standing/delete-account.server.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { buildRequestContext, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideReview } from "../review/decide-review.server.ts";
import { restoreReviews, withdrawReviews } from "./deleted-author-reviews.server.ts";
import { listMemberReviews } from "../show/list-member-reviews.server.ts";
import { loadPlaceReviews } from "../show/review-queries.server.ts";

test("withdrawn reviews are hidden and not counted until they are restored with their former status", async ({
  db,
}) => {
  const author = await buildUser(db);
  const [{ id: placeId }, { id: heldPlaceId }] = [await buildPlace(db), await buildPlace(db)];
  await buildReview(db, { placeId, author, stars: 1 });
  await buildReview(db, { placeId, stars: 5 });
  await buildReview(db, { placeId: heldPlaceId, author, status: "held" });

  await withdrawReviews(db, author.id);
  expect(await ratingOf(db, placeId)).toEqual({ shown: 1, count: 1, sum: 5 });
  expect((await listMemberReviews(db, { authorId: author.id, page: 1 }, buildRequestContext())).count).toBe(0);

  await restoreReviews(db, author.id);
  expect(await ratingOf(db, placeId)).toEqual({ shown: 2, count: 2, sum: 6 });
  expect(await ratingOf(db, heldPlaceId)).toEqual({ shown: 0, count: 0, sum: 0 });
  const statuses = await db.select().from(reviews).where(eq(reviews.authorId, author.id));
  expect(statuses.map(({ status }) => status).toSorted()).toEqual(["held", "published"]);
});

test("an editor can't approve a review of a deleted account", async ({ db }) => {
  const author = await buildUser(db);
  const editor = await buildUser(db, { role: "admin" });
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId, author });
  await openReviewCase(db, { kind: "reported-review", reviewId: review.id, reasons: ["spam"], now: NOW });
  expect((await listOpenCases(db, { page: 1 })).count).toBe(1);

  await deleteAccount(db, { userId: author.id, now: NOW });
  await withdrawReviews(db, author.id);

  expect(await listOpenCases(db, { page: 1 })).toEqual({ cases: [], count: 0, pageCount: 1 });
  const decided = { reviewId: review.id, version: 1, decision: "approved", reason: "", now: NOW } as const;
  expect(await decideReview(db, { ...decided, decidedBy: editor.id })).toBe("closed");
  expect(await ratingOf(db, placeId)).toEqual({ shown: 0, count: 0, sum: 0 });
});

test("a review links to its author's profile and picture only if the profile is public", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const [open, closed] = [await buildUser(db, { isPublic: true }), await buildUser(db)];
  const suspended = await buildUser(db, { isPublic: true, suspendedAt: NOW });
  for (const author of [open, closed, suspended]) await buildReview(db, { placeId, author });

  const { reviews: shown } = await loadPlaceReviews(
    db,
    { placeId, readerId: null, sort: "newest", stars: null, page: 1 },
    buildRequestContext(),
  );

  const profiles = new Map(shown.map(({ author }) => [author.name, author.profile]));
  expect(profiles.get(open.name)?.path).toBe(`/members/${open.id}`);
  expect(profiles.get(open.name)?.picture.day).toMatch(/^\/pictures\/members\/\d+-day\.svg$/);
  expect(profiles.get(closed.name)).toBeNull();
  expect(profiles.get(suspended.name)).toBeNull();
});

async function ratingOf(db: Database, placeId: number) {
  const moment = buildRequestContext();
  const query = { placeId, readerId: null, sort: "newest", stars: null, page: 1 } as const;
  const [row] = await db
    .select()
    .from(placeRatings)
    .where(and(eq(placeRatings.placeId, placeId), eq(placeRatings.isDemo, false)));
  const { reviews: shown } = await loadPlaceReviews(db, query, moment);
  return { shown: shown.length, count: row?.reviewCount ?? 0, sum: row?.starsSum ?? 0 };
}
