import { data, redirect, useFetcher } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { requireRole } from "#app/people/accounts/guards.ts";
import { summarizeMembership } from "#app/people/membership/membership/membership-summary.ts";
import { findMembership } from "#app/people/membership/membership/find-membership.server.ts";
import { NOTIFICATIONS_PATH, type NotificationItem } from "#app/core/notifications/notification-list.ts";
import { NotificationRows } from "#app/core/notifications/notification-rows.tsx";
import { FreshNotifications } from "#app/people/navigation/fresh-notifications.tsx";
import { countUnread, listNotifications } from "#app/core/notifications/notifications.server.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/member-dashboard.route";
import { ACTIVITY_PATH } from "./activity.ts";
import { ActivityRows, NoActivity } from "./activity-rows.tsx";
import { findActivity } from "./find-activity.server.ts";
import { findStarters } from "./find-starters.server.ts";
import { StarterSection } from "./starter-section.tsx";
import { findOwnLists } from "../lists/list-queries.server.ts";
import { memberSinceLabel, findSavedGuides, findSavedPlaces } from "../saves/saved-item-queries.server.ts";
import { MembershipCard } from "./membership-card.tsx";
import { OwnListRow } from "../lists/own-list-row.tsx";
import { FormProblem } from "../lists/list-fields.tsx";
import { NoPicks, PickRows } from "../picks/pick-rows.tsx";
import { dismissPick, findPicks, undoPickDismissal } from "../picks/picks.server.ts";
import { formatSaveItem, parseSaveItem } from "../saves/save-item.ts";
import { NoSavedGuides, NoSavedPlaces, SavedGuideRows, SavedPlaceRows } from "../saves/saved-rows.tsx";

export const handle = { audience: "member" } satisfies RouteHandle;

const PLACES_SHOWN = 5;
const GUIDES_SHOWN = 3;
const ACTIVITIES_SHOWN = 5;
const NOTIFICATIONS_SHOWN = 3;

const DASHBOARD_PATH = "/member/dashboard";

