/**
 * The head of every page; robots follows from what the route declares. This file and json-ld.ts also run in the
 * browser, so they only import types and small constants.
 */
import type { MetaDescriptor } from "react-router";

import { excerpt } from "#app/lib/excerpt.ts";

import type { JsonLd } from "./structured/json-ld.ts";
import { absoluteUrl, pageTitle, SITE_LANGUAGE, SITE_NAME, SITE_TITLE } from "./site-identity.ts";
import { SITE_IMAGE_PATH, SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH } from "./social/social-image-path.ts";

export type PageMeta = {
  matches: Matches;
  /** Null for the home page. */
  title: string | null;
  description: string;
  /** Canonical path, with only the query parameters that make it a different page: `/latest?page=2`. */
  path: string;
  keywords?: readonly string[];
  /** 1200 x 630, from `socialImagePath`. Defaults to the site's image. */
  image?: { path: string; alt: string };
  type?: "website" | "article" | "place";
  /** Instants in ISO 8601. */
  article?: { publishedAt: string; updatedAt: string; author: string; section: string; tags: readonly string[] };
  /** Where it depends on more than the route. Defaults to what the route declares. */
  robots?: "index, follow" | "noindex, follow";
  jsonLd?: readonly JsonLd[];
  /** Paths of the previous and next page of a list. */
  pager?: { prev?: string; next?: string };
  /** The page's own feeds, in addition to the site's two. */
  feeds?: readonly FeedLink[];
};

type Matches = readonly ({ id: string; loaderData?: unknown; handle?: unknown } | undefined)[];

export type FeedLink = { title: string; path: string; format: "atom" | "json" };

/** All tags of a page's head: title, description, canonical link, sharing tags, robots, location, language, JSON-LD. */
export function pageMeta(given: PageMeta): MetaDescriptor[] {
  const page = { ...given, description: excerpt(given.description, DESCRIPTION_CHARACTERS_MAX) };
  const { matches, path, pager = {} } = page;
  const siteUrl = siteUrlOf(matches);
  const isIndexed = isIndexedRoute(matches.at(-1)?.handle);
  return [
    { title: pageTitle(page.title) },
    { name: "description", content: page.description },
    { name: "keywords", content: unique([...(page.keywords ?? []), ...SITE_KEYWORDS]).join(", ") },
    { name: "robots", content: page.robots ?? (isIndexed ? "index, follow" : "noindex, follow") },
    link("canonical", absoluteUrl(siteUrl, path)),
    ...(pager.prev === undefined ? [] : [link("prev", absoluteUrl(siteUrl, pager.prev))]),
    ...(pager.next === undefined ? [] : [link("next", absoluteUrl(siteUrl, pager.next))]),
    ...openGraph(page, siteUrl),
    ...twitterCard(page, siteUrl),
    ...LANGUAGE_AND_LOCATION,
    ...[...(page.feeds ?? []), ...SITE_FEEDS].map(feedLink),
    ...(page.jsonLd ?? []).map((object) => ({ "script:ld+json": object })),
  ];
}

/** Search engines and shared links show about this much of a description. */
const DESCRIPTION_CHARACTERS_MAX = 160;

/**
 * The absolute origin, from the root route's data.
 *
 * @returns "" when the root loader failed. URLs in the head then have no origin.
 */
export function siteUrlOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  if (typeof root !== "object" || root === null || !("siteUrl" in root)) return "";
  return typeof root.siteUrl === "string" ? root.siteUrl : "";
}

/** Search engines are told not to index what isn't for everyone. */
function isIndexedRoute(handle: unknown): boolean {
  if (typeof handle !== "object" || handle === null) return true;
  return "audience" in handle && handle.audience === "everyone" && !("isIndexed" in handle);
}

const SITE_KEYWORDS = ["Washington, DC", "city guide", "local businesses"];

const SITE_FEEDS: readonly FeedLink[] = [
  { title: `${SITE_NAME}: all guides`, path: "/feed.xml", format: "atom" },
  { title: `${SITE_NAME}: all guides (JSON)`, path: "/feed.json", format: "json" },
];

const FEED_TYPES = { atom: "application/atom+xml", json: "application/feed+json" } as const;

/** The center of the District, from the specification. The same on every page. */
const LANGUAGE_AND_LOCATION: MetaDescriptor[] = [
  { httpEquiv: "content-language", content: SITE_LANGUAGE },
  { name: "language", content: SITE_LANGUAGE },
  { name: "geo.region", content: "US-DC" },
  { name: "geo.placename", content: "Washington" },
  { name: "geo.position", content: "38.9072;-77.0369" },
  { name: "ICBM", content: "38.9072, -77.0369" },
];

const SITE_IMAGE = { path: SITE_IMAGE_PATH, alt: `${SITE_NAME}: a street of Washington rowhouses, drawn` };

function openGraph(
  { title, description, path, type, image = SITE_IMAGE, article }: PageMeta,
  siteUrl: string,
): MetaDescriptor[] {
  const imageUrl = absoluteUrl(siteUrl, image.path);
  return [
    { property: "og:site_name", content: SITE_NAME },
    { property: "og:locale", content: "en_US" },
    { property: "og:type", content: type ?? "website" },
    { property: "og:title", content: title ?? SITE_TITLE },
    { property: "og:description", content: description },
    { property: "og:url", content: absoluteUrl(siteUrl, path) },
    { property: "og:image", content: imageUrl },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: String(SOCIAL_IMAGE_WIDTH) },
    { property: "og:image:height", content: String(SOCIAL_IMAGE_HEIGHT) },
    { property: "og:image:alt", content: image.alt },
    ...(article === undefined ? [] : articleTags(article)),
  ];
}

function articleTags(article: NonNullable<PageMeta["article"]>): MetaDescriptor[] {
  return [
    { name: "author", content: article.author },
    { property: "article:published_time", content: article.publishedAt },
    { property: "article:modified_time", content: article.updatedAt },
    { property: "article:section", content: article.section },
    // React uses the content as the tag's key, so duplicates must be removed.
    ...unique(article.tags).map((tag) => ({ property: "article:tag", content: tag })),
  ];
}

function twitterCard({ title, description, image = SITE_IMAGE }: PageMeta, siteUrl: string): MetaDescriptor[] {
  return [
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title ?? SITE_TITLE },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: absoluteUrl(siteUrl, image.path) },
    { name: "twitter:image:alt", content: image.alt },
  ];
}

function feedLink({ title, path, format }: FeedLink): MetaDescriptor {
  return { tagName: "link", rel: "alternate", type: FEED_TYPES[format], title, href: path };
}

function link(rel: string, href: string): MetaDescriptor {
  return { tagName: "link", rel, href };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
