import { inspect } from "node:util";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { siteUrl, test } from "./browser.ts";
import { inParallel } from "./in-parallel.ts";
import { everyPath } from "./page-kinds.ts";
import { xmlProblem } from "./read-html.ts";
import { builtSite } from "./site.ts";

const JSON_FEEDS = CATEGORY_SLUGS.map((slug) => ({ slug, path: `/category/${slug}/feed.json` }));
const ATOM_FEEDS = ["/feed.xml", ...CATEGORY_SLUGS.map((slug) => `/category/${slug}/feed.xml`)];

describe("feeds", () => {
  test("every Atom feed is well formed, has an author and its own URL, and links only to URLs that work", async ({
    parser,
  }) => {
    for (const path of ATOM_FEEDS) {
      const { type, text } = await read(path);

      expect(type, path).toBe("application/atom+xml; charset=utf-8");
      expect(await xmlProblem(parser, text), path).toBe(null);
      expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${siteUrl}${path}"/>`);
      // A scheme identifies a vocabulary and isn't a link.
      expect(await brokenPaths(sampleOf(addressesIn(text.replaceAll(/ scheme="[^"]*"/g, "")))), path).toEqual([]);
    }
  });

  test("the feed of all guides has each guide once, newest first", async ({ parser }) => {
    const { text } = await read("/feed.xml");

    const { ids, dates } = await parser.evaluate((xml) => {
      const feed = new DOMParser().parseFromString(xml, "application/xml");
      const texts = (selector: string) => [...feed.querySelectorAll(selector)].map((element) => element.textContent);
      return { ids: texts("entry > id"), dates: texts("entry > published") };
    }, text);

    const guides = everyPath(new Date()).filter((path) => path.startsWith("/posts/"));
    expect(ids.length).toBe(Math.min(50, guides.length));
    expect(new Set(ids).size).toBe(ids.length);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test("the JSON feed is a JSON Feed 1.1 with the same guides, and links only to URLs that work", async () => {
    const { type, text } = await read("/feed.json");
    const feed = JsonFeed.parse(JSON.parse(text));

    expect(type).toBe("application/feed+json; charset=utf-8");
    expect(feed).toMatchObject({ feed_url: `${siteUrl}/feed.json`, home_page_url: `${siteUrl}/latest` });
    expect(feed.items.length).toBeGreaterThan(10);
    expect(await brokenPaths(sampleOf(addressesIn(text.replaceAll("\\/", "/").replaceAll('\\"', '"'))))).toEqual([]);
  });

  test("a category's JSON feed has the guides of its Atom feed in order, and links only to URLs that work", async ({
    parser,
  }) => {
    for (const { slug, path } of JSON_FEEDS) {
      const { type, text } = await read(path);
      const feed = JsonFeed.parse(JSON.parse(text));
      const atom = await read(`/category/${slug}/feed.xml`);

      expect(type, path).toBe("application/feed+json; charset=utf-8");
      expect(feed).toMatchObject({ feed_url: siteUrl + path, home_page_url: `${siteUrl}/category/${slug}` });
      expect(feed.items.map(({ id }) => id)).toEqual(await entryIds(parser, atom.text));
      expect(await brokenPaths(sampleOf(addressesIn(text.replaceAll('\\"', '"')))), path).toEqual([]);
    }
  });

  test("a category's page links to both its feeds, and an unknown category has none", async ({ visit }) => {
    const page = await visit("/category/food", { script: false });
    const feeds = page.locator('link[rel="alternate"][href^="/category/"]');

    expect(await feeds.evaluateAll((links) => links.map((link) => link.outerHTML))).toEqual([
      expect.stringMatching(/application\/atom\+xml.*"Food &amp; Dining guides".*"\/category\/food\/feed\.xml"/),
      expect.stringMatching(
        /application\/feed\+json.*"Food &amp; Dining guides \(JSON\)".*"\/category\/food\/feed\.json"/,
      ),
    ]);
    expect((await fetch(`${siteUrl}/category/no-such/feed.json`)).status).toBe(404);
  });
});

describe("the sitemap", () => {
  test("is well formed in all its parts and lists every page of the seed data once, and nothing else", async ({
    parser,
  }) => {
    const index = await read("/sitemap.xml");
    expect(await xmlProblem(parser, index.text)).toBe(null);

    const pages: string[] = [];
    for (const part of locations(index.text)) {
      const { type, text } = await read(part);
      expect(type, part).toBe("application/xml; charset=utf-8");
      expect(await xmlProblem(parser, text), part).toBe(null);
      pages.push(...locations(text));
    }

    // Trending is another order of the same guides, a search isn't listed, and an archive without guides is left out.
    const expected = everyPath(new Date()).filter((path) => !/^\/(?:search|latest\?|category\/)/.test(path));
    expect(pages.filter((path) => !path.startsWith("/category/")).toSorted()).toEqual(expected.toSorted());
    expect(new Set(pages).size).toBe(pages.length);
    expect(await brokenPaths(pages.filter((path) => path.startsWith("/category/")))).toEqual([]);
  });

  test("lists pictures that exist", async () => {
    const texts = await Promise.all(["places", "guides", "neighborhoods"].map((kind) => read(`/sitemaps/${kind}.xml`)));
    const pictures = texts.flatMap(({ text }) =>
      [...text.matchAll(/<image:loc>([^<]+)</g)].map(([, url = ""]) => pathOf(url)),
    );

    expect(pictures.length).toBeGreaterThan(300);
    expect(await brokenPaths(sampleOf(pictures))).toEqual([]);
  });

  test.for(["/sitemaps/places-2.xml", "/sitemaps/places-1.xml", "/sitemaps/nothing.xml", "/sitemaps/places"])(
    "%s is not part of it",
    async (path) => {
      expect((await fetch(siteUrl + path)).status).toBe(404);
    },
  );
});

test("robots.txt disallows signing in, filters and what isn't for everyone, no other page, and names the sitemap", async () => {
  const { type, text } = await read("/robots.txt");
  const { routes } = await builtSite();
  const lines = text.trim().split("\n");
  const rules = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? []).map(robotsRule);
  const isDisallowed = (path: string) => rules.some((rule) => rule.test(path));
  const pages = routes.all
    .filter(({ isPage }) => isPage)
    .map(({ pattern, handle }) => ({
      path: pattern.replaceAll(/:\w+\??/g, "x"),
      isClosed: handle.audience !== "everyone" || pattern.startsWith("/auth/"),
    }));

  expect(type).toBe("text/plain; charset=utf-8");
  expect(lines).toContain("User-agent: *");
  expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  expect(pages.filter(({ path, isClosed }) => isDisallowed(path) !== isClosed)).toEqual([]);
  expect(everyPath(new Date()).filter(isDisallowed)).toEqual([]);
  expect(["/food?sort=rating", "/search?q=thai&bbox=1,2,3,4"].filter(isDisallowed)).toHaveLength(2);
});

test("llms.txt starts with the site's name and links only to URLs that work", async () => {
  const { type, text } = await read("/llms.txt");
  const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = ""]) => pathOf(url));

  expect(type).toMatch(/^text\/(?:plain|markdown); charset=utf-8$/);
  expect(text).toMatch(/^# Rowhouse\n\n> /);
  expect(addresses.length).toBeGreaterThan(80);
  expect(await brokenPaths(sampleOf(addresses))).toEqual([]);
});

test("browsers can add the site's search: the description is well formed, its template and picture work", async ({
  parser,
  visit,
}) => {
  const { type, text } = await read("/opensearch.xml");
  const page = await visit("/");

  expect(await page.locator('link[rel="search"]').getAttribute("href")).toBe("/opensearch.xml");
  expect(type).toBe("application/opensearchdescription+xml; charset=utf-8");
  expect(await xmlProblem(parser, text)).toBe(null);
  const template = /type="text\/html" template="([^"]+)"/.exec(text)?.[1] ?? "";
  const picture = /<Image[^>]*>([^<]+)</.exec(text)?.[1] ?? "";
  expect(await brokenPaths([pathOf(template.replace("{searchTerms}", "coffee")), pathOf(picture)])).toEqual([]);
});

test.concurrent.for(["/", "/places/madams-organ", "/posts/best-pizza", "/neighborhood/georgetown"])(
  "the share picture of %s is a PNG of 1200 by 630",
  async (path, { visit }) => {
    const page = await visit(path, { script: false });
    const url = await page.locator('meta[property="og:image"]').getAttribute("content");
    const response = await fetch(url ?? "");
    const bytes = Buffer.from(await response.arrayBuffer());

    expect(response.status, `${url}`).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThan(300_000);
  },
);

const JsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  feed_url: z.url(),
  home_page_url: z.url(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.url(),
      title: z.string().min(1),
      date_published: z.iso.datetime({ offset: true }),
    }),
  ),
});

