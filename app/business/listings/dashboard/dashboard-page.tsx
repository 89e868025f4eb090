import "../badge/badge.css";
import "../claims/claims.css";
import "../figures/figures.css";

import { Link, useFetcher } from "react-router";

import { NOTIFICATIONS_PATH } from "#app/core/notifications/notification-list.ts";
import { NotificationRows } from "#app/core/notifications/notification-rows.tsx";
import { FreshNotifications } from "#app/people/navigation/fresh-notifications.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { ClaimTimelines } from "../claims/claim-timelines.tsx";
import { OWNER_ROLE_LABELS } from "../people/place-manager.ts";
import type { BusinessDashboard } from "./load-dashboard.server.ts";
import { NoBusinesses } from "./no-businesses.tsx";
import { OwnedPlaceCard } from "./owned-place-card.tsx";

type DashboardPageProps = { dashboard: BusinessDashboard; refused: string | null };

/** The one page of somebody's businesses. Its address depends on the account's role. */
export function DashboardPage({ dashboard, refused }: DashboardPageProps) {
  const { name, total, places, page, pageCount, path, claims, invitations } = dashboard;
  const hrefFor = (to: number) => (to === 1 ? path : `${path}?page=${to}`);
  const refreshed = useFetcher<BusinessDashboard>();
  const { notifications, unreadCount } = refreshed.data ?? dashboard;
  return (
    <div className="wrap owner-page">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Dashboard" }]} />
      <h1 className="d3 owner-title">{name}</h1>
      <FreshNotifications unreadCount={unreadCount} load={refreshed.load} path={hrefFor(page)} />
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused}
        </p>
      )}
      {invitations.length > 0 && <Invitations invitations={invitations} path={path} />}
      {total === 0 ? (
        <NoBusinesses />
      ) : (
        <section aria-labelledby="places">
          <SectionHead id="places" title={pluralize(total, "business", "businesses")} />
          <ul className="owned-places">
            {places.map((place) => (
              <li key={place.slug}>
                <OwnedPlaceCard place={place} />
              </li>
            ))}
          </ul>
          <Pager label="Businesses" page={page} pageCount={pageCount} hrefFor={hrefFor} />
          <p>
            <Link className="link" to="/search">
              Find another business you own
            </Link>
          </p>
        </section>
      )}
      {claims.length > 0 && (
        <section aria-labelledby="claims">
          <SectionHead id="claims" title="Your claims" />
          <ClaimTimelines stories={claims} />
        </section>
      )}
      <section aria-labelledby="notifications">
        <SectionHead id="notifications" title="Notifications" more={{ label: "All", to: NOTIFICATIONS_PATH }} />
        {notifications.total === 0 ? (
          <p className="text-muted">No notifications yet. We’ll notify you when someone joins or an editor decides.</p>
        ) : (
          <NotificationRows notifications={notifications.items} back={hrefFor(page)} />
        )}
      </section>
    </div>
  );
}

function Invitations({ invitations, path }: Pick<BusinessDashboard, "invitations" | "path">) {
  return (
    <section className="owner-word" aria-labelledby="invitations">
      <h2 className="h4" id="invitations">
        {invitations.length === 1 ? "You have an invitation" : `You have ${invitations.length} invitations`}
      </h2>
      <ul className="owner-people">
        {invitations.map(({ id, role, place }) => (
          <li key={id}>
            <span>
              Manage{" "}
              <Link className="link" to={`/places/${place.slug}`}>
                {place.name}
              </Link>{" "}
              as {OWNER_ROLE_LABELS[role].toLowerCase()}
            </span>
            <form method="post" action={path}>
              <button type="submit" className="button button-primary" name="invitation" value={id}>
                Accept<span className="sr-only"> the invitation of {place.name}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
