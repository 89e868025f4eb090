import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, Meta, type MetaDescriptor } from "react-router";
import { expect, test } from "vitest";

import { jsonLd } from "./structured/json-ld.ts";
import { type PageMeta, pageMeta, siteUrlOf } from "./page-meta.ts";
import { pageTitle } from "./site-identity.ts";

const ROOT = { id: "root", loaderData: { siteUrl: "https://rowhouse.example" } };

const PAGE: PageMeta = {
  matches: [ROOT, { id: "neighborhood", handle: { audience: "everyone" } }],
  title: "Georgetown",
  description: "A port older than the city.",
  path: "/neighborhood/georgetown",
};

/** The head as React Router renders it. */
function headOf(descriptors: MetaDescriptor[]): string {
  const Stub = createRoutesStub([{ path: "/", Component: () => <Meta />, meta: () => descriptors }]);
  return renderToStaticMarkup(<Stub initialEntries={["/"]} />);
}

test("the home page has the site's title, and other titles end with it", () => {
  expect(pageTitle(null)).toBe("Rowhouse - Your Guide to Washington, DC");
  expect(pageTitle("Rowhouse - Your Guide to Washington, DC")).toBe("Rowhouse - Your Guide to Washington, DC");
  expect(pageTitle("Georgetown")).toBe("Georgetown - Rowhouse - Your Guide to Washington, DC");
});

test("every page has the head tags of the specification", () => {
  const head = headOf(pageMeta(PAGE));

  for (const part of [
    "<title>Georgetown - Rowhouse - Your Guide to Washington, DC</title>",
    '<meta name="description" content="A port older than the city."/>',
    '<meta name="keywords" content="Washington, DC, city guide, local businesses"/>',
    '<meta name="robots" content="index, follow"/>',
    '<link rel="canonical" href="https://rowhouse.example/neighborhood/georgetown"/>',
    '<meta property="og:title" content="Georgetown"/>',
    '<meta property="og:type" content="website"/>',
    '<meta property="og:url" content="https://rowhouse.example/neighborhood/georgetown"/>',
    '<meta property="og:image" content="https://rowhouse.example/social/site/home.png"/>',
    '<meta property="og:image:width" content="1200"/>',
    '<meta property="og:image:height" content="630"/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
    '<meta http-equiv="content-language" content="en-US"/>',
    '<meta name="language" content="en-US"/>',
    '<meta name="geo.region" content="US-DC"/>',
    '<meta name="geo.placename" content="Washington"/>',
    '<meta name="geo.position" content="38.9072;-77.0369"/>',
    '<meta name="ICBM" content="38.9072, -77.0369"/>',
    '<link rel="alternate" type="application/atom+xml" title="Rowhouse: all guides" href="/feed.xml"/>',
    '<link rel="alternate" type="application/feed+json" title="Rowhouse: all guides (JSON)" href="/feed.json"/>',
  ]) {
    expect(head).toContain(part);
  }
  expect(head).not.toContain("undefined");
});

test("the home page's title and sharing title are the site's", () => {
  const head = headOf(pageMeta({ ...PAGE, title: null, path: "/" }));

  expect(head).toContain("<title>Rowhouse - Your Guide to Washington, DC</title>");
  expect(head).toContain('<meta property="og:title" content="Rowhouse - Your Guide to Washington, DC"/>');
  expect(head).toContain('<link rel="canonical" href="https://rowhouse.example/"/>');
});

test("a page can add its image, feed, previous and next page, keywords and noindex", () => {
  const head = headOf(
    pageMeta({
      ...PAGE,
      robots: "noindex, follow",
      keywords: ["canal", "city guide"],
      image: { path: "/social/guides/canal.png", alt: "The canal" },
      pager: { prev: "/latest", next: "/latest?page=3" },
      feeds: [{ title: "Food & Dining", path: "/category/food/feed.xml", format: "atom" }],
    }),
  );

  expect(head).toContain('<meta name="robots" content="noindex, follow"/>');
  expect(head).toContain('content="canal, city guide, Washington, DC, local businesses"');
  expect(head).toContain('<meta property="og:image" content="https://rowhouse.example/social/guides/canal.png"/>');
  expect(head).toContain('<meta name="twitter:image:alt" content="The canal"/>');
  expect(head).toContain('<link rel="prev" href="https://rowhouse.example/latest"/>');
  expect(head).toContain('<link rel="next" href="https://rowhouse.example/latest?page=3"/>');
  expect(head).toContain('title="Food &amp; Dining" href="/category/food/feed.xml"/>');
});

test("an article has its dates, author and section, and each tag once", () => {
  const article = {
    publishedAt: "2026-11-21T05:00:00.000Z",
    updatedAt: "2026-11-21T06:00:00.000Z",
    author: "The Rowhouse editors",
    section: "Food & Dining",
    tags: ["canal", "canal"],
  };
  const head = headOf(pageMeta({ ...PAGE, type: "article", article }));

  expect(head).toContain('<meta property="og:type" content="article"/>');
  expect(head).toContain('<meta property="article:published_time" content="2026-11-21T05:00:00.000Z"/>');
  expect(head).toContain('<meta property="article:modified_time" content="2026-11-21T06:00:00.000Z"/>');
  expect(head).toContain('<meta name="author" content="The Rowhouse editors"/>');
  expect(head.match(/article:tag/g)).toHaveLength(1);
});

test("text in JSON-LD and attributes is escaped", () => {
  const evil = `</script><script>alert(1)</script><!-- "'>`;
  const head = headOf(pageMeta({ ...PAGE, description: evil, jsonLd: [jsonLd("Place", { name: evil })] }));

  expect(head.match(/<script/g)).toHaveLength(1);
  expect(head.match(/<\/script>/g)).toHaveLength(1);
  expect(head).not.toContain("<!--");
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? "";
  expect(JSON.parse(json)).toEqual({ "@context": "https://schema.org", "@type": "Place", name: evil });
});

test("search engines are told not to index what a route declares for others, unless its meta says so", () => {
  const robotsOf = (handle: unknown, robots?: PageMeta["robots"]) =>
    /name="robots" content="([^"]*)"/.exec(
      headOf(pageMeta({ ...PAGE, matches: [ROOT, { id: "page", handle }], ...(robots && { robots }) })),
    )?.[1];

  expect(robotsOf({ audience: "signed-in" })).toBe("noindex, follow");
  expect(robotsOf({ audience: "everyone", isIndexed: false })).toBe("noindex, follow");
  expect(robotsOf({ audience: "everyone", isIndexed: false }, "index, follow")).toBe("index, follow");
  expect(robotsOf({ audience: "everyone", query: ["page"] })).toBe("index, follow");
});

test("the origin comes from the root loader, and is empty if that failed", () => {
  expect(siteUrlOf([ROOT, undefined, { id: "guide/places/page/place.route" }])).toBe("https://rowhouse.example");
  expect(siteUrlOf([{ id: "root", loaderData: undefined }])).toBe("");
});
