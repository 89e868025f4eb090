import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { REVIEWS_PER_PAGE } from "#app/people/reviews/reviews.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildReview, buildUser } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";

import { prepareDatabase } from "../cli/prepare-database.ts";
import { testWithSite } from "./browser.ts";
import { databaseUrlOfFolder, seededFolder } from "./data-folder.ts";
import { inParallel } from "./in-parallel.ts";
import { addReviews } from "./reviewed-place.ts";
import { runCommand, startExpectingRefusal, startSite } from "./site-process.ts";

/** A place with more than a page of reviews by members. */
const REVIEWED = "chercher";
const STARS = Array.from({ length: REVIEWS_PER_PAGE + 5 }, (_, index) => 1 + (index % 5));
const test = testWithSite({ template: "production" }, (site) => addReviews(site, { slug: REVIEWED, stars: STARS }));

const FILES = [
  "/feed.xml",
  "/feed.json",
  "/sitemap.xml",
  "/robots.txt",
  "/llms.txt",
  "/opensearch.xml",
  "/social/site/home.png",
  "/social/neighborhoods/georgetown.png",
  "/social/guides/best-pizza.png",
];

/** The pages with the most demo data; page-kinds.test.ts compares every kind of page with and without demo data. */
const PAGES = [
  "/",
  "/food",
  "/latest?tab=trending",
  "/neighborhood/georgetown",
  "/search?q=coffee",
  "/places/madams-organ",
  "/posts/best-pizza",
  "/transparency",
];

const REAL_WORDS = "A real member wrote this about the place.";

test(
  "with real and demo reviews side by side, published data is the same as without any demo data",
  { timeout: 300_000 },
  async () => {
    const folder = seededFolder();
    onTestFinished(folder.remove);
    const dataDir = folder.path;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: await databaseUrlOfFolder(dataDir) };
    const { mixed, demoOnly } = await fillDatabase(settings);

    const refused = await startExpectingRefusal({ PORT: "0", ...settings }, "production");
    expect(refused).toEqual({
      code: 1,
      output:
        "rowhouse: this database has demo data, which a production site can't serve; run `npm run cli -- demo clear` first\n",
    });

    const site = await startSite(dataDir);
    const withDemo = await outputs(site.url, [mixed.slug, demoOnly.slug]);
    expect(await ratingInJsonLd(site.url, mixed.slug)).toMatchObject({ ratingValue: 5, reviewCount: 1 });
    expect(await ratingInJsonLd(site.url, demoOnly.slug)).toBeNull();
    const pages = await pagesOf(site.url, [mixed.slug, demoOnly.slug]);
    const unmarked = pages.filter(({ html }) => /class="rating"|of 5 stars|\d views/.test(html) && !isMarked(html));
    expect(unmarked.map(({ path }) => path)).toEqual([]);
    expect(pages.filter(({ html }) => isMarked(html)).length).toBeGreaterThan(5);
    const byRating = await jsonLdOf(`${site.url}/food?sort=rating`);
    expect(byRating.join()).not.toContain('"ItemList"');

    const cleared = await runCommand(["demo", "clear"], settings);
    expect(cleared).toEqual({ code: 0, output: "Demo data cleared.\n" });
    expect((await runCommand(["demo", "status"], settings)).output).toBe("There is no demo data.\n");

    const withoutDemo = await outputs(site.url, [mixed.slug, demoOnly.slug]);
    expect(Object.keys(withDemo).length).toBeGreaterThan(40);
    const different = Object.keys(withDemo).filter((path) => withDemo[path] !== withoutDemo[path]);
    expect(different).toEqual([]);
    const after = await pagesOf(site.url, [mixed.slug, demoOnly.slug]);
    expect(after.filter(({ html }) => isMarked(html)).map(({ path }) => path)).toEqual([]);
    expect(after.find(({ path }) => path.endsWith(mixed.slug))?.html).toContain(REAL_WORDS);
    expect(after.find(({ path }) => path.endsWith(demoOnly.slug))?.html).toContain("No reviews yet");
    expect(await site.stop()).toBe(0);

    const again = await startSite(dataDir);
    expect((await runCommand(["demo", "status"], settings)).output).toBe("There is no demo data.\n");
    expect(await again.stop()).toBe(0);
  },
);

