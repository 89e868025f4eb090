import { and, eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { placeRatings, reviews, reviewVersions } from "#app/db/schema/reviews.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { findOwnReview } from "./own-review.server.ts";
import type { ReviewInput } from "./review-form.ts";
import { deleteReview, WRITES_PER_DAY_MAX, type WriteReviewInput, writeReview } from "./write-review.server.ts";

let marks = 0;

/** A member's review form from their own browser, with a unique text. */
function sent(
  given: Pick<WriteReviewInput, "placeId" | "authorId"> &
    Partial<Omit<WriteReviewInput, "review">> &
    Partial<ReviewInput>,
): WriteReviewInput {
  marks += 1;
  const { stars = 4, body = `Soup number ${marks} was good, and the people kind.`, ...rest } = given;
  const { visitMonth = "2026-12", relation = "none", ...written } = rest;
  return {
    version: 0,
    browserId: `mark-${marks}`,
    now: NOW,
    ...written,
    review: { stars, body, visitMonth, relation },
  };
}

test("publishing, editing and deleting a review updates the rating, and edits save earlier versions", async ({
  db,
}) => {
  const [{ id: placeId }, { id: authorId }] = [await buildPlace(db), await buildUser(db)];
  await buildReview(db, { placeId, stars: 1 });
  const first = sent({ placeId, authorId, stars: 5 });

  const steps = [await writeReview(db, first), await ratingOf(db, placeId)];
  const later = new Date(NOW.getTime() + 60_000);
  steps.push(await writeReview(db, sent({ placeId, authorId, version: 1, stars: 2, relation: "staff", now: later })));
  steps.push(await ratingOf(db, placeId));
  const versions = await db.select().from(reviewVersions);
  const own = await findOwnReview(db, { placeId, authorId });
  steps.push(await deleteReview(db, { placeId, authorId, now: NOW }), await ratingOf(db, placeId));

  expect(steps).toEqual(["published", "2: 6", "published", "2: 3", "deleted", "1: 1"]);
  expect(versions).toMatchObject([{ version: 1, ...first.review, replacedAt: later }]);
  expect(own).toMatchObject({ version: 2, stars: 2, relation: "staff", status: "published", decisionReason: null });
  expect(await db.$count(reviewVersions)).toBe(0);
  expect(await deleteReview(db, { placeId, authorId, now: NOW })).toBe("none");
});

test("a form is stale after the review was changed in another window", async ({ db }) => {
  const [{ id: placeId }, { id: authorId }] = [await buildPlace(db), await buildUser(db)];
  const [first, second] = [sent({ placeId, authorId }), sent({ placeId, authorId, version: 1, stars: 1 })];
  await writeReview(db, first);
  await writeReview(db, second);

  const stale = [
    await writeReview(db, sent({ placeId, authorId, version: 1, stars: 5 })),
    await writeReview(db, sent({ placeId, authorId, version: 0, stars: 5 })),
  ];
  const again = await writeReview(db, second);
  await deleteReview(db, { placeId, authorId, now: NOW });
  const gone = await writeReview(db, sent({ placeId, authorId, version: 2 }));

  expect([...stale, again, gone]).toEqual(["stale", "stale", "published", "stale"]);
  expect(await ratingOf(db, placeId)).toBe("0: 0");
});

test("a form sent twenty times concurrently creates one review", async () => {
  const { db } = await workerDatabase();
  const [{ id: placeId }, { id: authorId }] = [await buildPlace(db), await buildUser(db)];
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, placeId));
    await db.delete(users).where(eq(users.id, authorId));
  });
  const form = sent({ placeId, authorId, stars: 3 });

  const answers = await Promise.all(Array.from({ length: 20 }, () => writeReview(db, form)));

  expect(new Set(answers)).toEqual(new Set(["published"]));
  expect(await ratingOf(db, placeId)).toBe("1: 3");
  expect(
    await db.$count(reviewVersions, sql`review_id in (select id from reviews where author_id = ${authorId})`),
  ).toBe(0);
});

