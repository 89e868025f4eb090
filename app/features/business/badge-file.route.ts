import { redirect } from "react-router";

import { isSlug } from "#app/lib/slug.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/badge-file.route";
import { type Badge, type BadgeLook, drawBadge, readBadgeLook } from "./badge.ts";
import { findBadge } from "./badge.server.ts";

/** How old a rating on another site may be. Our own memory forgets it with each new review. */
const BADGE_SECONDS = 300;

/** Any site may show it. */
const SHOWN_ANYWHERE = { "cross-origin-resource-policy": "cross-origin" };

/** `/badge/{slug}.svg`: the rating of a place for its own website. A place that isn't there has a badge that says so. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, page } = siteOf(context);
  const { pathname, search, searchParams } = new URL(request.url);
  const look = readBadgeLook(searchParams);
  // One address for one badge; whatever else was asked for would be kept beside it.
  if (look === null) throw redirect(pathname, 302);
  const [, slug = ""] = /^(.*)\.svg$/.exec(params.file) ?? [];
  const found = isSlug(slug) ? await findBadge(db, slug, { page }) : null;
  if (found === "removed") return badgeResponse(null, { look, status: 410 });
  if (found !== null && "leadsTo" in found) {
    throw redirect(`/badge/${found.leadsTo}.svg${search}`, { status: 302, headers: SHOWN_ANYWHERE });
  }
  return badgeResponse(found, { look, status: found === null ? 404 : 200 });
}

function badgeResponse(badge: Badge, { look, status }: { look: BadgeLook; status: 200 | 404 | 410 }): Response {
  return new Response(drawBadge(badge, look), {
    status,
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": `public, max-age=${BADGE_SECONDS}`,
      ...SHOWN_ANYWHERE,
      // Opened as a page of its own nothing in it may run or load.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
