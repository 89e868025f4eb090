import { redirect } from "react-router";

import { countUnread, listNotifications } from "#app/core/notifications/notifications.server.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { BADGE_SIZES, type BadgeOptions, badgeAltText, badgePath } from "../badge/badge.ts";
import { badgeSnippet } from "../badge/badge-snippet.ts";
import { findBadge } from "../badge/find-badge.server.ts";
import { listClaimTimelines } from "../claims/list-claim-timelines.server.ts";
import { loadRecentViews } from "../figures/figures.server.ts";
import { listOwnedPlaces, type OwnedPlace } from "../people/owners.server.ts";
import { listOwnInvitations } from "../people/people.server.ts";
import type { OwnedPlaceSummary } from "./owned-place.ts";
import { summarizeOwnedPlaces } from "./owned-places.server.ts";
import { listOwnerReviews } from "./owner-reviews.server.ts";

/** Each is a whole section. */
const PLACES_PER_PAGE = 5;
const REVIEWS_SHOWN = 3;
const NOTIFICATIONS_SHOWN = 3;
const BADGE: BadgeOptions = { size: "medium", style: "light" };

export type BusinessDashboard = Awaited<ReturnType<typeof loadBusinessDashboard>>;
export type DashboardPlace = BusinessDashboard["places"][number];

/** What somebody manages, with stats, reviews and badge of each place, and their claims and invitations. */
export async function loadBusinessDashboard(site: Site, { viewer, page, path }: DashboardInput) {
  const { db, now } = site;
  const all = await listOwnedPlaces(db, viewer.id);
  const pageCount = Math.max(1, Math.ceil(all.length / PLACES_PER_PAGE));
  if (page > pageCount) throw redirect(dashboardPath(path, pageCount), 303);
  const owned = all.slice((page - 1) * PLACES_PER_PAGE, page * PLACES_PER_PAGE);
  const summaries = await summarizeOwnedPlaces(db, { owned, userId: viewer.id }, site);
  return {
    name: viewer.name || "Your businesses",
    total: all.length,
    page,
    pageCount,
    path,
    places: await Promise.all(owned.map((each) => loadPlace(site, { ...each, summaries, viewerId: viewer.id }))),
    claims: await listClaimTimelines(db, { claimerId: viewer.id, now }),
    invitations: await listOwnInvitations(db, { email: viewer.email, now }),
    notifications: await listNotifications(db, { userId: viewer.id, page: 1, count: NOTIFICATIONS_SHOWN }),
    unreadCount: await countUnread(db, viewer.id),
  };
}

type DashboardInput = { viewer: Pick<Viewer, "id" | "name" | "email">; page: number; path: string };

export function dashboardPath(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}

type PlaceInput = OwnedPlace & { summaries: readonly OwnedPlaceSummary[]; viewerId: string };

async function loadPlace(site: Site, { place, summaries, viewerId }: PlaceInput) {
  const { db, env, now } = site;
  const { slug, name } = place;
  const summary = summaries.find((each) => each.slug === slug);
  if (summary === undefined) throw new Error(`The owned place ${slug} has no summary`);
  const query = { show: "all", stars: null, sort: "newest", page: 1 } as const;
  const { items } = await listOwnerReviews(db, { placeId: place.id, viewerId, ...query });
  const found = await findBadge(db, slug, site);
  return {
    ...summary,
    recent: await loadRecentViews(db, { placeId: place.id, now }),
    reviews: items.slice(0, REVIEWS_SHOWN),
    badge: {
      src: badgePath(slug, BADGE),
      alt: badgeAltText(found === "removed" || (found !== null && "mergedInto" in found) ? null : found),
      ...BADGE_SIZES[BADGE.size],
      snippet: badgeSnippet({ siteUrl: env.siteUrl, slug, name, look: BADGE }),
    },
  };
}
