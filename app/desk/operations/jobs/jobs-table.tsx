import { Form, Link } from "react-router";

import { jobPath, RUN_STATE_BADGES, RUN_STATE_LABELS } from "../operations.ts";
import type { JobSummary } from "./job-runs.server.ts";

/** A table of jobs with their schedule and last run. A job is run now on its own page. */
export function JobsTable({ jobs, label }: { jobs: JobSummary[]; label: string }) {
  return (
    <table className="data-table admin-table actions-jobs">
      <caption className="sr-only">{label}</caption>
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
