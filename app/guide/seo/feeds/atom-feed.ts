import { type Feed, type FeedGuide, feedUpdatedAt, guideHtml, guideUpdatedAt } from "./feed.ts";
import { absoluteUrl, SITE_LANGUAGE, SITE_NAME } from "../site-identity.ts";
import { LOGO_PATH, SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH, socialImagePath } from "../social/social-image-path.ts";
import { escapeXml } from "./xml.ts";

export const ATOM_TYPE = "application/atom+xml; charset=utf-8";

/**
 * The feed as Atom 1.0.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function atomFeed(feed: Feed): string {
  const { siteUrl, guides } = feed;
  const self = absoluteUrl(siteUrl, feed.path);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${SITE_LANGUAGE}">
${element("id", self)}
${element("title", feed.title)}
${element("subtitle", feed.description)}
${element("updated", (feedUpdatedAt(guides) ?? EPOCH).toISOString())}
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(absoluteUrl(siteUrl, feed.pagePath))}"/>
${element("icon", absoluteUrl(siteUrl, LOGO_PATH))}
<author>${element("name", SITE_NAME)}${element("uri", absoluteUrl(siteUrl, "/about"))}</author>
${guides.map((guide) => entry(siteUrl, guide)).join("\n")}
</feed>
`;
}

/** Atom requires a date, even for an empty feed. */
const EPOCH = new Date(0);

function entry(siteUrl: string, guide: FeedGuide): string {
  // The URL is a stable id, because the slug of a published guide never changes.
  const url = absoluteUrl(siteUrl, `/posts/${guide.slug}`);
  const image = absoluteUrl(siteUrl, socialImagePath("guides", guide.slug));
  const { slug, name } = guide.category;
  return `<entry>
${element("id", url)}
${element("title", guide.title)}
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
${element("published", guide.publishedAt.toISOString())}
${element("updated", guideUpdatedAt(guide).toISOString())}
${guide.authors.map((name) => `<author>${element("name", name)}</author>`).join("\n")}
<category term="${escapeXml(slug)}" scheme="${escapeXml(absoluteUrl(siteUrl, "/category/"))}" label="${escapeXml(name)}"/>
${guide.keywords.map((keyword) => `<category term="${escapeXml(keyword)}"/>`).join("\n")}
<media:thumbnail url="${escapeXml(image)}" width="${SOCIAL_IMAGE_WIDTH}" height="${SOCIAL_IMAGE_HEIGHT}"/>
${element("summary", guide.excerpt)}
<content type="html">${escapeXml(guideHtml(siteUrl, guide))}</content>
</entry>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
