import { data, redirect, useFetcher } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { safeReturnPath } from "#app/people/accounts/sign-in/return-path.ts";
import { FreshNotifications } from "#app/people/navigation/fresh-notifications.tsx";
import type { Route } from "./+types/notifications.route";
import { NOTIFICATIONS_PATH, NOTIFICATIONS_PER_PAGE } from "./notification-list.ts";
import { MarkRead, NoNotifications, NotificationRows } from "./notification-rows.tsx";
import { countUnread, listNotifications, markRead } from "./notifications.server.ts";

export const handle = { audience: "signed-in", query: ["page"] } as const satisfies RouteHandle;

/** The notifications of the viewer, whatever their role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const page = parsePageNumber(readQuery(request, handle).get("page"));
  const list = await listNotifications(site.db, { userId, page, count: NOTIFICATIONS_PER_PAGE });
  // The page is gone because old notifications were deleted.
  if (page > list.pageCount) throw redirect(pathOf(list.pageCount), 303);
  return { ...list, unreadCount: await countUnread(site.db, userId) };
}

/** `do` is `read` for the notification `id`, or `read-all`; then redirects to `back`. Repeating has no effect. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const { id: userId } = requireViewer(viewer, request);
  const form = await readForm(request);
  const [intent, id] = [form.text("do"), form.text("id")];
  const isOne = intent === "read" && isUuid(id);
  if (!isOne && intent !== "read-all") {
    return data({ problem: "Choose what to mark as read." }, { status: 400 });
  }
  await markRead(db, { userId, id: isOne ? id : null, now });
  const back = safeReturnPath(form.text("back"));
  return redirect(back === "/" ? NOTIFICATIONS_PATH : back, 303);
}

function pathOf(page: number): string {
  return page === 1 ? NOTIFICATIONS_PATH : `${NOTIFICATIONS_PATH}?page=${page}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Notifications",
    description: "News about your reviews, reports and membership.",
    path: NOTIFICATIONS_PATH,
  });

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const path = pathOf(loaderData.page);
  const fresh = useFetcher<typeof loader>({ key: path });
  const { items, total, unreadCount, page, pageCount } = fresh.data ?? loaderData;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Notifications" }]} />
      <div className="notifications-head">
        <h1 className="d3">Notifications</h1>
        {unreadCount > 0 && (
          <MarkRead id={null} back={pathOf(page)}>
            Mark all read
          </MarkRead>
        )}
      </div>
      {actionData !== undefined && (
        <p className="form-problem" role="alert">
          {actionData.problem}
        </p>
      )}
      <h2 className="sr-only">All notifications, latest first</h2>
      <FreshNotifications unreadCount={unreadCount} load={fresh.load} path={path} />
      {total === 0 ? <NoNotifications /> : <NotificationRows notifications={items} back={pathOf(page)} />}
      <Pager label="Notifications" page={page} pageCount={pageCount} hrefFor={pathOf} />
    </div>
  );
}
