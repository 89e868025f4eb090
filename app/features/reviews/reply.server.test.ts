import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { reviewReplies } from "#app/db/schema/reviews.ts";
import { buildMoment, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { deleteReply, replyToReview } from "./reply.server.ts";
import { placeReviews } from "./review-queries.server.ts";
import { deleteReview } from "./write-review.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

test("a business's reply stands under the review with its day, and another takes its place", async ({ db }) => {
  const { review, owner } = await answered(db);

  const first = await repliesTo(db, review.placeId);
  await replyToReview(db, { reviewId: review.id, authorId: owner.id, body: "Thank you.\n\nCome again.", now: LATER });
  const unchanged = await repliesTo(db, review.placeId);
  await replyToReview(db, { reviewId: review.id, authorId: owner.id, body: "See you soon.", now: LATER });

  expect(first).toEqual([
    {
      paragraphs: ["Thank you.", "Come again."],
      repliedAt: NOW.toISOString(),
      repliedLabel: "Jan 13, 2027",
      isEdited: false,
    },
  ]);
  expect(unchanged).toEqual(first);
  expect(await repliesTo(db, review.placeId)).toMatchObject([
    { paragraphs: ["See you soon."], repliedAt: NOW.toISOString(), isEdited: true },
  ]);
});

test("whoever wrote the review is told once that it is answered, however the reply is reworded", async ({ db }) => {
  const { review, owner } = await answered(db);
  const given = { reviewId: review.id, authorId: owner.id, now: LATER };
  await replyToReview(db, { ...given, body: "See you soon." });

  const told = await db.select().from(notifications);

  expect(told).toMatchObject([{ userId: review.authorId, kind: "review-answered" }]);
});

test("nobody answers themselves, or a review that isn't shown", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const author = await buildUser(db);
  const own = await buildReview(db, { placeId, author });
  const held = await buildReview(db, { placeId, status: "held" });
  const reply = (reviewId: string) =>
    replyToReview(db, { reviewId, authorId: author.id, body: "Thank you.", now: NOW });

  const outcomes = [await reply(own.id), await reply(held.id), await reply(crypto.randomUUID())];

  expect(outcomes).toEqual(["own", "no-such-review", "no-such-review"]);
  expect(await db.$count(reviewReplies)).toBe(0);
});

test("a reply is taken away by itself, and goes with the review and with whoever wrote it", async ({ db }) => {
  const [one, two, three] = [await answered(db), await answered(db), await answered(db)];

  expect([await deleteReply(db, one.review.id), await deleteReply(db, one.review.id)]).toEqual(["deleted", "none"]);
  await deleteReview(db, { ...two.review, now: NOW });
  await db.delete(users).where(eq(users.id, three.owner.id));

  expect(await db.$count(reviewReplies)).toBe(0);
  expect(await repliesTo(db, three.review.placeId)).toEqual([null]);
});

test("while its writer's account is deleted and can be had back, a reply isn't shown", async ({ db }) => {
  const { review, owner } = await answered(db);
  const mark = (deletedAt: Date | null) => db.update(users).set({ deletedAt }).where(eq(users.id, owner.id));

  await mark(NOW);
  const meanwhile = await repliesTo(db, review.placeId);
  await mark(null);

  expect(meanwhile).toEqual([null]);
  expect(await repliesTo(db, review.placeId)).toMatchObject([{ paragraphs: ["Thank you.", "Come again."] }]);
});

async function answered(db: Database) {
  const { id: placeId } = await buildPlace(db);
  const review = await buildReview(db, { placeId });
  const owner = await buildUser(db, { role: "business" });
  const body = "Thank you.\n\nCome again.";
  expect(await replyToReview(db, { reviewId: review.id, authorId: owner.id, body, now: NOW })).toBe("replied");
  return { review, owner };
}

async function repliesTo(db: Database, placeId: number) {
  const asked = { placeId, readerId: null, sort: "newest", stars: null, page: 1 } as const;
  return (await placeReviews(db, asked, buildMoment())).reviews.map(({ reply }) => reply);
}
