import { absoluteUrl } from "../site-identity.ts";

/**
 * Allows everything except forms and filtered or sorted lists, which show the same places in endless combinations.
 * Search pages stay crawlable, because crawlers must read them to see their noindex.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9309
 * @see https://developers.google.com/crawling/docs/faceted-navigation
 */
export function robotsTxt(siteUrl: string): string {
  return [
    "User-agent: *",
    "Allow: /",
    "Disallow: /auth/",
    // Forms for members.
    "Disallow: /places/*/review",
    "Disallow: /places/*/claim",
    "Disallow: /business",
    "Disallow: /places/*/questions/report",
    "Disallow: /reviews/",
    "Disallow: /place-photos/*/report",
    "Disallow: /admin/",
    ...FILTERS.map((name) => `Disallow: /*?${name}=\nDisallow: /*&${name}=`),
    "",
    `Sitemap: ${absoluteUrl(siteUrl, "/sitemap.xml")}`,
    "",
  ].join("\n");
}

const FILTERS = ["type", "price", "neighborhood", "rating", "open", "near", "attr", "sort", "stars", "bbox"];
