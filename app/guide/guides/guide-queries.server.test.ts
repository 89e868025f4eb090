import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { places } from "#app/db/schema/places.ts";
import { buildGuide, buildRequestContext, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { GUIDES_PER_PAGE } from "./list/guide-cards.server.ts";
import { listCategoryGuides, findGuidePage, listGuidesMentioning, findSimilarGuides } from "./guide-queries.server.ts";

const SECOND_MS = 1_000;

test("a scheduled guide is public from its time on, and not before", async ({ db }) => {
  const { slug, title } = await buildGuide(db, { publishedAt: NOW });

  const before = await findGuidePage(db, slug, buildRequestContext(new Date(NOW.getTime() - 1)));
  const at = await findGuidePage(db, slug, buildRequestContext(NOW));

  expect(before).toBeNull();
  expect(at?.title).toBe(title);
});

test("a draft is hidden everywhere, even after its publication time", async ({ db }) => {
  const place = await buildPlace(db);
  const { slug } = await buildGuide(db, { status: "draft", places: [place] });

  expect(await findGuidePage(db, slug, buildRequestContext())).toBeNull();
  expect(await listGuidesMentioning(db, place.id, buildRequestContext())).toEqual([]);
  expect(await findSimilarGuides(db, slug, { now: NOW })).not.toContainEqual(
    expect.objectContaining({ to: `/posts/${slug}` }),
  );
  const archive = await listCategoryGuides(db, { category: "food", page: 1 }, buildRequestContext());
  expect(archive.items.map((guide) => guide.slug)).not.toContain(slug);
});

test("a guide shows its places in order, each with its reason, hint and the walk from the previous place", async ({
  db,
}) => {
  const first = await buildPlace(db, { lat: 38.91, lng: -77.02 });
  const withoutPosition = await buildPlace(db);
  const third = await buildPlace(db, { lat: 38.91 + 640 / 111_195, lng: -77.02 });
  const { slug } = await buildGuide(db, { places: [third, first, withoutPosition] });

  const guide = await findGuidePage(db, slug, buildRequestContext());

  expect(guide?.places.map(({ place, reason, hint, walkMinutes }) => [place.slug, reason, hint, walkMinutes])).toEqual([
    [third.slug, `Why ${third.slug}.`, `How ${third.slug}.`, null],
    [first.slug, `Why ${first.slug}.`, `How ${first.slug}.`, 10],
    [withoutPosition.slug, `Why ${withoutPosition.slug}.`, `How ${withoutPosition.slug}.`, null],
  ]);
  expect(guide?.blocks).toEqual([
    { kind: "html", html: "<p>Before we start.</p>" },
    { kind: "place", index: 0 },
    { kind: "place", index: 1 },
    { kind: "place", index: 2 },
  ]);
});

test("a removed place disappears from the guide's list and body, and the rest are renumbered", async ({ db }) => {
  const [first, second, third] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  const { slug } = await buildGuide(db, { places: [first, second, third] });
  await db.update(places).set({ status: "removed" }).where(eq(places.id, second.id));

  const guide = await findGuidePage(db, slug, buildRequestContext());

  expect(guide?.places.map(({ place }) => place.slug)).toEqual([first.slug, third.slug]);
  expect(guide?.blocks.slice(1)).toEqual([
    { kind: "place", index: 0 },
    { kind: "place", index: 1 },
  ]);
});

test("a guide shows an update date only if it changed on a later day than its publication", async ({ db }) => {
  const publishedAt = new Date("2026-12-01T17:00:00Z");
  const sameDay = await buildGuide(db, { publishedAt, updatedAt: new Date("2026-12-02T04:59:00Z") });
  const nextDay = await buildGuide(db, { publishedAt, updatedAt: new Date("2026-12-02T05:00:00Z") });

  expect((await findGuidePage(db, sameDay.slug, buildRequestContext()))?.updatedLabel).toBeNull();
  expect((await findGuidePage(db, nextDay.slug, buildRequestContext()))?.updatedLabel).toBe("Dec 2, 2026");
});

test("related guides are of the same neighborhood first, then of the category, never the guide itself or an unpublished one", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db);
  const own = await buildGuide(db, { neighborhoodSlug, categorySlug: "education" });
  const both = await buildGuide(db, { neighborhoodSlug, categorySlug: "education" });
  const near = await buildGuide(db, { neighborhoodSlug, categorySlug: "health" });
  await buildGuide(db, { neighborhoodSlug, categorySlug: "education", status: "draft" });

  const guide = await findGuidePage(db, own.slug, buildRequestContext());

  const related = guide?.related.map(({ slug }) => slug);
  expect(related).toHaveLength(4);
  expect(related?.slice(0, 2)).toEqual([both.slug, near.slug]);
  expect(guide?.related[2]?.category.slug).toBe("education");
  expect(related).not.toContain(own.slug);
});

