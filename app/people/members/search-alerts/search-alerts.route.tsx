import "../dashboard/member-pages.css";

import { data, Link, redirect } from "react-router";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { safeReturnPath, signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import { FormProblem } from "../lists/list-fields.tsx";
import type { Route } from "./+types/search-alerts.route";
import { alertSearchPath, parseAlertQuery, SEARCH_ALERTS_MAX } from "./search-alert.ts";
import { SEARCH_ALERTS_PATH } from "./search-alerts-path.ts";
import { createSearchAlert, listSearchAlerts, removeSearchAlert } from "./search-alerts.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The viewer's search alerts, for every role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const alerts = await listSearchAlerts(site.db, userId);
  return {
    alerts: alerts.map(({ id, query, askedAt }) => ({
      id,
      query,
      searchPath: alertSearchPath(query),
      createdLabel: formatDay(askedAt),
    })),
    isMailSent: site.env.mail !== null,
  };
}

/** `do` is `remove` for the alert `id`; otherwise creates an alert for the `query` and returns to the page `back`. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const form = await readForm(request);
  const back = safeReturnPath(form.text("back"));
  const next = back === "/" ? SEARCH_ALERTS_PATH : back;
  // Their session has ended since the search.
  if (viewer === null) return redirect(signInPath(next), 303);
  if (form.text("do") === "remove") {
    const id = form.text("id");
    if (isUuid(id)) await removeSearchAlert(db, { userId: viewer.id, id });
    return redirectWithNotice(SEARCH_ALERTS_PATH, "save-removed");
  }
  const typed = form.text("query");
  const parsed = parseAlertQuery(typed);
  if ("problem" in parsed) return data({ typed, problem: parsed.problem }, { status: 400 });
  const outcome = await createSearchAlert(db, { userId: viewer.id, query: parsed.query, now });
  if (outcome === "alerts-full") return data({ typed, problem: ALERTS_FULL }, { status: 409 });
  return redirectWithNotice(next, "search-alert-created");
}

const ALERTS_FULL = `You have ${SEARCH_ALERTS_MAX} alerts, which is the limit. Remove one first.`;

function redirectWithNotice(path: string, code: NoticeCode) {
  return redirect(path, { status: 303, headers: { "set-cookie": noticeCookie({ code, item: null }) } });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Search alerts",
    description: "The searches we email you about.",
    path: SEARCH_ALERTS_PATH,
  });

export default function SearchAlerts({ loaderData: { alerts, isMailSent }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: "Home", to: "/" },
          { label: "Settings", to: "/settings" },
          { label: "Search alerts", to: SEARCH_ALERTS_PATH },
        ]}
      />
      <h1 className="d3 member-name">Search alerts</h1>
      <div className="member-columns">
        <section aria-labelledby="your-alerts">
          <h2 className="sr-only" id="your-alerts">
            Your alerts
          </h2>
          {alerts.length > 0 ? (
            <ul className="own-lists">
              {alerts.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No alerts yet. Create one when a search finds nothing.</p>
          )}
        </section>
        <section className="own-form" aria-labelledby="new-alert">
          <h2 className="h2" id="new-alert">
            New alert
          </h2>
          <FormProblem text={actionData?.problem ?? null} />
          <NewAlert typed={actionData?.typed ?? ""} isMailSent={isMailSent} />
        </section>
      </div>
    </div>
  );
}

function AlertRow({ alert: { id, query, searchPath, createdLabel } }: { alert: AlertItem }) {
  return (
    <li>
      <div>
        <Link className="name-link" to={searchPath}>
          {query}
        </Link>
        <p className="text-row text-muted">Created {createdLabel}</p>
      </div>
      <form method="post" action={SEARCH_ALERTS_PATH}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="button button-plain" name="do" value="remove">
          Remove<span className="sr-only"> {query}</span>
        </button>
      </form>
    </li>
  );
}

type AlertItem = Route.ComponentProps["loaderData"]["alerts"][number];

function NewAlert({ typed, isMailSent }: { typed: string; isMailSent: boolean }) {
  return (
    <form method="post" action={SEARCH_ALERTS_PATH}>
      <label className="field">
        <span>What are you looking for?</span>
        <input className="input" name="query" defaultValue={typed} aria-describedby="alert-says" />
        <small id="alert-says">
          We’ll email you once, when we add a place that matches. After that the alert is done.
          {!isMailSent && " Email isn’t set up on this server yet, so you’ll only get a notification here."}
        </small>
      </label>
      <button type="submit" className="button button-primary" name="do" value="create">
        Create alert
      </button>
    </form>
  );
}
