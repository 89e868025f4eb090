import "./newsletter.css";

import { Download } from "lucide-react";
import { Form, redirect } from "react-router";

import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";

import { ADMIN_NEWSLETTER_PATH, ADMIN_SUBSCRIBERS_PATH, EXPORT_SUBSCRIBERS_PATH } from "../newsletter-paths.ts";
import type { Route } from "./+types/subscribers.route";
import { listSubscribers, type SubscriberRow } from "./list-subscribers.server.ts";
import {
  parseSubscriberListQuery,
  SUBSCRIBER_STATE_LABELS,
  SUBSCRIBER_STATES,
  type SubscriberListQuery,
  subscribersPath,
} from "./subscriber-list.ts";

export const handle = { audience: "admin", query: ["q", "state", "page"] } as const satisfies RouteHandle;

/** Who gets the newsletter. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = parseSubscriberListQuery(readQuery(request, handle));
  const { rows, total, pageCount } = await listSubscribers(db, query);
  if (query.page > pageCount) throw redirect(subscribersPath({ ...query, page: pageCount }), 303);
  return { query, total, pageCount, rows: rows.map((row) => toListed(row, now)) };
}

function toListed({ email, state, wantsWeekly, neighborhoods, pausedUntil, ...row }: SubscriberRow, now: Date) {
  const audience = [
    ...(wantsWeekly ? ["Weekly"] : []),
    ...(neighborhoods.length === 0 ? [] : [pluralize(neighborhoods.length, "neighborhood")]),
  ];
  const isPaused = state === "active" && pausedUntil !== null && pausedUntil > now;
  return {
    email,
    state: isPaused ? `Paused until ${formatDay(pausedUntil)}` : SUBSCRIBER_STATE_LABELS[state],
    audience: audience.length === 0 ? "Nothing" : audience.join(", "),
    since: row.confirmedAt === null ? "" : formatDay(row.confirmedAt),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Subscribers",
    description: "Who gets the newsletter.",
    path: ADMIN_SUBSCRIBERS_PATH,
  });

export default function Subscribers({ loaderData: { query, total, pageCount, rows } }: Route.ComponentProps) {
  return (
    <AdminPage
      section="newsletter"
      title="Subscribers"
      lead={pluralize(total, "address", "addresses")}
      actions={total > 0 ? <ExportButton query={query} /> : undefined}
    >
      <div className="newsletter-admin">
        <Breadcrumbs trail={[{ label: "Newsletter", to: ADMIN_NEWSLETTER_PATH }, { label: "Subscribers" }]} />
        <Search query={query} />
        {rows.length === 0 ? (
          <EmptyState title="No subscribers found">
            {query.q === "" && query.state === "all"
              ? "Addresses appear here once somebody subscribes."
              : "No addresses match your search."}
          </EmptyState>
        ) : (
          <table className="newsletter-subscribers">
            <thead>
              <tr>
                <th scope="col">Email address</th>
                <th scope="col">Status</th>
                <th scope="col">Gets</th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ email, state, audience, since }) => (
                <tr key={email}>
                  <th scope="row">{email}</th>
                  <td>{state}</td>
                  <td>{audience}</td>
                  <td>{since}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Pager
          label="Subscribers"
          page={query.page}
          pageCount={pageCount}
          hrefFor={(page) => subscribersPath({ ...query, page })}
        />
      </div>
    </AdminPage>
  );
}

/** Exports what the list shows, on all of its pages. */
function ExportButton({ query: { q, state } }: { query: SubscriberListQuery }) {
  return (
    <form method="post" action={EXPORT_SUBSCRIBERS_PATH}>
      <input type="hidden" name="q" value={q} />
      <input type="hidden" name="state" value={state} />
      <button type="submit" className="button button-outline">
        <Download className="icon-small" aria-hidden="true" />
        CSV
      </button>
    </form>
  );
}

function Search({ query }: { query: SubscriberListQuery }) {
  return (
    <Form className="newsletter-search" action={ADMIN_SUBSCRIBERS_PATH} role="search" key={subscribersPath(query)}>
      <label className="field">
        <span>Email address</span>
        <input className="input" type="search" name="q" defaultValue={query.q} maxLength={254} autoComplete="off" />
      </label>
      <label className="field">
        <span>Status</span>
        <select className="input" name="state" defaultValue={query.state}>
          <option value="all">All</option>
          {SUBSCRIBER_STATES.map((state) => (
            <option key={state} value={state}>
              {SUBSCRIBER_STATE_LABELS[state]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-outline">
        Search
      </button>
    </Form>
  );
}
