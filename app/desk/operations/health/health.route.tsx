import "../actions.css";

import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/health.route";
import { HEALTH_PATH, formatDuration } from "../operations.ts";
import { JobsTable } from "../jobs/jobs-table.tsx";
import { type JobSummary, listJobs } from "../jobs/job-runs.server.ts";
import { checkHealth } from "./health.server.ts";
import { HEALTH_STATUS_BADGES, HEALTH_STATUS_LABELS } from "./health-report.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Checks now whether everything the site needs responds, and lists the background jobs. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, env, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  return { ...(await checkHealth({ db, env, now })), jobs: await listJobs(db, now) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Health",
    description: "Whether everything the site needs responds, and the background jobs.",
    path: HEALTH_PATH,
  });

export default function Health({
  loaderData: { checks: lines, facts, jobs, checkedAt: requestedAt, checkedLabel: requestedLabel },
}: Route.ComponentProps) {
  const failing = lines.filter(({ status: answer }) => answer === "failing").length;
  return (
    <AdminPage
      section="health"
      title="Health"
      lead={failing === 0 ? "Everything that’s set up is working." : `${failing} of ${lines.length} checks failed.`}
      actions={
        <Link className="button button-outline" to={HEALTH_PATH}>
          Check again
        </Link>
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
      <Jobs jobs={jobs} />
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

function hasFailed({ last }: JobSummary): boolean {
  return last?.state === "failed" || last?.state === "interrupted";
}

/** Jobs that need a look are listed; the others are folded. */
function Jobs({ jobs }: { jobs: JobSummary[] }) {
  const failed = jobs.filter(hasFailed);
  return (
    <section aria-labelledby="jobs" className="actions-group">
      <h2 className="h3" id="jobs">
        Background jobs
      </h2>
      <p className="text-row">
        {jobs.length === 0
          ? "No jobs yet. They appear once a server that runs jobs has started."
          : failed.length === 0
            ? `None of the ${jobs.length} jobs failed at its last run.`
            : `${pluralize(failed.length, "job")} of ${jobs.length} failed at the last run.`}
      </p>
      {failed.length > 0 && <JobsTable jobs={failed} label="Failed jobs" />}
      {jobs.length > failed.length && (
        <details className="actions-all-jobs">
          <summary>{failed.length === 0 ? "All jobs" : "Other jobs"}</summary>
          <JobsTable jobs={jobs.filter((job) => !hasFailed(job))} label="Background jobs" />
        </details>
      )}
    </section>
  );
}
