import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import { posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { isIndexed } from "#app/guide/places/facts/listing-depth.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { test } from "#tests/test-database.ts";

import { listSitemapFiles, listSitemapUrls } from "./sitemap-queries.server.ts";

const NOW = new Date("2027-01-01T00:00:00Z");

test("the index lists one file per kind if it fits, with its latest change", async ({ db }) => {
  const changedAt = new Date("2026-12-24T12:00:00Z");
  const [place] = await db.select({ id: places.id }).from(places).limit(1);
  await db
    .update(places)
    .set({ updatedAt: changedAt })
    .where(eq(places.id, place?.id ?? 0));

  const parts = await listSitemapFiles(db, { now: NOW, page: newPageCacheInfo() });

  expect(parts.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    "pages 1",
    "places 1",
    "guides 1",
    "neighborhoods 1",
  ]);
  expect(parts.find(({ kind }) => kind === "places")?.changedAt).toEqual(changedAt);
});

test("the sitemap has only published entries, each with its own date", async ({ db }) => {
  const [open, closed] = await db.select({ id: places.id, slug: places.slug }).from(places).orderBy(places.id).limit(2);
  const changedAt = new Date("2026-12-24T12:00:00Z");
  await db
    .update(places)
    .set({ updatedAt: changedAt })
    .where(eq(places.id, open?.id ?? 0));
  await db
    .update(places)
    .set({ status: "closed" })
    .where(eq(places.id, closed?.id ?? 0));
  const page = newPageCacheInfo();

  const urls = await listSitemapUrls(db, { kind: "places", number: 1 }, { now: NOW, page });

  expect(urls).toHaveLength(await db.$count(places, and(eq(places.status, "published"), isIndexed)));
  expect(urls?.map(({ path }) => path)).not.toContain(`/places/${closed?.slug}`);
  expect(urls?.[0]).toMatchObject({ path: `/places/${open?.slug}`, changedAt });
  expect(urls?.[0]?.imagePath).toMatch(/^\/pictures\/\d+\/places\/.*\/hero\.svg$/);
  expect(page.tags.has("places")).toBe(true);
});

test("unpublished guides aren't in the sitemap, and a guide's date is never before its publication", async ({ db }) => {
  const [guide] = await db.select({ id: posts.id, slug: posts.slug }).from(posts).limit(1);
  const publishedAt = new Date("2026-12-25T12:00:00Z");
  await db
    .update(posts)
    .set({ publishedAt, updatedAt: new Date("2026-12-01T12:00:00Z") })
    .where(eq(posts.id, guide?.id ?? 0));
  const path = `/posts/${guide?.slug}`;
  const at = async (now: string) => {
    const urls = await listSitemapUrls(
      db,
      { kind: "guides", number: 1 },
      { now: new Date(now), page: newPageCacheInfo() },
    );
    return urls?.find((url) => url.path === path);
  };

  expect(await at("2026-12-25T11:59:00Z")).toBeUndefined();
  expect(await at("2026-12-25T12:00:00Z")).toMatchObject({ changedAt: publishedAt });
});

test("the pages file has home, hubs and neighborhoods, and only archives with guides", async ({ db }) => {
  await db.update(posts).set({ status: "draft" }).where(eq(posts.categorySlug, "food"));

  const moment = { now: NOW, page: newPageCacheInfo() };
  const pages = ["/", "/latest", "/neighborhoods", "/about"];

  const urls = await listSitemapUrls(db, { kind: "pages", number: 1 }, moment, { pages });

  const paths = urls?.map(({ path }) => path);

  for (const path of ["/", "/latest", "/neighborhoods", "/food", "/education", "/about", "/category/entertainment"])
    expect(paths).toContain(path);
  expect(paths).not.toContain("/category/food");
});

test("entries beyond a file's limit are in the next file, each exactly once", async ({ db }) => {
  const published = await db.$count(places, and(eq(places.status, "published"), isIndexed));
  const moment = { now: NOW, page: newPageCacheInfo() };
  const urlsMax = Math.ceil(published / 2.5);

  const parts = (await listSitemapFiles(db, moment, { urlsMax })).filter(({ kind }) => kind === "places");
  const files = await Promise.all(parts.map((part) => listSitemapUrls(db, part, moment, { urlsMax })));

  expect(parts.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(files.map((urls) => urls?.length)).toEqual([urlsMax, urlsMax, published - 2 * urlsMax]);
  expect(new Set(files.flatMap((urls) => urls?.map(({ path }) => path) ?? [])).size).toBe(published);
});

test("a file that doesn't exist is null", async ({ db }) => {
  for (const kind of ["pages", "places", "guides", "neighborhoods"] as const)
    expect(await listSitemapUrls(db, { kind, number: 2 }, { now: NOW, page: newPageCacheInfo() })).toBeNull();
});
