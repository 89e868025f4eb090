import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/job.route";
import { jobPath, RUN_STATE_BADGES, RUN_STATE_LABELS } from "../operations.ts";
import { requestJobRun, findJob } from "./job-runs.server.ts";
import { RunJobForm } from "./jobs-table.tsx";

export const handle = { audience: "admin", query: ["run"] } as const satisfies RouteHandle;

/** One job: its schedule, its last runs, and the form that runs it now. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const found = await findJob(db, { job: params.job, now });
  if (found === null) throw noSuchPage();
  return { ...found, isAlreadyRunning: readQuery(request, handle).get("run") === "under-way" };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log, now, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const outcome = await requestJobRun(db, { job: params.job, adminId, now });
  if (outcome === "no-such-job") throw noSuchPage();
  log.info({ job: params.job, adminId, outcome }, "A job run was requested");
  return redirect(outcome === "requested" ? jobPath(params.job) : `${jobPath(params.job)}?run=under-way`, 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: loaderData.job.job,
    description: "A background job and its last runs.",
    path: jobPath(loaderData.job.job),
  });

export default function JobPage({ loaderData: { job, runs, isAlreadyRunning } }: Route.ComponentProps) {
  const isActive = job.isRequested || job.last?.state === "running";
  return (
    <AdminPage section="health" title={job.job} lead={job.about}>
      <AutoRefresh isOn={isActive} />
      {isAlreadyRunning && (
        <p className="form-notice" role="status">
          This job is already running.
        </p>
      )}
      <dl className="admin-known">
        <div>
          <dt>Schedule</dt>
          <dd>{job.times}</dd>
        </div>
        <div>
          <dt>Next run</dt>
          <dd>{job.next ?? "Never"}</dd>
        </div>
      </dl>
      {isActive ? (
        <p role="status">
          <span className="badge badge-river">{job.isRequested ? "Queued" : "Running"}</span>{" "}
          <Link className="link" to={jobPath(job.job)} preventScrollReset>
            Refresh
          </Link>
        </p>
      ) : (
        <section className="actions-ask" aria-labelledby="ask">
          <h2 className="h2" id="ask">
            Run it now?
          </h2>
          <RunJobForm job={job.job} about={job.about} />
        </section>
      )}
      <section aria-labelledby="runs" className="actions-group">
        <h2 className="h3" id="runs">
          Last runs
        </h2>
        {runs.length === 0 ? (
          <p>No runs yet.</p>
        ) : (
          <ul className="actions-runs">
            {runs.map(({ id, state, startedAt, startedLabel, duration, problem }) => (
              <li key={id} className="actions-last">
                <span className={`badge ${RUN_STATE_BADGES[state]}`}>{RUN_STATE_LABELS[state]}</span>
                <span>
                  <time dateTime={startedAt}>{startedLabel}</time>, {duration}
                </span>
                {problem !== null && <span className="actions-outcome">{problem}</span>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </AdminPage>
  );
}
