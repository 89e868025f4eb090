import "./search-alerts.css";

import { data, Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";

import type { Route } from "./+types/stop-search-alerts.route";
import { stopAlertsPath } from "./search-alert.ts";
import { SEARCH_ALERTS_PATH } from "./search-alerts-path.ts";
import { listSearchAlerts, removeSearchAlerts } from "./search-alerts.server.ts";
import { verifyStopKey } from "./stop-key.server.ts";

/** One click in a mail program (RFC 8058): only the key in the URL counts, not the session. */
export const handle = {
  audience: "everyone",
  isIndexed: false,
  session: "unread",
  isOriginChecked: false,
} satisfies RouteHandle;

/** Opening it changes nothing, since mail scanners follow links. */
export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  const { db, page } = siteOf(context);
  page.isCacheable = false;
  const userId = await verifyStopKey(db, key);
  if (userId === null) return data({ key, count: null }, { status: 404 });
  return data({ key, count: (await listSearchAlerts(db, userId)).length });
}

/** Accepts any form, and doesn't redirect, since mail servers don't follow redirects. */
export async function action({ context, params: { key } }: Route.ActionArgs) {
  const { db } = siteOf(context);
  const userId = await verifyStopKey(db, key);
  if (userId !== null) await removeSearchAlerts(db, userId);
  return data({ isStopped: userId !== null }, { status: userId === null ? 404 : 200 });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Stop search alerts",
    description: "Stop the emails about your searches.",
    path: stopAlertsPath(loaderData.key),
  });

export default function StopSearchAlerts({ loaderData: { key, count }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap stop-search-alerts">
      {count === null ? (
        <UnknownKey />
      ) : actionData?.isStopped === true ? (
        <>
          <h1 className="d2">Your search alerts are stopped</h1>
          <p className="lede" role="status">
            We won’t email you about your searches.
          </p>
        </>
      ) : (
        <StopForm {...{ path: stopAlertsPath(key), count }} />
      )}
    </div>
  );
}

function StopForm({ path, count }: { path: string; count: number }) {
  if (count === 0) {
    return (
      <>
        <h1 className="d2">You have no search alerts</h1>
        <p className="lede">We email you once about each search, so there is nothing left to stop.</p>
      </>
    );
  }
  return (
    <>
      <h1 className="d2">Stop all search alerts?</h1>
      <p className="lede">
        We’ll remove your {pluralize(count, "alert")} and won’t email you about {count === 1 ? "it" : "them"}.
      </p>
      <form method="post" action={path}>
        <button type="submit" className="button button-primary">
          Stop alerts
        </button>
      </form>
    </>
  );
}

function UnknownKey() {
  return (
    <>
      <h1 className="d2">This link is incomplete</h1>
      <p className="lede">Some email apps cut long links. You can also remove your alerts after signing in.</p>
      <p>
        <Link className="button button-primary" to={SEARCH_ALERTS_PATH}>
          Your search alerts
        </Link>
      </p>
    </>
  );
}
