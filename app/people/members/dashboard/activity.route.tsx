import { redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/activity.route";
import { ACTIVITY_PATH } from "./activity.ts";
import { ActivityRows, NoActivity } from "./activity-rows.tsx";
import { findActivity } from "./find-activity.server.ts";

export const handle = { audience: "signed-in", query: ["page"] } as const satisfies RouteHandle;

const ACTIVITY_PER_PAGE = 30;

/** The viewer's own activity, for every role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const page = parsePageNumber(readQuery(request, handle).get("page"));
  const activities = await findActivity(site.db, { userId, page, count: ACTIVITY_PER_PAGE }, site.now);
  if (page > 1 && activities.total === 0) throw redirect(ACTIVITY_PATH);
  return { activities };
}

export const meta: Route.MetaFunction = ({ loaderData: { activities }, matches }) =>
  pageMeta({
    matches,
    title: "Activity",
    description: "What you’ve done on Rowhouse, newest first.",
    path: activityPath(activities.page),
  });

export default function ActivityPage({ loaderData: { activities } }: Route.ComponentProps) {
  const { items, page, pageCount } = activities;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Activity" }]} />
      <h1 className="d3 member-name">Activity</h1>
      <p className="activity-lede text-muted">
        Only you can see this. Anything you undo or delete disappears from here too.
      </p>
      {items.length === 0 ? <NoActivity /> : <ActivityRows activities={items} />}
      <Pager label="Activity" page={page} pageCount={pageCount} hrefFor={activityPath} />
    </div>
  );
}

function activityPath(page: number): string {
  return page > 1 ? `${ACTIVITY_PATH}?page=${page}` : ACTIVITY_PATH;
}
