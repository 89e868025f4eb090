import { Form, Link } from "react-router";

import { jobPath, RUN_STATE_BADGES, RUN_STATE_LABELS } from "../operations.ts";
import { ConfirmLink } from "../confirm-link.tsx";
import type { JobSummary } from "./job-runs.server.ts";

/** A table of the jobs with their schedule and last run. */
export function JobsTable({ jobs }: { jobs: JobSummary[] }) {
  if (jobs.length === 0) return <p>No jobs yet. They appear once a server that runs jobs has started.</p>;
  return (
    <table className="data-table admin-table actions-jobs">
      <caption className="sr-only">Background jobs</caption>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col" className="admin-wide">
            Schedule
          </th>
          <th scope="col">Last run</th>
          <th scope="col" className="admin-wide">
            Next run
          </th>
          <th scope="col">
            <span className="sr-only">Run now</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.job}>
            <th scope="row" className="admin-first">
              <Link className="admin-name" to={jobPath(job.job)}>
                {job.job}
              </Link>
              <small>{job.about}</small>
            </th>
            <td className="admin-wide">{job.times}</td>
            <td>
              <JobState job={job} />
            </td>
            <td className="admin-wide">{job.next ?? "Never"}</td>
            <td>
              {job.isRequested || job.last?.state === "running" ? (
                <Link className="button button-plain button-small" to={jobPath(job.job)}>
                  View progress<span className="sr-only"> of {job.job}</span>
                </Link>
              ) : (
                <ConfirmLink to={jobPath(job.job)} label="Run now" about={job.job} title={`Run ${job.job} now?`}>
                  <RunJobForm job={job.job} about={job.about} />
                </ConfirmLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function JobState({ job: { isRequested, last } }: { job: JobSummary }) {
  if (isRequested) return <span className="badge badge-river">Queued</span>;
  if (last === null) return <>Never run</>;
  return (
    <>
      <span className={`badge ${RUN_STATE_BADGES[last.state]}`}>{RUN_STATE_LABELS[last.state]}</span>{" "}
      <time dateTime={last.startedAt}>{last.startedLabel}</time>, {last.duration}
      {last.problem !== null && <small className="actions-problem">{last.problem}</small>}
    </>
  );
}

export function RunJobForm({ job, about }: { job: string; about: string }) {
  return (
    <Form method="post" action={jobPath(job)} className="actions-confirm">
      <p>
        {about === ""
          ? "Runs the job once now, in addition to its schedule."
          : `${about}. Runs once now, in addition to its schedule.`}
      </p>
      <button type="submit" className="button button-primary">
        Run now
      </button>
    </Form>
  );
}
