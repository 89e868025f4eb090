import { absoluteUrl } from "../site-identity.ts";
import { escapeXml } from "../feeds/xml.ts";

export const SITEMAP_TYPE = "application/xml; charset=utf-8";

export const SITEMAP_KINDS = ["pages", "places", "guides", "neighborhoods"] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/**
 * The protocol allows 50,000 URLs per file. A fifth of that keeps files under 4 MB, and a changed place makes crawlers
 * reread less.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export const SITEMAP_URLS_MAX = 10_000;

/** One sitemap file: a kind and the file's number, from 1. */
export type SitemapFile = { kind: SitemapKind; number: number };

export type SitemapUrl = {
  path: string;
  /** The last change of the page's content. Null if it isn't tracked. */
  changedAt: Date | null;
  imagePath: string | null;
};

/** `/sitemaps/places.xml`, then `/sitemaps/places-2.xml`. */
export function sitemapPath({ kind, number }: SitemapFile): string {
  return number === 1 ? `/sitemaps/${kind}.xml` : `/sitemaps/${kind}-${number}.xml`;
}

/** Parses a sitemap file name. Null if it isn't one. */
export function parseSitemapFileName(file: string): SitemapFile | null {
  const [, name, digits] = /^([a-z]+)(?:-([2-9]|[1-9]\d{1,3}))?\.xml$/.exec(file) ?? [];
  const kind = SITEMAP_KINDS.find((each) => each === name);
  return kind === undefined ? null : { kind, number: digits === undefined ? 1 : Number(digits) };
}

/** The index of all sitemap files. */
export function sitemapIndex(siteUrl: string, parts: readonly (SitemapFile & { changedAt: Date | null })[]): string {
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

/** One sitemap file: URLs with their last change and picture. */
export function sitemap(siteUrl: string, urls: readonly SitemapUrl[]): string {
  if (urls.length > SITEMAP_URLS_MAX)
    throw new Error(`A sitemap has ${urls.length} URLs, but only ${SITEMAP_URLS_MAX} are allowed`);
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
