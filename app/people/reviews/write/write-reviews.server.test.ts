import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeRatings, reviews } from "#app/db/schema/reviews.ts";
import { places } from "#app/db/schema/places.ts";
import { PAGE_TAGS_CHANNEL } from "#app/platform/page-tags.server.ts";
import { buildPlace, buildReview, buildUser } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { insertReviews } from "./write-reviews.server.ts";

test("the rating follows every change of a review: new, edited, held, published, deleted", async ({ db }) => {
  const { id } = await buildPlace(db);
  const review = await buildReview(db, { placeId: id, stars: 5 });
  await buildReview(db, { placeId: id, stars: 2 });
  const change = (to: Partial<typeof reviews.$inferInsert>) =>
    db.update(reviews).set(to).where(eq(reviews.id, review.id));

  const steps = [await ratingOf(db, id)];
  await change({ stars: 1 });
  steps.push(await ratingOf(db, id));
  await change({ status: "held" });
  steps.push(await ratingOf(db, id));
  await change({ stars: 4 });
  steps.push(await ratingOf(db, id));
  await change({ status: "published" });
  steps.push(await ratingOf(db, id));
  await change({ body: "Other words, the same number of stars." });
  steps.push(await ratingOf(db, id));
  await db.delete(reviews).where(eq(reviews.id, review.id));
  steps.push(await ratingOf(db, id));

  expect(steps).toEqual(["2: 7", "2: 3", "1: 2", "1: 2", "2: 6", "2: 6", "1: 2"]);
});

test("deleting an account deletes its reviews and their stars", async ({ db }) => {
  const [place, other] = [await buildPlace(db), await buildPlace(db)];
  const author = await buildUser(db);
  await buildReview(db, { placeId: place.id, author, stars: 1 });
  await buildReview(db, { placeId: other.id, author, stars: 3 });
  await buildReview(db, { placeId: place.id, stars: 5 });

  await db.delete(users).where(eq(users.id, author.id));

  expect([await ratingOf(db, place.id), await ratingOf(db, other.id)]).toEqual(["1: 5", "0: 0"]);
});

test("deleting a place deletes its reviews", async ({ db }) => {
  const { id } = await buildPlace(db);
  await buildReview(db, { placeId: id });

  await db.delete(places).where(eq(places.id, id));

  expect(await db.$count(reviews, eq(reviews.placeId, id))).toBe(0);
  expect(await db.$count(placeRatings, eq(placeRatings.placeId, id))).toBe(0);
});

test("demo reviews are counted separately from real ones", async ({ db }) => {
  const { id } = await buildPlace(db);
  await buildReview(db, { placeId: id, stars: 5 });
  await buildReview(db, { placeId: id, stars: 1, isDemo: true });

  const rows = await db.select().from(placeRatings).where(eq(placeRatings.placeId, id)).orderBy(placeRatings.isDemo);

  expect(rows).toMatchObject([
    { isDemo: false, stars5: 1, reviewCount: 1, starsSum: 5 },
    { isDemo: true, stars1: 1, reviewCount: 1, starsSum: 1 },
  ]);
});

test("concurrent reviews of one place are all counted", async () => {
  const { db } = await workerDatabase();
  const { id } = await buildPlace(db);
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, id));
    await db.delete(users).where(sql`name like 'Built Member %'`);
  });
  const authors = [];
  for (let count = 0; count < 20; count += 1) authors.push(await buildUser(db));

  await Promise.all(authors.map((author) => buildReview(db, { placeId: id, author, stars: 5 })));

  expect(await ratingOf(db, id)).toBe("20: 100");
});

test.for([
  ["a second review of the same place", {}],
  ["six stars", { stars: 6 }],
  ["no star", { stars: 0 }],
  ["too few words", { body: "Too short by one ch" }],
  ["too many words", { body: "x".repeat(4_001) }],
  ["a month that isn't one", { visitMonth: "2026-13" }],
  ["an edit before the review", { editedAt: new Date("2020-01-01T00:00:00Z") }],
  ["a demo review by a real member", { isDemo: true }],
] as const)("the database refuses %s", async ([what, wrong], { db }) => {
  const { id } = await buildPlace(db);
  const author = await buildUser(db);
  const isSecond = what === "a second review of the same place";
  if (isSecond) await buildReview(db, { placeId: id, author });

  const written = db.transaction((tx) => buildReview(tx, { placeId: id, author, ...wrong }));

  await expect(written).rejects.toThrow();
  expect(await ratingOf(db, id)).toBe(isSecond ? "1: 4" : "0: 0");
});

test("the database refuses demo members with an email address or role, and duplicate or uppercase addresses", async ({
  db,
}) => {
  await expect(db.transaction((tx) => buildUser(tx, { isDemo: true, email: "a@b.example" }))).rejects.toThrow();
  await expect(db.transaction((tx) => buildUser(tx, { isDemo: true, role: "admin" }))).rejects.toThrow();
  await expect(db.transaction((tx) => buildUser(tx, { email: "Upper@b.example" }))).rejects.toThrow();
  await buildUser(db, { email: "one@b.example" });
  await expect(db.transaction((tx) => buildUser(tx, { email: "one@b.example" }))).rejects.toThrow();
});

test("new reviews invalidate the pages of the place, its category and the author", async () => {
  const opened = await workerDatabase();
  const received: string[] = [];
  await opened.listen(PAGE_TAGS_CHANNEL, { onMessage: (payload) => received.push(payload), onGap: () => {} });
  const place = await buildPlace(opened.db);
  const author = await buildUser(opened.db);
  onTestFinished(async () => {
    await opened.db.delete(places).where(eq(places.id, place.id));
    await opened.db.delete(users).where(eq(users.id, author.id));
  });

  await opened.db.transaction((tx) =>
    insertReviews(tx, [
      {
        placeId: place.id,
        authorId: author.id,
        isDemo: false,
        stars: 3,
        body: "Words enough for a review.",
        visitMonth: "2026-12",
        relation: "none",
        status: "published",
        createdAt: new Date("2027-01-01T12:00:00Z"),
      },
    ]),
  );

  await expect.poll(() => received).toContain(`place:${place.slug},category:food,member:${author.id}`);
});

async function ratingOf(db: Database, placeId: number): Promise<string> {
  const [row] = await db.select().from(placeRatings).where(eq(placeRatings.placeId, placeId));
  return `${row?.reviewCount ?? 0}: ${row?.starsSum ?? 0}`;
}
