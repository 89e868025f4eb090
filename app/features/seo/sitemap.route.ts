import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sitemap.route";
import { fileResponse, noSuchFile } from "./file-response.ts";
import { sitemapUrls } from "./sitemap-queries.server.ts";
import { readSitemapPart, SITEMAP_TYPE, sitemap } from "./sitemap.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const part = readSitemapPart(params.part);
  if (part === null) return noSuchFile();
  const site = siteOf(context);
  const urls = await sitemapUrls(site.db, part, site);
  return urls === null ? noSuchFile() : fileResponse(sitemap(site.env.siteUrl, urls), SITEMAP_TYPE);
}
