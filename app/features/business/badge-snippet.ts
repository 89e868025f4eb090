import { escapeXml } from "#app/features/seo/xml.ts";

import { BADGE_SIZES, type BadgeLook, badgePath } from "./badge.ts";

/** The HTML that an owner puts on their own site: a link to the listing with the badge in it. */
export function badgeSnippet(given: { siteUrl: string; slug: string; name: string; look: BadgeLook }): string {
  const { siteUrl, slug, name, look } = given;
  const { width, height } = BADGE_SIZES[look.size];
  // The rating is in the picture alone: what stands here would go out of date.
  const alt = escapeXml(`${name}: reviews on Rowhouse`);
  const picture = escapeXml(`${siteUrl}${badgePath(slug, look)}`);
  return `<a href="${siteUrl}/places/${slug}"><img src="${picture}" alt="${alt}" width="${width}" height="${height}"></a>`;
}
