import { dcDayAt } from "#app/lib/dc-time.ts";

import { type Feed, type FeedGuide, feedUpdatedAt, guideHtml, guideUpdatedAt } from "./feed.ts";
import { absoluteUrl, SITE_LANGUAGE, SITE_NAME } from "../site-identity.ts";
import { LOGO_PATH, SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH, socialImagePath } from "../social/social-image-path.ts";
import { escapeXml } from "./xml.ts";

export const ATOM_TYPE = "application/atom+xml; charset=utf-8";

/** The newest guides as Atom. */
export function atomFeed({ siteUrl, title, description, path, pagePath, guides }: Feed, now: Date): string {
  const updatedAt = feedUpdatedAt(guides) ?? emptyFeedUpdatedAt(now);
  return renderAtom(siteUrl, {
    title,
    subtitle: description,
    path,
    pagePath,
    updatedAt,
    entries: guides.map((guide) => entry(siteUrl, guide)),
  });
}

type AtomDocument = {
  title: string;
  subtitle: string;
  /** Paths of the feed and of the page with the same entries. */
  path: string;
  pagePath: string;
  updatedAt: Date;
  /** `<entry>` elements; see `atomElement`. */
  entries: readonly string[];
};

/**
 * A feed as Atom 1.0.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function renderAtom(siteUrl: string, document: AtomDocument): string {
  const self = absoluteUrl(siteUrl, document.path);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${SITE_LANGUAGE}">
${atomElement("id", self)}
${atomElement("title", document.title)}
${atomElement("subtitle", document.subtitle)}
${atomElement("updated", document.updatedAt.toISOString())}
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(absoluteUrl(siteUrl, document.pagePath))}"/>
${atomElement("icon", absoluteUrl(siteUrl, LOGO_PATH))}
<author>${atomElement("name", SITE_NAME)}${atomElement("uri", absoluteUrl(siteUrl, "/about"))}</author>
${document.entries.join("\n")}
</feed>
`;
}

/** Atom requires a date, even for a feed without entries. That of the day changes it once a day. */
export function emptyFeedUpdatedAt(now: Date): Date {
  return new Date(dcDayAt(now.getTime()).startsMs);
}

function entry(siteUrl: string, guide: FeedGuide): string {
  // The URL is a stable id, because the slug of a published guide never changes.
  const url = absoluteUrl(siteUrl, `/posts/${guide.slug}`);
  const image = absoluteUrl(siteUrl, socialImagePath("guides", guide.slug));
  const { slug, name } = guide.category;
  return `<entry>
${atomElement("id", url)}
${atomElement("title", guide.title)}
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
${atomElement("published", guide.publishedAt.toISOString())}
${atomElement("updated", guideUpdatedAt(guide).toISOString())}
${guide.authors.map((name) => `<author>${atomElement("name", name)}</author>`).join("\n")}
<category term="${escapeXml(slug)}" scheme="${escapeXml(absoluteUrl(siteUrl, "/category/"))}" label="${escapeXml(name)}"/>
${guide.keywords.map((keyword) => `<category term="${escapeXml(keyword)}"/>`).join("\n")}
<media:thumbnail url="${escapeXml(image)}" width="${SOCIAL_IMAGE_WIDTH}" height="${SOCIAL_IMAGE_HEIGHT}"/>
${atomElement("summary", guide.excerpt)}
<content type="html">${escapeXml(guideHtml(siteUrl, guide))}</content>
</entry>`;
}

/** An element with escaped text. */
export function atomElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
