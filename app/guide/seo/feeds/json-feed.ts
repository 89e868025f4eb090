import { type Feed, guideHtml, guideUpdatedAt } from "./feed.ts";
import { absoluteUrl, SITE_LANGUAGE, SITE_NAME } from "../site-identity.ts";
import { LOGO_PATH, socialImagePath } from "../social/social-image-path.ts";

export const JSON_FEED_TYPE = "application/feed+json; charset=utf-8";

/**
 * The feed as JSON Feed 1.1.
 *
 * @see https://www.jsonfeed.org/version/1.1/
 */
export function jsonFeed(feed: Feed): string {
  const { siteUrl } = feed;
  const items = feed.guides.map((guide) => {
    const url = absoluteUrl(siteUrl, `/posts/${guide.slug}`);
    return {
      id: url,
      url,
      title: guide.title,
      summary: guide.excerpt,
      content_html: guideHtml(siteUrl, guide),
      image: absoluteUrl(siteUrl, socialImagePath("guides", guide.slug)),
      date_published: guide.publishedAt.toISOString(),
      date_modified: guideUpdatedAt(guide).toISOString(),
      authors: guide.authors.map((name) => ({ name, url: absoluteUrl(siteUrl, "/about") })),
      tags: [...new Set([guide.category.name, ...guide.keywords])],
    };
  });
  const document = {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: feed.description,
    home_page_url: absoluteUrl(siteUrl, feed.pagePath),
    feed_url: absoluteUrl(siteUrl, feed.path),
    icon: absoluteUrl(siteUrl, LOGO_PATH),
    language: SITE_LANGUAGE,
    authors: [{ name: SITE_NAME, url: absoluteUrl(siteUrl, "/about") }],
    items,
  };
  return `${JSON.stringify(document)}\n`;
}
