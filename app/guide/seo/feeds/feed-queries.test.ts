import { eq, inArray } from "drizzle-orm";
import { expect } from "vitest";

import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { test } from "#tests/test-database.ts";

import { findFeedGuides } from "./feed-queries.server.ts";

const NOW = new Date("2027-01-01T00:00:00Z");

test("a feed has the published guides, newest first, and is tagged with them", async ({ db }) => {
  const page = newPageCacheInfo();
  const guides = await findFeedGuides(db, { category: null }, { now: NOW, page });

  expect(guides.length).toBeGreaterThan(4);
  const dates = guides.map(({ publishedAt }) => publishedAt.getTime());
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  expect(guides[0]?.body).toContain("::place{");
  expect(guides[0]?.places[0]?.address).toMatch(/ (?:NW|NE|SW|SE), Washington, DC$/);
  expect(page.tags.has("guides")).toBe(true);
});

test("drafts and scheduled guides are not in the feed", async ({ db }) => {
  const [first, second] = await findFeedGuides(db, { category: null }, { now: NOW, page: newPageCacheInfo() });
  if (first === undefined || second === undefined) throw new Error("The template has too few guides");
  await db.update(posts).set({ status: "draft" }).where(eq(posts.slug, first.slug));
  await db
    .update(posts)
    .set({ publishedAt: new Date("2027-02-01T00:00:00Z") })
    .where(eq(posts.slug, second.slug));

  const page = newPageCacheInfo();
  const slugs = (await findFeedGuides(db, { category: null }, { now: NOW, page })).map(({ slug }) => slug);

  expect(slugs).not.toContain(first.slug);
  expect(slugs).not.toContain(second.slug);
  // The feed expires when the second guide is published.
  expect(page.expiresAt).toEqual(new Date("2027-02-01T00:00:00Z"));
});

test("a category's feed has only that category's guides", async ({ db }) => {
  const guides = await findFeedGuides(db, { category: "entertainment" }, { now: NOW, page: newPageCacheInfo() });

  expect(guides.length).toBeGreaterThan(0);
  expect(new Set(guides.map(({ category }) => category.slug))).toEqual(new Set(["entertainment"]));
});

test("an unpublished place keeps its number in the list but has no name", async ({ db }) => {
  const [guide] = await findFeedGuides(db, { category: null }, { now: NOW, page: newPageCacheInfo() });
  const listed = await db
    .select({ placeId: postPlaces.placeId })
    .from(postPlaces)
    .innerJoin(posts, eq(posts.id, postPlaces.postId))
    .where(eq(posts.slug, guide?.slug ?? ""))
    .orderBy(postPlaces.position)
    .limit(1);
  await db
    .update(places)
    .set({ status: "closed" })
    .where(
      inArray(
        places.id,
        listed.map(({ placeId }) => placeId),
      ),
    );

  const [after] = await findFeedGuides(db, { category: null }, { now: NOW, page: newPageCacheInfo() });

  expect(after?.places).toHaveLength(guide?.places.length ?? -1);
  expect(after?.places[0]).toBeNull();
  expect(after?.places[1]).toEqual(guide?.places[1]);
});