test("a category's archive pages through its guides, newest first, and is empty past the end", async ({ db }) => {
  const before = (await listCategoryGuides(db, { category: "food", page: 1 }, buildRequestContext())).total;
  const built = [];
  for (let n = 0; n < GUIDES_PER_PAGE; n += 1) {
    built.push((await buildGuide(db, { publishedAt: new Date(NOW.getTime() - n * SECOND_MS) })).slug);
  }

  const [first, second, third] = [
    await listCategoryGuides(db, { category: "food", page: 1 }, buildRequestContext()),
    await listCategoryGuides(db, { category: "food", page: 2 }, buildRequestContext()),
    await listCategoryGuides(db, { category: "food", page: 3 }, buildRequestContext()),
  ];

  const total = before + GUIDES_PER_PAGE;
  expect(before).toBeGreaterThan(0);
  expect(first.items.map(({ slug }) => slug)).toEqual(built);
  expect(first).toMatchObject({ total, page: 1, pageCount: 2 });
  expect(second.items).toHaveLength(before);
  expect(new Set(second.items.map(({ category }) => category.slug))).toEqual(new Set(["food"]));
  expect(third).toMatchObject({ items: [], total, page: 3, pageCount: 2 });
});

test("a list of guides expires when the next scheduled guide is published", async ({ db }) => {
  const moment = buildRequestContext();
  await buildGuide(db, { publishedAt: new Date("2027-01-20T17:00:00Z"), categorySlug: "health" });
  await buildGuide(db, { publishedAt: new Date("2027-01-15T17:00:00Z") });
  await buildGuide(db, { publishedAt: new Date("2027-01-14T17:00:00Z"), status: "draft" });

  await listCategoryGuides(db, { category: "food", page: 1 }, moment);

  expect(moment.page.expiresAt).toEqual(new Date("2027-01-15T17:00:00Z"));
  expect(moment.page.tags).toContain("guides");
});

test("a place lists the six newest guides that mention it", async ({ db }) => {
  const place = await buildPlace(db);
  const slugs = [];
  for (let n = 20; n > 0; n -= 1) {
    const publishedAt = new Date(NOW.getTime() - n * SECOND_MS);
    slugs.unshift((await buildGuide(db, { places: [place], publishedAt })).slug);
  }
  await buildGuide(db, { places: [place], publishedAt: new Date(NOW.getTime() + SECOND_MS) });

  const guides = await listGuidesMentioning(db, place.id, buildRequestContext());

  expect(guides.map(({ slug }) => slug)).toEqual(slugs.slice(0, 6));
});

test("an unknown guide URL suggests public guides with a similar slug", async ({ db }) => {
  const near = await buildGuide(db, { slug: "quixotic-umbrella-walk", title: "Quixotic umbrellas" });
  await buildGuide(db, { slug: "quixotic-umbrella-talk", publishedAt: new Date(NOW.getTime() + 1) });

  expect(await findSimilarGuides(db, "quixotic-umbrela-walk", { now: NOW })).toEqual([
    { label: near.title, to: `/posts/${near.slug}` },
  ]);
  expect(await findSimilarGuides(db, "zzzzxxxxqqqq", { now: NOW })).toEqual([]);
});
