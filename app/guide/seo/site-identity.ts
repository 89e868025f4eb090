export const SITE_NAME = "Rowhouse";

export const SITE_TITLE = "Rowhouse - Your Guide to Washington, DC";

/** The site's description, for feeds, the search description and pages without their own. */
export const SITE_DESCRIPTION =
  "A city guide and business directory for Washington, DC: places in every quadrant, walkable guides, and a source for every fact.";

export const SITE_LANGUAGE = "en-US";

/** The full title of a page. Null is the home page, which has just the site's title. */
export function pageTitle(title: string | null): string {
  return title === null || title === SITE_TITLE ? SITE_TITLE : `${title} - ${SITE_TITLE}`;
}

/**
 * Makes a path absolute.
 *
 * @param siteUrl Origin without a trailing slash.
 * @param path Begins with a slash.
 */
export function absoluteUrl(siteUrl: string, path: string): string {
  return `${siteUrl}${path}`;
}
