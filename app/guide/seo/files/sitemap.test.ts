import { expect, test } from "vitest";

import {
  parseSitemapFileName,
  SITEMAP_KINDS,
  SITEMAP_URLS_MAX,
  sitemap,
  sitemapIndex,
  sitemapPath,
} from "./sitemap.ts";
import { xmlElementNames } from "../feeds/well-formed-xml.ts";

const SITE = "https://rowhouse.example";
const CHANGED_AT = new Date("2026-11-21T05:00:00Z");

test("every sitemap file's path is parsed back to the same file", () => {
  for (const kind of SITEMAP_KINDS) {
    for (const number of [1, 2, 10, 23]) {
      const file = sitemapPath({ kind, number }).replace("/sitemaps/", "");
      expect(parseSitemapFileName(file)).toEqual({ kind, number });
    }
  }
});

test("each file has only one name, and other names are rejected", () => {
  for (const file of [
    "places-1.xml",
    "places-0.xml",
    "places-02.xml",
    "places",
    "x.xml",
    "places-2.xml/",
    "../places.xml",
    "places-99999.xml",
  ]) {
    expect(parseSitemapFileName(file)).toBeNull();
  }
});

test("the index lists files with their last change, if known", () => {
  const xml = sitemapIndex(SITE, [
    { kind: "pages", number: 1, changedAt: null },
    { kind: "places", number: 2, changedAt: CHANGED_AT },
  ]);

  expect(xmlElementNames(xml)).toEqual(["sitemapindex", "sitemap", "loc", "sitemap", "loc", "lastmod"]);
  expect(xml).toContain(
    "<loc>https://rowhouse.example/sitemaps/places-2.xml</loc><lastmod>2026-11-21T05:00:00.000Z</lastmod>",
  );
});

test("a URL has its last change and picture only if known", () => {
  const xml = sitemap(SITE, [
    { path: "/places/a", changedAt: CHANGED_AT, imagePath: "/pictures/a.svg?x=1&y=2" },
    { path: "/about", changedAt: null, imagePath: null },
  ]);

  expect(xmlElementNames(xml)).toEqual(["urlset", "url", "loc", "lastmod", "image:image", "image:loc", "url", "loc"]);
  expect(xml).toContain("<image:loc>https://rowhouse.example/pictures/a.svg?x=1&amp;y=2</image:loc>");
});

test("a file over the limit throws", () => {
  const url = { path: "/x", changedAt: null, imagePath: null };

  expect(SITEMAP_URLS_MAX).toBeLessThanOrEqual(50_000);
  expect(() =>
    sitemap(
      SITE,
      Array.from({ length: SITEMAP_URLS_MAX + 1 }, () => url),
    ),
  ).toThrow("are allowed");
});
