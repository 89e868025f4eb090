import { siteOf } from "#app/platform/site.ts";

import { ATOM_TYPE } from "../seo/atom-feed.ts";
import { fileResponse } from "../seo/file-response.ts";
import type { Route } from "./+types/newsletter-feed.route";
import { archivedIssues, NEWSLETTER_TAG } from "./issues.server.ts";
import { newsletterFeed } from "./newsletter-feed.ts";

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, env, page } = siteOf(context);
  page.tags.add(NEWSLETTER_TAG);
  const { items } = await archivedIssues(db, { page: 1 });
  return fileResponse(newsletterFeed(env.siteUrl, items), ATOM_TYPE);
}
