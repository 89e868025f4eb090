import type { KnownRoute } from "#app/platform/route-table.ts";

import { absoluteUrl } from "../site-identity.ts";

/**
 * Allows everything except pages that aren't for everyone, sign-in pages, and filtered or sorted lists. Search pages
 * stay crawlable, because crawlers must read them to see their noindex.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9309
 * @see https://developers.google.com/crawling/docs/faceted-navigation
 */
export function robotsTxt(siteUrl: string, routes: readonly KnownRoute[]): string {
  return [
    "User-agent: *",
    "Allow: /",
    // Every page links to it with the way back.
    "Disallow: /auth/",
    ...closedPaths(routes).map((path) => `Disallow: ${path}`),
    ...filterParameters(routes).map((name) => `Disallow: /*?${name}=\nDisallow: /*&${name}=`),
    "",
    `Sitemap: ${absoluteUrl(siteUrl, "/sitemap.xml")}`,
    "",
  ].join("\n");
}

/** The query parameters that filter or sort pages which are indexed without them. */
export function filterParameters(routes: readonly KnownRoute[]): string[] {
  const indexed = routes.filter((route) => isForEveryone(route) && route.handle.isIndexed !== false);
  const names = indexed.flatMap(({ handle: { query = [], indexedQuery = [] } }) =>
    query.filter((name) => name !== "page" && !indexedQuery.includes(name)),
  );
  return [...new Set(names)];
}

function isForEveryone({ isPage, handle }: KnownRoute): boolean {
  return isPage && handle.audience === "everyone";
}

/** The pages that aren't for everyone: folders as a whole where nothing in them is, otherwise their own paths. */
function closedPaths(routes: readonly KnownRoute[]): string[] {
  const open = routes.filter(({ handle }) => handle.audience === "everyone").map(robotsPath);
  const closed = routes.filter(({ isPage, handle }) => isPage && handle.audience !== "everyone").map(robotsPath);
  const rules = closed.map((path) => {
    const folders = [...path.matchAll(/\/(?=.)/g)].map(({ index }) => path.slice(0, index + 1)).slice(1);
    const folder = folders.find((start) => !open.some((other) => other.startsWith(start)));
    if (folder === undefined) return open.some((other) => other.startsWith(`${path}/`)) ? `${path}$` : path;
    const own = folder.slice(0, -1);
    return closed.includes(own) ? own : folder;
  });
  return [...new Set(rules)].toSorted();
}

function robotsPath({ pattern }: KnownRoute): string {
  return pattern.replaceAll(/:\w+\??/g, "*");
}