describe("the reviews of a listing", () => {
  const path = `/places/${REVIEWED}`;

  test("are sorted and paged by links without any script", async ({ visit }) => {
    const page = await visit(path, { script: false });
    await page.getByRole("link", { name: "Lowest" }).click();
    const lowest = await starsOn(page);
    await page.getByRole("link", { name: "Highest" }).click();
    const highest = await starsOn(page);
    await page.getByRole("navigation", { name: "Reviews, pages" }).getByRole("link", { name: "Next" }).click();

    expect(new URL(page.url()).search).toBe("?sort=highest&page=2");
    expect(lowest).toEqual(lowest.toSorted());
    expect(highest).toEqual(highest.toSorted().toReversed());
    expect(highest[0]).not.toBe(lowest[0]);
    expect((await starsOn(page)).length).toBeGreaterThan(0);
  });

  test.for(["?sort=best", "?sort=&page=", "?page=-1", "?page=abc", "?sort=%00", "?page=1&page=2"])(
    "show the newest for %s",
    async (search, { site }) => {
      const response = await fetch(`${site.url}${path}${search}`);

      expect([200, 400]).toContain(response.status);
    },
  );

  test("redirect to the last page when the page in the URL doesn't exist", async ({ site }) => {
    const response = await fetch(`${site.url}${path}?sort=lowest&page=999`, { redirect: "manual" });

    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(new RegExp(`^${path}\\?sort=lowest&page=\\d$`));
  });
});

/** A trial's database, with real reviews of a place that has demo reviews too. */
async function fillDatabase(settings: Record<string, string>) {
  const opened = await prepareDatabase(readEnv(settings), silentLog(), "trial");
  try {
    const { db } = opened;
    const ids = await db.selectDistinct({ id: reviews.placeId }).from(reviews).orderBy(reviews.placeId).limit(2);
    const [mixed, demoOnly] = await Promise.all(
      ids.map(async ({ id }) => (await db.select().from(places).where(eq(places.id, id)))[0]),
    );
    if (mixed === undefined || demoOnly === undefined) throw new Error("The demo data has no reviews of two places");
    await buildReview(db, { placeId: mixed.id, author: await buildUser(db), stars: 5, body: REAL_WORDS });
    return { mixed, demoOnly };
  } finally {
    await opened.close();
  }
}

/** All published data by URL: every file and picture, and the heads of pages. */
async function outputs(url: string, slugs: string[]): Promise<Record<string, string>> {
  const sitemaps = [...(await textOf(`${url}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = ""]) => at);
  const files = [
    ...FILES,
    ...CATEGORY_SLUGS.flatMap((slug) => [`/category/${slug}/feed.xml`, `/category/${slug}/feed.json`]),
    ...CATEGORY_SLUGS.map((slug) => `/social/categories/${slug}.png`),
    ...slugs.map((slug) => `/social/places/${slug}.png`),
    ...sitemaps.map((at) => new URL(at).pathname),
  ];
  const outputByPath: Record<string, string> = {};
  await inParallel(files, async (path) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status, path).toBe(200);
    outputByPath[path] = Buffer.from(await response.arrayBuffer()).toString("base64");
  });
  for (const { path, html } of await pagesOf(url, slugs)) {
    outputByPath[`head of ${path}`] = [
      ...html.matchAll(/<(?:meta|title|link rel="canonical")[^>]*>/g),
      await jsonLdOf(`${url}${path}`),
    ].join("\n");
  }
  return outputByPath;
}

async function pagesOf(url: string, slugs: string[]): Promise<{ path: string; html: string }[]> {
  const paths = [...PAGES, ...slugs.map((slug) => `/places/${slug}`)];
  return Promise.all(paths.map(async (path) => ({ path, html: await textOf(`${url}${path}`) })));
}

async function textOf(address: string): Promise<string> {
  return (await fetch(address)).text();
}

async function jsonLdOf(address: string): Promise<string[]> {
  const html = await textOf(address);
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
}

async function ratingInJsonLd(url: string, slug: string): Promise<unknown> {
  const documents = await jsonLdOf(`${url}/places/${slug}`);
  expect(documents.length, `JSON-LD of ${slug}`).toBeGreaterThan(1);
  const rated = documents
    .map((text): Record<string, unknown> => JSON.parse(text))
    .find((each) => "aggregateRating" in each);
  return rated?.["aggregateRating"] ?? null;
}

function isMarked(html: string): boolean {
  return html.includes("demo-mark");
}

async function starsOn(page: {
  locator: (selector: string) => { evaluateAll: <R>(f: (all: Element[]) => R) => Promise<R> };
}) {
  return page
    .locator(".review-stars [aria-label]")
    .evaluateAll((all) => all.map((element) => element.getAttribute("aria-label") ?? ""));
}
