import { absoluteUrl } from "./site-identity.ts";
import { escapeXml } from "./xml.ts";

export const SITEMAP_TYPE = "application/xml; charset=utf-8";

export const SITEMAP_KINDS = ["pages", "places", "guides", "neighborhoods"] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/**
 * The protocol allows 50,000 addresses a file. A fifth of that keeps a file under 4 MB, so that no answer is a burden,
 * and one changed place sends crawlers through fewer.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export const SITEMAP_URLS_MAX = 10_000;

/** One part of the sitemap: a kind, and from 1 which of its numbered files. */
export type SitemapPart = { kind: SitemapKind; number: number };

export type SitemapUrl = {
  path: string;
  /** When what the page shows last changed; null where nobody keeps count. */
  changedAt: Date | null;
  imagePath: string | null;
};

/** `/sitemaps/places.xml`, then `/sitemaps/places-2.xml`. */
export function sitemapPath({ kind, number }: SitemapPart): string {
  return number === 1 ? `/sitemaps/${kind}.xml` : `/sitemaps/${kind}-${number}.xml`;
}

/** Reads the last segment of such a path; null when no part can have that name. */
export function readSitemapPart(file: string): SitemapPart | null {
  const [, name, digits] = /^([a-z]+)(?:-([2-9]|[1-9]\d{1,3}))?\.xml$/.exec(file) ?? [];
  const kind = SITEMAP_KINDS.find((known) => known === name);
  return kind === undefined ? null : { kind, number: digits === undefined ? 1 : Number(digits) };
}

/** The file that names all the others. */
export function sitemapIndex(siteUrl: string, parts: readonly (SitemapPart & { changedAt: Date | null })[]): string {
  const entries = parts.map((part) => {
    const loc = escapeXml(absoluteUrl(siteUrl, sitemapPath(part)));
    return `<sitemap><loc>${loc}</loc>${lastmod(part.changedAt)}</sitemap>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</sitemapindex>
`;
}

/** One part: addresses with the date of their last change and their picture. */
export function sitemap(siteUrl: string, urls: readonly SitemapUrl[]): string {
  if (urls.length > SITEMAP_URLS_MAX)
    throw new Error(`A sitemap of ${urls.length} addresses; ${SITEMAP_URLS_MAX} are allowed`);
  const entries = urls.map(({ path, changedAt, imagePath }) => {
    const loc = escapeXml(absoluteUrl(siteUrl, path));
    return `<url><loc>${loc}</loc>${lastmod(changedAt)}${image(siteUrl, imagePath)}</url>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.join("\n")}
</urlset>
`;
}

function lastmod(changedAt: Date | null): string {
  return changedAt === null ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
}

function image(siteUrl: string, path: string | null): string {
  if (path === null) return "";
  return `<image:image><image:loc>${escapeXml(absoluteUrl(siteUrl, path))}</image:loc></image:image>`;
}
