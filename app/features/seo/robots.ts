import { absoluteUrl } from "./site-identity.ts";

/**
 * Everything may be read. Only addresses that filter or sort a list are left alone: they show the same places in
 * endless combinations. Search pages stay readable because they say themselves that they are not to be indexed, which
 * nobody could read on a page that is closed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9309
 * @see https://developers.google.com/crawling/docs/faceted-navigation
 */
export function robotsTxt(siteUrl: string): string {
  return [
    "User-agent: *",
    "Allow: /",
    "Disallow: /auth/",
    // Forms, for whoever is signed in.
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
