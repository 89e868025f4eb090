import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { posts } from "#app/db/schema/guides.ts";
import { buildGuide, buildRequestContext, buildViews, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { listLatestGuides } from "./latest-guides.server.ts";

const TODAY = NOW;
const YESTERDAY = new Date("2027-01-12T17:00:00Z");

test("for guests, a day's guides are two public ones, then one for members, and a public one leads", async ({ db }) => {
  await db.update(posts).set({ status: "draft" }).where(eq(posts.status, "published"));
  const guides = [
    await buildGuide(db, { title: "members 1", access: "members", publishedAt: TODAY }),
    ...(await inOrder([4, 3, 2, 1], (n) =>
      buildGuide(db, { title: `public ${n}`, publishedAt: before(YESTERDAY, n) }),
    )),
    ...(await inOrder([3, 2], (n) =>
      buildGuide(db, { title: `members ${n}`, access: "members", publishedAt: before(YESTERDAY, n) }),
    )),
  ];

  const found = await listLatestGuides(db, { page: 1 }, buildRequestContext());

  expect(found.guides.total).toBe(guides.length);
  expect(found.guides.items.map(({ title }) => title)).toEqual([
    "public 1",
    "public 2",
    "members 1",
    "public 3",
    "public 4",
    "members 2",
    "members 3",
  ]);
});

test("those who read members' guides see all guides by date", async ({ db }) => {
  const newest = await buildGuide(db, { access: "members", publishedAt: TODAY });
  const viewer = { tier: "local-explorer" as const };

  const [first] = (await listLatestGuides(db, { page: 1 }, { ...buildRequestContext(), viewer })).guides.items;

  expect(first?.slug).toBe(newest.slug);
});

test("every page shows other guides, and together they show all", async ({ db }) => {
  const first = (await listLatestGuides(db, { page: 1 }, buildRequestContext())).guides;
  const slugs = first.items.map(({ slug }) => slug);
  for (let page = 2; page <= first.pageCount; page += 1) {
    const { guides } = await listLatestGuides(db, { page }, buildRequestContext());
    slugs.push(...guides.items.map(({ slug }) => slug));
  }

  expect(new Set(slugs).size).toBe(first.total);
  expect(slugs).toHaveLength(first.total);
});

test("each guide has its views, null for under ten, and demo views are said to be so", async ({ db }) => {
  const [seen, rarely] = [await buildGuide(db, { publishedAt: TODAY }), await buildGuide(db, { publishedAt: TODAY })];
  await buildViews(db, { subject: "guide", key: seen.slug, views: 12 });
  await buildViews(db, { subject: "guide", key: rarely.slug, views: 9, isDemo: true });
  const viewsOf = async () => {
    const { guides, isDemo } = await listLatestGuides(db, { page: 1 }, buildRequestContext());
    const views = [rarely, seen].map(({ slug }) => guides.items.find((guide) => guide.slug === slug)?.views);
    return { views, isDemo };
  };

  expect(await viewsOf()).toEqual({ views: [null, 12], isDemo: false });
  await buildViews(db, { subject: "guide", key: rarely.slug, views: 1, day: "2027-01-12", isDemo: true });
  expect(await viewsOf()).toEqual({ views: [10, 12], isDemo: true });
});

function before(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() - minutes * 60_000);
}

async function inOrder<Item, Made>(items: Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
