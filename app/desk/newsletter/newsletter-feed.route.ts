import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { ATOM_TYPE } from "#app/guide/seo/feeds/atom-feed.ts";
import { fileResponse } from "#app/guide/seo/files/file-response.ts";
import type { Route } from "./+types/newsletter-feed.route";
import { listArchivedIssues } from "./issue/archived-issues.server.ts";
import { NEWSLETTER_TAG } from "./issue/issues.server.ts";
import { renderNewsletterFeed } from "./newsletter-feed.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, env, now, page } = siteOf(context);
  page.tags.add(NEWSLETTER_TAG);
  const { items } = await listArchivedIssues(db, { page: 1 });
  return fileResponse(renderNewsletterFeed(env.siteUrl, { issues: items, now }), ATOM_TYPE);
}
