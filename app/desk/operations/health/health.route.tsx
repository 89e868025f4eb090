import "../actions.css";

import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/health.route";
import { OPERATIONS_PATH, HEALTH_PATH, formatDuration } from "../operations.ts";
import { checkHealth } from "./health.server.ts";
import { HEALTH_STATUS_BADGES, HEALTH_STATUS_LABELS } from "./health-report.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Checks now whether everything the site needs responds. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, env, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  return checkHealth({ db, env, now });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Health",
    description: "Whether everything the site needs responds.",
    path: HEALTH_PATH,
  });

export default function Health({
  loaderData: { checks: lines, facts, checkedAt: requestedAt, checkedLabel: requestedLabel },
}: Route.ComponentProps) {
  const failing = lines.filter(({ status: answer }) => answer === "failing").length;
  return (
    <AdminPage
      section="actions"
      title="Health"
      lead={failing === 0 ? "Everything that’s set up is working." : `${failing} of ${lines.length} checks failed.`}
      actions={
        <>
          <Link className="button button-outline" to={HEALTH_PATH}>
            Check again
          </Link>
          <Link className="button button-plain" to={OPERATIONS_PATH}>
            All actions
          </Link>
        </>
      }
    >
      <ul className="actions-rows">
        {lines.map(({ name, status: answer, detail: said, ms }) => (
          <li key={name}>
            <div>
              <h2 className="h4">{name}</h2>
              <p className="actions-last">
                <span className={`badge ${HEALTH_STATUS_BADGES[answer]}`}>{HEALTH_STATUS_LABELS[answer]}</span>
                <span>{said}</span>
                {ms !== null && <span className="text-muted">{formatDuration(ms)}</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <section aria-labelledby="facts" className="actions-group">
        <h2 className="h3" id="facts">
          This server
        </h2>
        <dl className="admin-known">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-row text-muted">
          Checked on <time dateTime={requestedAt}>{requestedLabel}</time>.
        </p>
      </section>
    </AdminPage>
  );
}
