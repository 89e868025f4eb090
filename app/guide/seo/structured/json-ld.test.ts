import { expect, test } from "vitest";

import type { GuidePage } from "#app/guide/guides/page/guide.ts";

import {
  articleJsonLd,
  breadcrumbJsonLd,
  collectionJsonLd,
  itemListJsonLd,
  jsonLd,
  neighborhoodJsonLd,
  organizationJsonLd,
  websiteJsonLd,
} from "./json-ld.ts";

const SITE = "https://rowhouse.example";

const GUIDE: GuidePage = {
  slug: "canal",
  title: "Along the canal",
  excerpt: "An hour on the towpath.",
  category: { slug: "entertainment", name: "Entertainment" },
  neighborhood: null,
  publishedAt: "2026-11-21T05:00:00.000Z",
  publishedLabel: "Nov 21",
  readMinutes: 4,
  views: null,
  isForMembers: false,
  isEarly: false,
  picture: { hero: "/h.svg", card: "/c.svg", thumb: "/t.svg", alt: "", isCover: false, credit: null },
  authors: [
    { slug: "rowhouse-editors", name: "The Rowhouse editors", bio: "", kind: "team" },
    { slug: "ada", name: "Ada Byron", bio: "", kind: "person" },
  ],
  byline: "The Rowhouse editors and Ada Byron",
  updatedAt: "2026-11-20T05:00:00.000Z",
  updatedLabel: null,
  keywords: ["canal"],
  blocks: [],
  places: [],
  teaser: null,
  closed: { count: 0, of: 0 },
  related: [],
};

test("the website declares /search?q= as its search", () => {
  expect(websiteJsonLd(SITE)).toMatchObject({
    "@type": "WebSite",
    url: "https://rowhouse.example/",
    potentialAction: {
      "@type": "SearchAction",
      target: { urlTemplate: "https://rowhouse.example/search?q={search_term_string}" },
      "query-input": "required name=search_term_string",
    },
  });
});

test("the organization has a logo, and profiles only if there are any", () => {
  expect(organizationJsonLd(SITE, [])).not.toHaveProperty("sameAs");
  expect(organizationJsonLd(SITE, ["https://social.example/rowhouse"])).toMatchObject({
    name: "Rowhouse",
    logo: { url: "https://rowhouse.example/social/site/logo.png" },
    sameAs: ["https://social.example/rowhouse"],
  });
});

test("breadcrumbs count from one, with absolute URLs", () => {
  const { itemListElement } = breadcrumbJsonLd(SITE, [
    { name: "Home", path: "/" },
    { name: "Food & Dining", path: "/food" },
  ]);

  expect(itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: "https://rowhouse.example/" },
    { "@type": "ListItem", position: 2, name: "Food & Dining", item: "https://rowhouse.example/food" },
  ]);
});

test("a list has its name and number of items", () => {
  expect(itemListJsonLd(SITE, "Bars", [{ name: "Tune Inn", path: "/places/tune-inn" }])).toMatchObject({
    "@type": "ItemList",
    name: "Bars",
    numberOfItems: 1,
    itemListElement: [{ item: "https://rowhouse.example/places/tune-inn" }],
  });
});

test("a collection without entries has no list, but has its subject", () => {
  const about = neighborhoodJsonLd({
    name: "Shaw",
    kind: "neighborhood",
    aka: [],
    center: { lat: 38.91, lng: -77.02 },
  });
  const page = { path: "/neighborhood/shaw", name: "Shaw", description: "Row after row.", items: [], about };
  const collection = collectionJsonLd(SITE, page);

  expect(collection).not.toHaveProperty("mainEntity");
  expect(collection).toMatchObject({ "@type": "CollectionPage", about: { "@type": "Place", name: "Shaw" } });
  expect(about).not.toHaveProperty("alternateName");
  expect(collectionJsonLd(SITE, { ...page, items: [{ name: "A", path: "/places/a" }] })).toMatchObject({
    mainEntity: { "@type": "ItemList", numberOfItems: 1 },
  });
});

test("an article has the fields of the specification", () => {
  expect(articleJsonLd(SITE, GUIDE)).toMatchObject({
    "@type": "Article",
    headline: "Along the canal",
    description: "An hour on the towpath.",
    image: "https://rowhouse.example/social/guides/canal.png",
    author: [
      { "@type": "Organization", name: "The Rowhouse editors", url: "https://rowhouse.example/about" },
      { "@type": "Person", name: "Ada Byron" },
    ],
    datePublished: "2026-11-21T05:00:00.000Z",
    url: "https://rowhouse.example/posts/canal",
    articleSection: "Entertainment",
    keywords: ["canal"],
  });
});

test("an article's change date is never before its publication", () => {
  expect(articleJsonLd(SITE, GUIDE)).toMatchObject({ dateModified: GUIDE.publishedAt });
  const changed = { ...GUIDE, updatedAt: "2026-12-01T05:00:00.000Z" };
  expect(articleJsonLd(SITE, changed)).toMatchObject({ dateModified: "2026-12-01T05:00:00.000Z" });
});

test("unknown values are left out at any depth", () => {
  const known = { name: "x", no: false, zero: 0 };
  const unknown = { a: null, b: undefined, c: "", d: [], e: [null, undefined, ""] };

  expect(jsonLd("Thing", { ...known, ...unknown, inner: { ...known, ...unknown } })).toEqual({
    "@context": "https://schema.org",
    "@type": "Thing",
    ...known,
    inner: known,
  });
});
