import { expect, test } from "vitest";

import { atomFeed } from "./atom-feed.ts";
import { type FeedGuide, buildFeed, feedUpdatedAt, guideHtml } from "./feed.ts";
import { jsonFeed } from "./json-feed.ts";
import { xmlElementNames } from "./well-formed-xml.ts";

const SITE = "https://rowhouse.example";
const NOW = new Date("2026-11-27T15:00:00Z");

function guide(known: Partial<FeedGuide> = {}): FeedGuide {
  return {
    slug: "canal",
    title: "Along the canal",
    excerpt: "An hour on the towpath.",
    authors: ["The Rowhouse editors", "Ada & Byron"],
    category: { slug: "entertainment", name: "Entertainment" },
    keywords: ["canal"],
    publishedAt: new Date("2026-11-21T05:00:00Z"),
    updatedAt: new Date("2026-11-22T05:00:00Z"),
    isForMembers: false,
    body: "Start at [the lock](/places/lock-4).\n\n::place{lock-4}\n\nThen home.",
    places: [
      {
        slug: "lock-4",
        name: "Lock 4",
        address: "30th Street NW, Washington, DC",
        reason: "Why.",
        hint: "Bring water.",
      },
    ],
    ...known,
  };
}

test("a guide in the feed has its excerpt, text and places in position", () => {
  expect(guideHtml(SITE, guide())).toBe(
    [
      "<p><em>An hour on the towpath.</em></p>",
      '<p>Start at <a href="https://rowhouse.example/places/lock-4">the lock</a>.</p>',
      '<h3><a href="https://rowhouse.example/places/lock-4">Lock 4</a></h3>',
      "<p>Why.<br>30th Street NW, Washington, DC</p>",
      "<p>Bring water.</p>",
      "<p>Then home.</p>",
    ].join("\n"),
  );
});

test("an unpublished place is left out of the text", () => {
  const html = guideHtml(SITE, guide({ places: [null] }));

  expect(html).not.toContain("<h3>");
  expect(html).toContain("Then home.");
});

test("external links and URLs in plain text are not rewritten", () => {
  const html = guideHtml(SITE, guide({ body: '[a](https://a.example/) [b](//b.example/x) href="/x"', places: [] }));

  expect(html).toContain('href="https://a.example/"');
  expect(html).toContain('href="//b.example/x"');
  expect(html).not.toContain("https://rowhouse.example/x");
});

test("HTML in a guide is escaped", () => {
  const evil = "<script>alert(1)</script>";
  const html = guideHtml(
    SITE,
    guide({
      excerpt: evil,
      body: `${evil}\n\n::place{x}`,
      places: [{ slug: "x", name: evil, address: evil, reason: evil, hint: evil }],
    }),
  );

  expect(html).not.toContain("<script");
});

test("the Atom feed is well formed and has what RFC 4287 requires for any guides", () => {
  const nasty = 'R&B <live> \u0000 "7" ]]>';
  const xml = atomFeed(
    buildFeed(SITE, {
      format: "atom",
      category: null,
      guides: [guide(), guide({ slug: "b", title: nasty, excerpt: nasty, keywords: [nasty] })],
    }),
    NOW,
  );

  const elements = xmlElementNames(xml);
  expect(elements[0]).toBe("feed");
  expect(elements.filter((name) => name === "entry")).toHaveLength(2);
  for (const part of [
    "<id>https://rowhouse.example/feed.xml</id>",
    '<link rel="self" type="application/atom+xml" href="https://rowhouse.example/feed.xml"/>',
    '<link rel="alternate" type="text/html" href="https://rowhouse.example/latest"/>',
    "<updated>2026-11-22T05:00:00.000Z</updated>",
    "<id>https://rowhouse.example/posts/canal</id>",
    "<published>2026-11-21T05:00:00.000Z</published>",
    "<author><name>The Rowhouse editors</name></author>",
    "<author><name>Ada &amp; Byron</name></author>",
    '<content type="html">&lt;p&gt;&lt;em&gt;',
  ]) {
    expect(xml).toContain(part);
  }
});

test("a category's feed has its own title and links to its archive, and an empty one the day it was asked for", () => {
  const xml = atomFeed(
    buildFeed(SITE, { format: "atom", category: { slug: "food", name: "Food & Dining" }, guides: [] }),
    NOW,
  );

  expect(xmlElementNames(xml)).not.toContain("entry");
  expect(xml).toContain("<updated>2026-11-27T05:00:00.000Z</updated>");
  expect(xml).toContain("<title>Rowhouse: Food &amp; Dining</title>");
  expect(xml).toContain(
    'rel="self" type="application/atom+xml" href="https://rowhouse.example/category/food/feed.xml"',
  );
  expect(xml).toContain('rel="alternate" type="text/html" href="https://rowhouse.example/category/food"');
});

test("a category's JSON feed links to itself, not to the Atom feed", () => {
  const category = { slug: "food", name: "Food & Dining" };
  const feed: unknown = JSON.parse(jsonFeed(buildFeed(SITE, { format: "json", category, guides: [guide()] })));

  expect(feed).toMatchObject({
    title: "Rowhouse: Food & Dining",
    home_page_url: "https://rowhouse.example/category/food",
    feed_url: "https://rowhouse.example/category/food/feed.json",
    items: [{ id: "https://rowhouse.example/posts/canal" }],
  });
});

test("a feed's date is its guides' latest change, and a guide's date is never before publication", () => {
  const early = guide({ updatedAt: new Date("2026-01-01T00:00:00Z") });

  expect(feedUpdatedAt([])).toBeNull();
  expect(feedUpdatedAt([early])).toEqual(early.publishedAt);
  expect(feedUpdatedAt([early, guide()])).toEqual(new Date("2026-11-22T05:00:00Z"));
});

test("the JSON feed is version 1.1 with absolute URLs", () => {
  const feed: unknown = JSON.parse(jsonFeed(buildFeed(SITE, { format: "json", category: null, guides: [guide()] })));

  expect(feed).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    title: "Rowhouse",
    home_page_url: "https://rowhouse.example/latest",
    feed_url: "https://rowhouse.example/feed.json",
    items: [
      {
        id: "https://rowhouse.example/posts/canal",
        url: "https://rowhouse.example/posts/canal",
        title: "Along the canal",
        image: "https://rowhouse.example/social/guides/canal.png",
        date_published: "2026-11-21T05:00:00.000Z",
        date_modified: "2026-11-22T05:00:00.000Z",
        authors: [{ name: "The Rowhouse editors" }, { name: "Ada & Byron" }],
        tags: ["Entertainment", "canal"],
      },
    ],
  });
});
