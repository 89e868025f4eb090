import { renderGuideBlocks } from "#app/guide/guides/page/guide-body.ts";

import { absoluteUrl, SITE_DESCRIPTION, SITE_NAME } from "../site-identity.ts";
import { escapeXml } from "./xml.ts";

/** The newest guides of all or of one category, for both feed formats. */
export type Feed = {
  siteUrl: string;
  title: string;
  description: string;
  /** Paths of the feed and of the page with the same guides. */
  path: string;
  pagePath: string;
  guides: readonly FeedGuide[];
};

export type FeedGuide = {
  slug: string;
  title: string;
  excerpt: string;
  /** Byline names, in order. */
  authors: string[];
  category: { slug: string; name: string };
  keywords: readonly string[];
  publishedAt: Date;
  updatedAt: Date;
  /** For members only: `body` is just the opening. */
  isForMembers: boolean;
  /** Rowhouse's Markdown. */
  body: string;
  /** In the order of the body's place lines. Null for an unpublished place. */
  places: readonly (FeedPlace | null)[];
};

export type FeedPlace = { slug: string; name: string; address: string; reason: string; hint: string };

/** Feeds have the newest guides. Older ones are in the archive. */
export const FEED_GUIDES_MAX = 50;

/** Builds the feed of all guides (null) or of one category. */
export function buildFeed(
  siteUrl: string,
  input: {
    format: "atom" | "json";
    category: { slug: string; name: string } | null;
    guides: readonly FeedGuide[];
  },
): Feed {
  const { category, guides } = input;
  const file = input.format === "atom" ? "feed.xml" : "feed.json";
  if (category === null) {
    return { siteUrl, title: SITE_NAME, description: SITE_DESCRIPTION, path: `/${file}`, pagePath: "/latest", guides };
  }
  return {
    siteUrl,
    title: `${SITE_NAME}: ${category.name}`,
    description: `Guides to ${category.name} in Washington, DC, newest first.`,
    path: `/category/${category.slug}/${file}`,
    pagePath: `/category/${category.slug}`,
    guides,
  };
}

/** A guide as HTML for feed readers: the excerpt and the text with its places in position. */
export function guideHtml(siteUrl: string, guide: FeedGuide): string {
  const blocks = renderGuideBlocks(guide.body).map((block) => {
    if (block.kind === "html") return absoluteLinks(siteUrl, block.html);
    const place = guide.places[block.index];
    return place === undefined || place === null ? "" : placeHtml(siteUrl, place);
  });
  const members = guide.isForMembers ? [membersHtml(siteUrl, guide)] : [];
  return [`<p><em>${escapeXml(guide.excerpt)}</em></p>`, ...blocks, ...members]
    .filter((html) => html !== "")
    .join("\n");
}

/** The guide's last change, but not before it was published, since a draft's last change may be earlier. */
export function guideUpdatedAt({ publishedAt, updatedAt }: FeedGuide): Date {
  return updatedAt < publishedAt ? publishedAt : updatedAt;
}

/** The latest change of any guide, so that the feed changes only when a guide does. Null without guides. */
export function feedUpdatedAt(guides: readonly FeedGuide[]): Date | null {
  const newest = Math.max(...guides.map((guide) => guideUpdatedAt(guide).getTime()));
  return Number.isFinite(newest) ? new Date(newest) : null;
}

function membersHtml(siteUrl: string, { slug }: FeedGuide): string {
  const href = escapeXml(absoluteUrl(siteUrl, `/posts/${slug}`));
  return `<p><a href="${href}">Members can read the whole guide on ${SITE_NAME}.</a></p>`;
}

function placeHtml(siteUrl: string, place: FeedPlace): string {
  const href = escapeXml(absoluteUrl(siteUrl, `/places/${place.slug}`));
  const address = place.address === "" ? "" : `<br>${escapeXml(place.address)}`;
  return [
    `<h3><a href="${href}">${escapeXml(place.name)}</a></h3>`,
    `<p>${escapeXml(place.reason)}${address}</p>`,
    `<p>${escapeXml(place.hint)}</p>`,
  ].join("\n");
}

/** Makes links absolute for feed readers. The renderer double-quotes attributes and escapes quotes in text. */
function absoluteLinks(siteUrl: string, html: string): string {
  return html
    .replaceAll(/ (?:srcset|sizes)="[^"]*"/g, "")
    .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${escapeXml(siteUrl)}/`);
}
