export const SITE_NAME = "Rowhouse";

export const SITE_TITLE = "Rowhouse - Your Guide to Washington, DC";

/** What the whole site says of itself: feeds, the search description, pages without words of their own. */
export const SITE_DESCRIPTION =
  "A city guide and business directory for Washington, DC: places in every quadrant, guides that can be walked, and where each fact comes from.";

export const SITE_LANGUAGE = "en-US";

/** The title of a page. Null is the home page, which carries the site's title as it is. */
export function pageTitle(title: string | null): string {
  return title === null || title === SITE_TITLE ? SITE_TITLE : `${title} - ${SITE_TITLE}`;
}

/**
 * An address that means the same everywhere.
 *
 * @param siteUrl Origin without a trailing slash.
 * @param path Begins with a slash.
 */
export function absoluteUrl(siteUrl: string, path: string): string {
  return `${siteUrl}${path}`;
}
