import { escapeXml } from "#app/guide/seo/feeds/xml.ts";

import { BADGE_SIZES, type BadgeOptions, badgePath } from "./badge.ts";

/** The HTML for the owner's website: a link to the listing with the badge in it. */
export function badgeSnippet(given: { siteUrl: string; slug: string; name: string; look: BadgeOptions }): string {
  const { siteUrl, slug, name, look } = given;
  const { width, height } = BADGE_SIZES[look.size];
  // Without the rating, which would go out of date here.
  const alt = escapeXml(`${name}: reviews on Rowhouse`);
  const picture = escapeXml(`${siteUrl}${badgePath(slug, look)}`);
  return `<a href="${siteUrl}/places/${slug}"><img src="${picture}" alt="${alt}" width="${width}" height="${height}"></a>`;
}
