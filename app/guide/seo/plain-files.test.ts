import { expect, test } from "vitest";

import type { Audience } from "#app/platform/route-handle.ts";
import type { KnownRoute } from "#app/platform/route-table.ts";

import { llmsTxt } from "./files/llms.ts";
import { opensearchDescription } from "./files/opensearch.ts";
import { robotsTxt } from "./files/robots.ts";
import { xmlElementNames } from "./feeds/well-formed-xml.ts";

const SITE = "https://rowhouse.example";

test("robots.txt allows everything except filtered lists and links to the sitemap", () => {
  const hub: KnownRoute["handle"] = { audience: "everyone", query: ["sort", "tab", "page"], indexedQuery: ["tab"] };
  const search: KnownRoute["handle"] = { audience: "everyone", query: ["q"], isIndexed: false };
  const lines = robotsTxt(SITE, [
    { pattern: "/:category", isPage: true, handle: hub },
    { pattern: "/search", isPage: true, handle: search },
  ]).split("\n");

  expect(lines.slice(0, 2)).toEqual(["User-agent: *", "Allow: /"]);
  expect(lines).toContain("Sitemap: https://rowhouse.example/sitemap.xml");
  expect(lines).toContain("Disallow: /*?sort=");
  // Crawlers couldn't see the noindex of a disallowed page.
  expect(lines.some((line) => line.startsWith("Disallow") && /\/search|q=|page=|tab=/.test(line))).toBe(false);
});

test("robots.txt disallows pages that aren't for everyone, and no page that is", () => {
  const route = (pattern: string, audience: Audience): KnownRoute => ({ pattern, isPage: true, handle: { audience } });
  const text = robotsTxt(SITE, [
    route("/admin/users", "admin"),
    route("/admin/users/:id", "admin"),
    route("/business", "signed-in"),
    route("/business/:slug/edit", "owner"),
    route("/lists", "signed-in"),
    route("/lists/:key", "everyone"),
    route("/lists/:id/edit", "signed-in"),
    route("/places/:slug/photos", "everyone"),
    route("/places/:slug/review", "signed-in"),
    route("/settings", "signed-in"),
  ]);

  const closed = ["/admin/", "/business", "/lists$", "/lists/*/", "/places/*/review", "/settings"];
  const lines = text.split("\n").filter((line) => line.startsWith("Disallow") && !line.includes("="));
  expect(lines).toEqual(["/auth/", ...closed].map((path) => `Disallow: ${path}`));
});

test("the search description has the URL template for browsers", () => {
  const xml = opensearchDescription(SITE);

  expect(xmlElementNames(xml)[0]).toBe("OpenSearchDescription");
  expect(xml).toContain('<Url type="text/html" template="https://rowhouse.example/search?q={searchTerms}"/>');
  expect(/<ShortName>(.*)<\/ShortName>/.exec(xml)?.[1]?.length).toBeLessThanOrEqual(16);
});

test("llms.txt has one heading, a summary, and lists of links", () => {
  const text = llmsTxt(SITE, {
    placeCount: 2,
    guideCount: 1,
    categories: [{ slug: "food", name: "Food & Dining", description: "All\nof it.", placeCount: 2 }],
    guides: [{ slug: "canal", title: "Along [the] canal", excerpt: "An hour." }],
    neighborhoods: [{ slug: "shaw", name: "Shaw", summary: "Rows." }],
  });

  expect(text.startsWith("# Rowhouse\n\n> ")).toBe(true);
  expect(text.match(/^# /gm)).toHaveLength(1);
  expect(text.match(/^## /gm)).toHaveLength(4);
  expect(text).toContain("2 places and 1 guide,");
  expect(text).toContain("- [Food & Dining](https://rowhouse.example/food): 2 places. All of it.");
  expect(text).toContain("- [Along the canal](https://rowhouse.example/posts/canal): An hour.");
  for (const line of text.split("\n"))
    if (line.startsWith("- [")) expect(line).toMatch(/^- \[[^[\]]+\]\(https:\/\/\S+\): \S/);
});
