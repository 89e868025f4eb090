import { pluralize } from "#app/ui/format-count.ts";

import { absoluteUrl, SITE_DESCRIPTION, SITE_NAME } from "../site-identity.ts";

export type LlmsData = {
  placeCount: number;
  guideCount: number;
  categories: readonly { slug: string; name: string; description: string; placeCount: number }[];
  /** Newest first. */
  guides: readonly { slug: string; title: string; excerpt: string }[];
  neighborhoods: readonly { slug: string; name: string; summary: string }[];
};

/**
 * Describes the site and its URLs for language models.
 *
 * @see https://llmstxt.org
 */
export function llmsTxt(siteUrl: string, site: LlmsData): string {
  const link = (name: string, path: string, note: string) =>
    `- [${plainText(name)}](${absoluteUrl(siteUrl, path)}): ${plainText(note)}`;
  return `# ${SITE_NAME}

> ${SITE_DESCRIPTION}

${pluralize(site.placeCount, "place")} and ${pluralize(site.guideCount, "guide")}, all in Washington, DC. Pages carry schema.org JSON-LD.

- Addresses end in their quadrant (NW, NE, SW, SE). Street names repeat between quadrants, so never drop it.
- Every fact has a source, a license and the date of that source. "Not checked" means the fact has no date.
- "Hours unknown", "Price unknown" and "No reviews yet" mean missing data, not "closed", "free" or "bad".
- Opening hours are in the time zone America/New_York. Neighborhood borders are approximate.
- Most pictures are drawings. Photos come from the business or from Wikimedia Commons, with their credit.

## Places

${site.categories.map(({ slug, name, description, placeCount }) => link(name, `/${slug}`, `${pluralize(placeCount, "place")}. ${description}`)).join("\n")}
${link("All neighborhoods", "/neighborhoods", "each with its street map, places and guides")}
${link("Map", "/map", "every place; as GeoJSON points in /map/pins.json, with category= and bbox=west,south,east,north")}
${link("Search", "/search", "places, guides and neighborhoods, with the query in q=; as JSON in /search.json")}

## Guides

${link("Latest guides", "/latest", "all guides, newest first")}
${site.guides.map(({ slug, title, excerpt }) => link(title, `/posts/${slug}`, excerpt)).join("\n")}

## Feeds and files

${link("Atom feed", "/feed.xml", "the newest guides in full")}
${link("JSON feed", "/feed.json", "the same as JSON Feed 1.1; for one category in /category/{category}/feed.xml and feed.json")}
${link("Sitemap", "/sitemap.xml", "every page with the date of its last change")}
${link("About", "/about", "how facts are checked, and every source with its license")}
${link("Photo credits", "/credits", "every photo from Wikimedia Commons with its author and license")}
${link("Our facts", "/about/data", "how many facts there are, by source, license and age, and for how many places hours are known")}

## Optional

${site.neighborhoods.map(({ slug, name, summary }) => link(name, `/neighborhood/${slug}`, summary)).join("\n")}
`;
}

/** One line without brackets, which Markdown would parse as links. */
function plainText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[[\]]/g, "").trim();
}