async function entryIds(parser: Page, xml: string): Promise<(string | null)[]> {
  return parser.evaluate((text) => {
    const feed = new DOMParser().parseFromString(text, "application/xml");
    return [...feed.querySelectorAll("entry > id")].map((element) => element.textContent);
  }, xml);
}

async function read(path: string): Promise<{ type: string; text: string }> {
  const response = await fetch(siteUrl + path);
  expect(response.status, path).toBe(200);
  return { type: response.headers.get("content-type") ?? "", text: await response.text() };
}

/** Every URL of this site in a text, as paths. */
function addressesIn(text: string): string[] {
  const found = text.match(/https?:\/\/localhost:\d+[^\s"'<>&)\\]*/g) ?? [];
  return [...new Set(found.map(pathOf))];
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => pathOf(url));
}

/** @throws When the URL belongs to another site. */
function pathOf(url: string): string {
  if (!url.startsWith(`${siteUrl}/`)) throw new Error(`${url} is not on ${siteUrl}`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Every eighth of many similar pages, which take as long to render as the rest of this file; all of them in the long
 * runs.
 */
function sampleOf(paths: string[]): string[] {
  return process.env["PROVE"] === "1" ? paths : paths.filter((_, index) => index % 8 === 0);
}

const answers = new Map<string, Promise<number>>();

/** Paths that don't answer 200 directly. Feeds share most of their URLs, so each is requested only once. */
async function brokenPaths(paths: string[]): Promise<string[]> {
  const statuses = await inParallel(paths, async (path) => {
    const status = answers.get(path) ?? statusOf(path);
    answers.set(path, status);
    return { path, status: await status };
  });
  return statuses.flatMap(({ path, status }) => (status === 200 ? [] : [`${status} for ${path}`]));
}

/** @throws With the path and the network error, which `fetch` hides in its error's cause. */
async function statusOf(path: string): Promise<number> {
  try {
    const response = await fetch(siteUrl + path, { redirect: "manual" });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    const networkError = error instanceof Error ? (error.cause ?? error) : error;
    throw new Error(`${path} could not be fetched: ${inspect(networkError)}`, { cause: error });
  }
}

/** A path of robots.txt: a start, in which `*` stands for anything and `$` at the end for the end. */
function robotsRule(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.?+]/g, "\\$&").replaceAll("*", ".*")}`);
}
