import { Link, redirect, useFetcher } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { FreshNotifications } from "#app/people/navigation/fresh-notifications.tsx";
import { NOTIFICATIONS_PATH } from "#app/core/notifications/notification-list.ts";
import { NotificationRows } from "#app/core/notifications/notification-rows.tsx";
import { countUnread, listNotifications } from "#app/core/notifications/notifications.server.ts";
import type { Route } from "./+types/business-dashboard.route";
import { OWN_BUSINESSES_PATH } from "../claims/claim.ts";
import { NoBusinesses } from "./no-businesses.tsx";
import { OwnedPlaceCard } from "./owned-place-card.tsx";
import { summarizeOwnedPlaces } from "./owned-places.server.ts";
import { BUSINESS_DASHBOARD_PATH } from "./owner-page.tsx";
import { listOwnedPlaces } from "../people/owners.server.ts";

export const handle = { audience: "business", query: ["page"] } as const satisfies RouteHandle;

const PLACES_PER_PAGE = 10;
const NOTIFICATIONS_SHOWN = 3;

/** Only for the role business, as the specification says; `/business` is open to every owner and manager. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId, name } = requireRole(site.viewer, request, ["business"]);
  const page = parsePageNumber(readQuery(request, handle).get("page"));
  const all = await listOwnedPlaces(site.db, userId);
  const pageCount = Math.max(1, Math.ceil(all.length / PLACES_PER_PAGE));
  if (page > pageCount) throw redirect(pathOf(pageCount), 303);
  const pageOfPlaces = all.slice((page - 1) * PLACES_PER_PAGE, page * PLACES_PER_PAGE);
  return {
    name,
    total: all.length,
    page,
    pageCount,
    places: await summarizeOwnedPlaces(site.db, { owned: pageOfPlaces, userId }, site),
    notifications: await listNotifications(site.db, { userId, page: 1, count: NOTIFICATIONS_SHOWN }),
    unreadCount: await countUnread(site.db, userId),
  };
}

function pathOf(page: number): string {
  return page === 1 ? BUSINESS_DASHBOARD_PATH : `${BUSINESS_DASHBOARD_PATH}?page=${page}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Business dashboard",
    description: "The places you manage, and what to do next.",
    path: BUSINESS_DASHBOARD_PATH,
  });

export default function BusinessDashboard({ loaderData }: Route.ComponentProps) {
  const { name, total, places, page, pageCount } = loaderData;
  const refreshed = useFetcher<typeof loader>();
  const { notifications, unreadCount } = refreshed.data ?? loaderData;
  return (
    <div className="wrap owner-page">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Dashboard" }]} />
      <h1 className="d3 owner-title">{name}</h1>
      <FreshNotifications unreadCount={unreadCount} load={refreshed.load} path={pathOf(page)} />
      {total === 0 ? (
        <NoBusinesses />
      ) : (
        <section aria-labelledby="places">
          <SectionHead
            id="places"
            title={pluralize(total, "business", "businesses")}
            more={{ label: "Claims and invitations", to: OWN_BUSINESSES_PATH }}
          />
          <ul className="owned-places">
            {places.map((place) => (
              <li key={place.slug}>
                <OwnedPlaceCard place={place} />
              </li>
            ))}
          </ul>
          <Pager label="Businesses" page={page} pageCount={pageCount} hrefFor={pathOf} />
          <p>
            <Link className="link" to="/search">
              Find another business you own
            </Link>
          </p>
        </section>
      )}
      <section aria-labelledby="notifications">
        <SectionHead id="notifications" title="Notifications" more={{ label: "All", to: NOTIFICATIONS_PATH }} />
        {notifications.total === 0 ? (
          <p className="text-muted">No notifications yet. We’ll notify you when someone joins or an editor decides.</p>
        ) : (
          <NotificationRows notifications={notifications.items} back={pathOf(page)} />
        )}
      </section>
    </div>
  );
}