/** The member's dashboard. Only for the role member, as specified; each section also has a page for every role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId, name } = requireRole(site.viewer, request, ["member"]);
  const places = await findSavedPlaces(site.db, { userId, page: 1, count: PLACES_SHOWN }, site);
  const guides = await findSavedGuides(site.db, { userId, page: 1, count: GUIDES_SHOWN }, site);
  return {
    name,
    starters: places.total + guides.total > 0 ? null : await findStarters(site.db, site),
    membership: summarizeMembership(await findMembership(site.db, userId, site.now)),
    since: await memberSinceLabel(site.db, userId),
    places,
    guides,
    lists: await findOwnLists(site.db, { userId }),
    notifications: await listNotifications(site.db, { userId, page: 1, count: NOTIFICATIONS_SHOWN }),
    unreadCount: await countUnread(site.db, userId),
    picks: await findPicks(site.db, userId, site),
    activities: await findActivity(site.db, { userId, page: 1, count: ACTIVITIES_SHOWN }, site.now),
  };
}

/** `do` is `dismiss`, so that the place in `item` isn't picked again, or `restore`. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: userId } = requireRole(site.viewer, request, ["member"]);
  const form = await readForm(request);
  const item = parseSaveItem(form.text("item"));
  const intent = form.text("do");
  if (item?.kind !== "places" || (intent !== "dismiss" && intent !== "restore")) {
    return data({ problem: NO_BUTTON_REFUSAL }, { status: 400 });
  }
  const choice = { userId, slug: item.slug, now: site.now };
  const outcome = intent === "dismiss" ? await dismissPick(site.db, choice) : await undoPickDismissal(site.db, choice);
  if (outcome === "no-such-place") throw noSuchPage();
  const code = outcome === "dismissed" ? "pick-dismissed" : "pick-restored";
  const headers = { "set-cookie": noticeCookie({ code, item: formatSaveItem(item) }) };
  return redirect(`${DASHBOARD_PATH}#picks`, { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Dashboard",
    description: "Your saved places and guides, and your membership.",
    path: DASHBOARD_PATH,
  });

export default function MemberDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { name, since, starters, places, guides, lists, picks } = loaderData;
  const fresh = useFetcher<typeof loader>();
  const { notifications, unreadCount } = fresh.data ?? loaderData;
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[{ label: "Home", to: "/" }, { label: "Dashboard" }]}
        aside={hasDemoRating(places.items) && <DemoMark />}
      />
      <h1 className="d3 member-name">{name}</h1>
      <FormProblem text={actionData?.problem ?? null} />
      <div className="member-columns">
        <div className="member-sections">
          <FreshNotifications unreadCount={unreadCount} load={fresh.load} path={DASHBOARD_PATH} />
          {notifications.total > 0 && <Notifications notifications={notifications} />}
          {starters === null ? <SavedItems {...loaderData} /> : <StarterSection starters={starters} />}
          {(starters === null || picks.length > 0) && <Picks {...loaderData} />}
          <section aria-labelledby="lists">
            <SectionHead id="lists" title="Lists" more={{ label: "Create a list", to: "/lists" }} />
            {lists.length === 0 ? (
              <p className="text-muted">No lists yet. A list has places in your own order, with your own notes.</p>
            ) : (
              <ul className="own-lists own-lists-open">
                {lists.map((list) => (
                  <OwnListRow key={list.id} list={list} />
                ))}
              </ul>
            )}
          </section>
          {(starters === null || loaderData.activities.total > 0) && (
            <LastActivities activities={loaderData.activities} />
          )}
          {notifications.total === 0 && <Notifications notifications={notifications} />}
        </div>
        <aside aria-label="Membership">
          <MembershipCard
            name={name}
            membership={loaderData.membership}
            since={since}
            placeCount={places.total}
            guideCount={guides.total}
            listCount={lists.length}
          />
        </aside>
      </div>
    </div>
  );
}

type DashboardData = Route.ComponentProps["loaderData"];

function SavedItems({ places, guides }: Pick<DashboardData, "places" | "guides">) {
  return (
    <>
      <section aria-labelledby="saved-places">
        <SectionHead
          id="saved-places"
          title="Saved places"
          {...(places.total > PLACES_SHOWN ? { more: { label: `All ${places.total}`, to: "/saved" } } : {})}
        />
        {places.total === 0 ? <NoSavedPlaces /> : <SavedPlaceRows places={places.items} />}
      </section>
      <section aria-labelledby="saved-guides">
        <SectionHead
          id="saved-guides"
          title="Saved guides"
          {...(guides.total > GUIDES_SHOWN ? { more: { label: `All ${guides.total}`, to: "/saved?kind=guides" } } : {})}
        />
        {guides.total === 0 ? <NoSavedGuides /> : <SavedGuideRows guides={guides.items} />}
      </section>
    </>
  );
}

function Picks({ picks, places }: Pick<DashboardData, "picks" | "places">) {
  return (
    <section aria-labelledby="picks">
      <SectionHead id="picks" title="Picked for you" />
      {picks.length === 0 ? <NoPicks hasLiked={places.total > 0} /> : <PickRows picks={picks} />}
    </section>
  );
}

function LastActivities({ activities: { items, total } }: Pick<DashboardData, "activities">) {
  return (
    <section aria-labelledby="activity">
      <SectionHead
        id="activity"
        title="Activity"
        {...(total > ACTIVITIES_SHOWN ? { more: { label: `All ${total}`, to: ACTIVITY_PATH } } : {})}
      />
      {items.length === 0 ? <NoActivity /> : <ActivityRows activities={items} />}
    </section>
  );
}

/** The first section if there are notifications, otherwise the last. */
function Notifications({
  notifications: { items, total },
}: {
  notifications: { items: NotificationItem[]; total: number };
}) {
  return (
    <section aria-labelledby="notifications">
      <SectionHead
        id="notifications"
        title="Notifications"
        {...(total > NOTIFICATIONS_SHOWN ? { more: { label: `All ${total}`, to: NOTIFICATIONS_PATH } } : {})}
      />
      {total > 0 ? (
        <NotificationRows notifications={items} back={DASHBOARD_PATH} />
      ) : (
        <p className="text-muted">
          No notifications yet. Editors’ decisions about your reviews and reports appear here.
        </p>
      )}
    </section>
  );
}
