import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sitemap.route";
import { fileResponse, fileNotFound } from "./file-response.ts";
import { listSitemapUrls } from "./sitemap-queries.server.ts";
import { parseSitemapFileName, SITEMAP_TYPE, sitemap } from "./sitemap.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const part = parseSitemapFileName(params.part);
  if (part === null) return fileNotFound();
  const site = siteOf(context);
  const urls = await listSitemapUrls(site.db, part, site, { pages: site.routes.publicPages });
  return urls === null ? fileNotFound() : fileResponse(sitemap(site.env.siteUrl, urls), SITEMAP_TYPE);
}
