import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { reviewReplies } from "#app/db/schema/reviews.ts";
import { buildRequestContext, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { deleteReply, replyToReview } from "./reply.server.ts";
import { loadPlaceReviews } from "../show/review-queries.server.ts";
import { deleteReview } from "../write/write-review.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

test("a business's reply is shown with its date, and a new reply replaces it", async ({ db }) => {
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

test("the review's author is notified of the first reply, not of changes to it", async ({ db }) => {
  const { review, owner } = await answered(db);
  const given = { reviewId: review.id, authorId: owner.id, now: LATER };
  await replyToReview(db, { ...given, body: "See you soon." });

  const sent = await db.select().from(notifications);

  expect(sent).toMatchObject([{ userId: review.authorId, kind: "review-answered" }]);
});

test("authors can't reply to their own review, and no one to a hidden review", async ({ db }) => {
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

test("a reply can be deleted, and is deleted with its review or its writer's account", async ({ db }) => {
  const [one, two, three] = [await answered(db), await answered(db), await answered(db)];

  const deletion = { reviewId: one.review.id, by: one.owner.id, now: LATER };
  expect([await deleteReply(db, deletion), await deleteReply(db, deletion)]).toEqual(["deleted", "none"]);
  await deleteReview(db, { ...two.review, now: NOW });
  await db.delete(users).where(eq(users.id, three.owner.id));

  expect(await db.$count(reviewReplies)).toBe(0);
  expect(await repliesTo(db, three.review.placeId)).toEqual([null]);
});

test("each change of a reply is in the audit log once", async ({ db }) => {
  const { review, owner } = await answered(db);
  const manager = await buildUser(db);
  await replyToReview(db, { reviewId: review.id, authorId: owner.id, body: "Thank you.\n\nCome again.", now: LATER });
  await replyToReview(db, { reviewId: review.id, authorId: manager.id, body: "See you soon.", now: LATER });
  await deleteReply(db, { reviewId: review.id, by: owner.id, now: LATER });

  const [first, second, gone] = ["Thank you.\n\nCome again.", "See you soon.", null].map((reply) => reply && { reply });
  const { actorKind, subjectKind, subjectId, mentions } = auditEntries;
  const { actorId, action, before, after } = auditEntries;
  const rows = await db
    .select({ actorKind, actorId, action, subjectKind, subjectId, before, after, mentions })
    .from(auditEntries)
    .where(eq(subjectId, review.id))
    .orderBy(auditEntries.id);
  const about = { actorKind: "owner", subjectKind: "review", subjectId: review.id };
  expect(rows).toMatchObject([
    { ...about, actorId: owner.id, action: "reply.write", before: null, after: first },
    { ...about, actorId: manager.id, action: "reply.write", before: first, after: second },
    { ...about, actorId: owner.id, action: "reply.delete", before: second, after: gone },
  ]);
  expect(rows.every((row) => review.authorId !== null && row.mentions.includes(review.authorId))).toBe(true);
});

test("deleting an account removes its replies from the audit log, even if others changed or deleted them", async ({
  db,
}) => {
  const [reworded, deleted] = [await answered(db), await answered(db)];
  const by = (await buildUser(db)).id;
  await replyToReview(db, { reviewId: reworded.review.id, authorId: by, body: "See you soon.", now: LATER });
  await deleteReply(db, { reviewId: deleted.review.id, by, now: LATER });
  const logged = async () => JSON.stringify(await db.select().from(auditEntries));
  expect((await logged()).match(/Come again/g)).toHaveLength(4);

  for (const { owner: colleague } of [reworded, deleted]) await db.delete(users).where(eq(users.id, colleague.id));

  expect(await logged()).not.toContain("Come again");
});

test("a reply is hidden while its writer's account is deleted but restorable", async ({ db }) => {
  const { review, owner } = await answered(db);
  const setDeletedAt = (deletedAt: Date | null) => db.update(users).set({ deletedAt }).where(eq(users.id, owner.id));

  await setDeletedAt(NOW);
  const meanwhile = await repliesTo(db, review.placeId);
  await setDeletedAt(null);

  expect(meanwhile).toEqual([null]);
  expect(await repliesTo(db, review.placeId)).toMatchObject([{ paragraphs: ["Thank you.", "Come again."] }]);
});

test("another manager can replace the reply of a deleted account, even with the same text", async ({ db }) => {
  const { review, owner: colleague } = await answered(db);
  const owner = await buildUser(db);
  await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, colleague.id));

  const body = "Thank you.\n\nCome again.";
  expect(await replyToReview(db, { reviewId: review.id, authorId: owner.id, body, now: LATER })).toBe("replied");

  expect(await repliesTo(db, review.placeId)).toMatchObject([{ paragraphs: ["Thank you.", "Come again."] }]);
  await db.delete(users).where(eq(users.id, colleague.id));
  expect(await db.$count(reviewReplies)).toBe(1);
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
  const query = { placeId, readerId: null, sort: "newest", stars: null, page: 1 } as const;
  return (await loadPlaceReviews(db, query, buildRequestContext())).reviews.map(({ reply }) => reply);
}
