import { redirect } from "react-router";

import { isSlug } from "#app/lib/slug.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/badge-file.route";
import { type Badge, type BadgeOptions, badgePath, renderBadgeSvg, parseBadgeOptions } from "./badge.ts";
import { findBadge } from "./find-badge.server.ts";

export const handle = { audience: "everyone", query: ["size", "style"] } as const satisfies RouteHandle;

/** How old a rating on another site can be. Our page cache drops the badge with each new review. */
const BADGE_SECONDS = 300;

/** Lets every site embed the badge. */
const EMBEDDABLE = { "cross-origin-resource-policy": "cross-origin" };

/** `/badge/{slug}.svg`: a place's rating for its own website. The badge of an unknown place says "Not listed". */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, page } = siteOf(context);
  const look = parseBadgeOptions(readQuery(request, handle));
  // Redirects unknown options, so that the page cache has one entry per badge.
  if (look === null) throw redirect(`/badge/${params.file}`, 302);
  const [, slug = ""] = /^(.*)\.svg$/.exec(params.file) ?? [];
  const found = isSlug(slug) ? await findBadge(db, slug, { page }) : null;
  if (found === "removed") return badgeResponse(null, { look, status: 410 });
  if (found !== null && "mergedInto" in found) {
    throw redirect(badgePath(found.mergedInto, look), { status: 302, headers: EMBEDDABLE });
  }
  return badgeResponse(found, { look, status: found === null ? 404 : 200 });
}

function badgeResponse(badge: Badge, { look, status }: { look: BadgeOptions; status: 200 | 404 | 410 }): Response {
  return new Response(renderBadgeSvg(badge, look), {
    status,
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": `public, max-age=${BADGE_SECONDS}`,
      ...EMBEDDABLE,
      // Nothing in it runs or loads when it is opened as a page.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
