import { guideBlocks } from "#app/features/guides/guide-body.ts";

import { absoluteUrl, SITE_DESCRIPTION, SITE_NAME } from "./site-identity.ts";
import { escapeXml } from "./xml.ts";

/** A feed as both formats tell it: the newest guides of all or of one category. */
export type Feed = {
  siteUrl: string;
  title: string;
  description: string;
  /** Path of the feed itself, and of the page with the same guides. */
  path: string;
  pagePath: string;
  guides: readonly FeedGuide[];
};

export type FeedGuide = {
  slug: string;
  title: string;
  excerpt: string;
  /** Who signs it, in their order. */
  authors: string[];
  category: { slug: string; name: string };
  keywords: readonly string[];
  publishedAt: Date;
  updatedAt: Date;
  /** Its text is for members, and `body` its opening. */
  isForMembers: boolean;
  /** Our Markdown. */
  body: string;
  /** In the order of the body's place lines; null for a place that is no longer published. */
  places: readonly (FeedPlace | null)[];
};

export type FeedPlace = { slug: string; name: string; address: string; reason: string; hint: string };

/** Newest first, and this many at most: readers that missed more find the archive. */
export const FEED_GUIDES_MAX = 50;

/** The feed of all guides (null) or of one category, in the words of both formats. */
export function feedOf(
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
    description: `Guides to ${category.name} in Washington, DC, the newest first.`,
    path: `/category/${category.slug}/${file}`,
    pagePath: `/category/${category.slug}`,
    guides,
  };
}

/** A guide whole, for reading anywhere: its excerpt, its text, and each place where it stands in the text. */
export function guideHtml(siteUrl: string, guide: FeedGuide): string {
  const blocks = guideBlocks(guide.body).map((block) => {
    if (block.kind === "html") return absoluteLinks(siteUrl, block.html);
    const place = guide.places[block.index];
    return place === undefined || place === null ? "" : placeHtml(siteUrl, place);
  });
  const members = guide.isForMembers ? [membersHtml(siteUrl, guide)] : [];
  return [`<p><em>${escapeXml(guide.excerpt)}</em></p>`, ...blocks, ...members]
    .filter((html) => html !== "")
    .join("\n");
}

/** Its own last change; never before the guide came out, which a draft's last change may be. */
export function guideUpdatedAt({ publishedAt, updatedAt }: FeedGuide): Date {
  return updatedAt < publishedAt ? publishedAt : updatedAt;
}

/** The newest change of any guide, so that the feed's bytes change only when a guide does; null without guides. */
export function feedUpdatedAt(guides: readonly FeedGuide[]): Date | null {
  const newest = Math.max(...guides.map((guide) => guideUpdatedAt(guide).getTime()));
  return Number.isFinite(newest) ? new Date(newest) : null;
}

function membersHtml(siteUrl: string, { slug }: FeedGuide): string {
  const href = escapeXml(absoluteUrl(siteUrl, `/posts/${slug}`));
  return `<p><a href="${href}">Members read the whole guide on ${SITE_NAME}.</a></p>`;
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

/** A feed is read far from the site. The renderer writes every attribute in double quotes and escapes those of texts. */
function absoluteLinks(siteUrl: string, html: string): string {
  return html
    .replaceAll(/ (?:srcset|sizes)="[^"]*"/g, "")
    .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${escapeXml(siteUrl)}/`);
}
