import "../admin.css";

import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formatFullCount } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/inbox.route";
import { AdminPage } from "../admin-page.tsx";
import { countInbox } from "./count-inbox.server.ts";
import { inboxTotal, type InboxItem } from "./inbox.ts";
import { listInbox } from "./list-inbox.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Everything that waits for an editor: cases, questions, messages, refunds and imported entries. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  return { items: await listInbox(db), total: inboxTotal(await countInbox(db)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: "Inbox", description: "Everything that waits for an editor.", path: "/admin/inbox" });

export default function Inbox({ loaderData: { items, total } }: Route.ComponentProps) {
  return (
    <AdminPage section="inbox" title="Inbox" lead={total === 0 ? undefined : describeTotal(items.length, total)}>
      {items.length === 0 ? (
        <EmptyState title="All done">
          Submissions, reports, questions, messages, refunds and imports that need you will show up here.
        </EmptyState>
      ) : (
        <table className="data-table admin-table">
          <thead>
            <tr>
              <th scope="col">From or about</th>
              <th scope="col">Kind</th>
              <th scope="col" className="admin-wide">
                Assigned to
              </th>
              <th scope="col" className="admin-wide">
                Waiting since
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Item key={`${item.kind}-${item.id}`} item={item} />
            ))}
          </tbody>
        </table>
      )}
    </AdminPage>
  );
}

function describeTotal(listed: number, total: number): string {
  return listed < total
    ? `${formatFullCount(listed)} of ${formatFullCount(total)}, oldest first`
    : `${formatFullCount(total)} waiting, oldest first`;
}

function Item({ item: { label, name, line, assignee, since, sinceLabel, to } }: { item: InboxItem }) {
  return (
    <tr>
      <th scope="row" className="admin-first">
        <Link className="admin-name" to={to}>
          {name}
        </Link>
        {line !== "" && <small>{line}</small>}
      </th>
      <td>{label}</td>
      <td className="admin-wide">{assignee ?? "–"}</td>
      <td className="admin-wide">
        <time dateTime={since}>{sinceLabel}</time>
      </td>
    </tr>
  );
}
