import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildGuide, buildRequestContext, buildViews, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { listTrendingGuides } from "./trending.server.ts";

test("with only 49 visitors the order is by date, and basis says so", async ({ db }) => {
  const old = await buildGuide(db, { publishedAt: new Date("2026-11-22T00:00:00Z") });
  const recent = await buildGuide(db, { publishedAt: NOW });
  await addViews(db, { key: old.slug, views: 500, visitors: 49 });

  const { basis, guides } = await listTrendingGuides(db, { page: 1 }, buildRequestContext());

  expect(basis).toBe("date");
  expect(guides.items[0]?.slug).toBe(recent.slug);
});

test("from 50 visitors on, guides are sorted by views, and guides without views by date", async ({ db }) => {
  const [less, most] = [await buildGuide(db), await buildGuide(db)];
  const recent = await buildGuide(db, { publishedAt: NOW });
  await addViews(db, { key: less.slug, views: 30, visitors: 20 });
  await addViews(db, { key: most.slug, day: "2027-01-12", views: 25, visitors: 20 });
  await addViews(db, { key: most.slug, views: 12, visitors: 10 });

  const { basis, guides } = await listTrendingGuides(db, { page: 1 }, buildRequestContext());

  expect(basis).toBe("views");
  expect(guides.items.slice(0, 3).map(({ slug, views }) => [slug, views])).toEqual([
    [most.slug, 37],
    [less.slug, 30],
    [recent.slug, null],
  ]);
});

test("views older than 30 days affect neither the order nor the number of visitors", async ({ db }) => {
  const { slug } = await buildGuide(db);
  await addViews(db, { key: slug, day: "2026-12-13", views: 500 });
  const before = (await listTrendingGuides(db, { page: 1 }, buildRequestContext())).basis;

  const recent = await buildGuide(db);
  await addViews(db, { key: recent.slug, day: "2026-12-16", views: 50 });
  const { basis, guides } = await listTrendingGuides(db, { page: 1 }, buildRequestContext());

  expect([before, basis]).toEqual(["date", "views"]);
  expect(guides.items[0]?.slug).toBe(recent.slug);
  expect(guides.items.find((guide) => guide.slug === slug)?.views).toBeNull();
});

test("a guide's view count is shown from ten views on", async ({ db }) => {
  const [nine, ten] = [await buildGuide(db), await buildGuide(db)];
  await addViews(db, { key: "some-other", views: 50 });
  await addViews(db, { key: nine.slug, views: 9 });
  await addViews(db, { key: ten.slug, views: 10 });

  const { guides } = await listTrendingGuides(db, { page: 1 }, buildRequestContext());

  expect(guides.items.slice(0, 2).map(({ slug, views }) => [slug, views])).toEqual([
    [ten.slug, 10],
    [nine.slug, null],
  ]);
});

test("unpublished guides don't trend and don't count for the pages", async ({ db }) => {
  const scheduled = await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 1) });
  const draft = await buildGuide(db, { status: "draft" });
  await addViews(db, { key: scheduled.slug, views: 900 });
  await addViews(db, { key: draft.slug, views: 800 });

  const first = (await listTrendingGuides(db, { page: 1 }, buildRequestContext())).guides;
  const slugs = first.items.map(({ slug }) => slug);
  for (let page = 2; page <= first.pageCount; page += 1) {
    const { guides } = await listTrendingGuides(db, { page }, buildRequestContext());
    slugs.push(...guides.items.map(({ slug }) => slug));
  }

  expect(slugs).not.toContain(scheduled.slug);
  expect(slugs).not.toContain(draft.slug);
  expect(new Set(slugs).size).toBe(first.total);
  expect(slugs).toHaveLength(first.total);
  expect(first.pageCount).toBe(Math.ceil(first.total / 12));
});

function addViews(db: Database, views: { key: string; views: number; visitors?: number; day?: string }): Promise<void> {
  return buildViews(db, { subject: "guide", ...views });
}