test("a link, a copied text or a browser with another account holds a review and opens a case with the reason", async ({
  db,
}) => {
  const { id: placeId } = await buildPlace(db);
  const body = "The very best noodles of the whole street, go there now.";
  const author = async () => (await buildUser(db)).id;
  await writeReview(db, sent({ placeId, authorId: await author(), body, browserId: "shared" }));

  const held = [
    await writeReview(
      db,
      sent({ placeId, authorId: await author(), body: "More of it on www.noodles.example today." }),
    ),
    await writeReview(db, sent({ placeId, authorId: await author(), body: `${body.toUpperCase()}!!!` })),
    await writeReview(db, sent({ placeId, authorId: await author(), browserId: "shared" })),
  ];

  expect(held).toEqual(["held", "held", "held"]);
  expect(await ratingOf(db, placeId)).toBe("1: 4");
  const cases = await db.select().from(moderationCases).orderBy(moderationCases.reasons);
  expect(cases.map(({ kind, reasons }) => [kind, ...reasons])).toEqual([
    ["held-review", "duplicate-text"],
    ["held-review", "links"],
    ["held-review", "several-accounts"],
  ]);
});

test("another account in the same browser counts for 30 days", async ({ db }) => {
  const { id: placeId } = await buildPlace(db);
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
  await writeReview(db, sent({ placeId, authorId: (await buildUser(db)).id, browserId: "old", now: daysAgo(31) }));
  await writeReview(db, sent({ placeId, authorId: (await buildUser(db)).id, browserId: "late", now: daysAgo(29) }));

  const write = async (browserId: string) =>
    writeReview(db, sent({ placeId, authorId: (await buildUser(db)).id, browserId }));

  expect([await write("old"), await write("late")]).toEqual(["published", "held"]);
});

test("a new account's third review of a day is held, and any account's thirty-first is rejected", async ({ db }) => {
  const [newMember, member] = [await buildUser(db, { joinedAt: NOW }), await buildUser(db)];
  const write = async (authorId: string) => writeReview(db, sent({ placeId: (await buildPlace(db)).id, authorId }));

  const byNewMember = [await write(newMember.id), await write(newMember.id), await write(newMember.id)];
  const byMember = [];
  for (let count = 0; count <= WRITES_PER_DAY_MAX; count += 1) byMember.push(await write(member.id));

  expect(byNewMember).toEqual(["published", "published", "held"]);
  expect(byMember.slice(0, -1)).toEqual(Array.from({ length: WRITES_PER_DAY_MAX }, () => "published"));
  expect(byMember.at(-1)).toBe("too-many");
});

test("edits count toward the daily limit", async ({ db }) => {
  const [{ id: placeId }, { id: authorId }] = [await buildPlace(db), await buildUser(db)];
  const answers = [];
  for (let version = 0; version <= WRITES_PER_DAY_MAX; version += 1) {
    answers.push(await writeReview(db, sent({ placeId, authorId, version })));
  }

  expect([answers.at(-2), answers.at(-1)]).toEqual(["published", "too-many"]);
});

test("an edit that adds a link hides a published review, and a held review stays held after any edit", async ({
  db,
}) => {
  const [{ id: placeId }, { id: authorId }] = [await buildPlace(db), await buildUser(db)];
  await writeReview(db, sent({ placeId, authorId }));

  const linked = await writeReview(db, sent({ placeId, authorId, version: 1, body: "See http://a.example for more." }));
  const cleaned = await writeReview(db, sent({ placeId, authorId, version: 2 }));

  expect([linked, cleaned, await ratingOf(db, placeId)]).toEqual(["held", "held", "0: 0"]);
  expect(await db.select().from(moderationCases)).toMatchObject([{ reasons: ["edited", "links"], closedAt: null }]);
});

test("a small edit of an author's own text isn't a copy", async ({ db }) => {
  const [{ id: placeId }, { id: authorId }] = [await buildPlace(db), await buildUser(db)];
  const body = "A quiet room with good light and better coffee.";
  await writeReview(db, sent({ placeId, authorId, body }));

  expect(await writeReview(db, sent({ placeId, authorId, version: 1, body: `${body}!` }))).toBe("published");
});

async function ratingOf(db: Database, placeId: number): Promise<string> {
  const [row] = await db
    .select()
    .from(placeRatings)
    .where(and(eq(placeRatings.placeId, placeId), eq(placeRatings.isDemo, false)));
  const visibleCount = await db.$count(reviews, and(eq(reviews.placeId, placeId), eq(reviews.status, "published")));
  expect(row?.reviewCount ?? 0, "the rating counts the visible reviews").toBe(visibleCount);
  return `${row?.reviewCount ?? 0}: ${row?.starsSum ?? 0}`;
}
