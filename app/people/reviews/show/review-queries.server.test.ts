import { expect } from "vitest";

import { buildRequestContext, buildPlace, buildReview, buildUser } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadPlaceReviews } from "./review-queries.server.ts";
import { REVIEWS_PER_PAGE, type ReviewSort } from "../reviews.ts";

/** All reviews, for a guest. */
const ALL = { stars: null, readerId: null };

test("a place without reviews has no rating and one empty page", async ({ db }) => {
  const { id } = await buildPlace(db);

  expect(await loadPlaceReviews(db, { placeId: id, sort: "newest", page: 1, ...ALL }, buildRequestContext())).toEqual({
    sort: "newest",
    stars: null,
    page: 1,
    rating: null,
    histogram: [0, 0, 0, 0, 0],
    pageCount: 1,
    reviews: [],
    demo: "none",
  });
});

test.for([
  ["newest", [3, 5, 1, 5]],
  ["highest", [5, 5, 3, 1]],
  ["lowest", [1, 3, 5, 5]],
] as const)("the %s come first", async ([sort, stars], { db }) => {
  const { id } = await buildPlace(db);
  for (const [days, given] of [5, 1, 5, 3].entries()) {
    await buildReview(db, { placeId: id, stars: given, createdAt: new Date(Date.UTC(2027, 0, days + 1)) });
  }

  const { reviews, histogram } = await loadPlaceReviews(
    db,
    { placeId: id, sort: sort satisfies ReviewSort, page: 1, ...ALL },
    buildRequestContext(),
  );

  expect(reviews.map((review) => review.stars)).toEqual(stars);
  expect(histogram).toEqual([1, 0, 1, 0, 2]);
});

test("pages have no gaps or repeated reviews, even if all were written at the same time", async ({ db }) => {
  const { id } = await buildPlace(db);
  for (let count = 0; count < REVIEWS_PER_PAGE + 3; count += 1) await buildReview(db, { placeId: id });

  const first = await loadPlaceReviews(db, { placeId: id, sort: "newest", page: 1, ...ALL }, buildRequestContext());
  const second = await loadPlaceReviews(db, { placeId: id, sort: "newest", page: 2, ...ALL }, buildRequestContext());

  expect([first.pageCount, first.reviews.length, second.reviews.length]).toEqual([2, REVIEWS_PER_PAGE, 3]);
  expect(new Set([...first.reviews, ...second.reviews].map((review) => review.id)).size).toBe(REVIEWS_PER_PAGE + 3);
});

test("held and rejected reviews are hidden and not counted for the place or the author", async ({ db }) => {
  const author = await buildUser(db);
  const [place, other, third] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  await buildReview(db, { placeId: place.id, author, stars: 2 });
  await buildReview(db, { placeId: other.id, author, status: "held" });
  await buildReview(db, { placeId: third.id, author, status: "rejected" });

  const shown = await loadPlaceReviews(
    db,
    { placeId: place.id, sort: "newest", page: 1, ...ALL },
    buildRequestContext(),
  );
  const held = await loadPlaceReviews(
    db,
    { placeId: other.id, sort: "newest", page: 1, ...ALL },
    buildRequestContext(),
  );

  expect(shown.reviews).toMatchObject([
    { author: { name: author.name, joinedLabel: "December 2026", reviewCount: 1 } },
  ]);
  expect(held).toMatchObject({ rating: null, reviews: [] });
});

test("a review has its date, author, connection to the business and edited mark", async ({ db }) => {
  const moment = buildRequestContext();
  const { id } = await buildPlace(db);
  const author = await buildUser(db, { name: "" });
  await buildReview(db, {
    placeId: id,
    author,
    body: "The first paragraph of it.\n\nAnd <b>a second</b> one.",
    relation: "staff",
    visitMonth: "2026-10",
    createdAt: new Date("2026-11-15T02:00:00Z"),
    editedAt: new Date("2026-11-16T02:00:00Z"),
  });

  const { reviews } = await loadPlaceReviews(db, { placeId: id, sort: "newest", page: 1, ...ALL }, moment);

  expect(reviews).toMatchObject([
    {
      author: { name: "Anonymous" },
      paragraphs: ["The first paragraph of it.", "And <b>a second</b> one."],
      relationLabel: "Works here",
      visitLabel: "October 2026",
      // Still the evening of the 14th in Washington.
      createdLabel: "Nov 14, 2026",
      isEdited: true,
    },
  ]);
  expect(moment.page.tags).toContain(`member:${author.id}`);
});

test("a place knows whether none, some or all of its reviews are demo data", async ({ db }) => {
  const { id } = await buildPlace(db);
  const demoOf = async () =>
    (await loadPlaceReviews(db, { placeId: id, sort: "newest", page: 1, ...ALL }, buildRequestContext())).demo;

  const before = await demoOf();
  await buildReview(db, { placeId: id, isDemo: true });
  const only = await demoOf();
  await buildReview(db, { placeId: id });

  expect([before, only, await demoOf()]).toEqual(["none", "all", "some"]);
});

test("filtering by stars pages only the matching reviews, with the histogram of all", async ({ db }) => {
  const { id } = await buildPlace(db);
  for (let count = 0; count <= REVIEWS_PER_PAGE; count += 1) await buildReview(db, { placeId: id, stars: 5 });
  await buildReview(db, { placeId: id, stars: 2 });
  const query = (stars: number) =>
    loadPlaceReviews(db, { placeId: id, sort: "newest", page: 1, stars, readerId: null }, buildRequestContext());

  const [five, two, none] = [await query(5), await query(2), await query(3)];

  expect([five.pageCount, five.reviews.length, five.histogram]).toEqual([2, REVIEWS_PER_PAGE, [0, 1, 0, 0, 11]]);
  expect(two).toMatchObject({ pageCount: 1, stars: 2, rating: { count: 12 }, reviews: [{ stars: 2 }] });
  expect(none).toMatchObject({ pageCount: 1, reviews: [], rating: { count: 12 } });
});
