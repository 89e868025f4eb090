import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sitemap-index.route";
import { fileResponse } from "./file-response.ts";
import { listSitemapFiles } from "./sitemap-queries.server.ts";
import { SITEMAP_TYPE, sitemapIndex } from "./sitemap.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const files = await listSitemapFiles(site.db, site, { pages: site.routes.publicPages });
  return fileResponse(sitemapIndex(site.env.siteUrl, files), SITEMAP_TYPE);
}
