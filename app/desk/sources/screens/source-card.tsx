import "./sources.css";

import { Link } from "react-router";

import { importPath, IMPORTS_PATH } from "#app/desk/imports/screens/imports.ts";
import { formatCount, formatFullCount, pluralize } from "#app/ui/format-count.ts";

import {
  describeResult,
  describeRhythm,
  formatBytes,
  RUN_STAGE_LABELS,
  SOURCES_PATH,
  STATE_LABELS,
} from "./source-labels.ts";
import type { PresentedSource } from "./present-source.ts";

/** One live source: its terms while it is off; otherwise its runs and what they brought. */
export function SourceCard({
  source,
  problem,
}: {
  source: PresentedSource;
  /** Why the last form for this source did nothing. */
  problem: string | null;
}) {
  const { name, title, publisher, license, hosts, state } = source;
  return (
    <section className="live-source" aria-labelledby={`source-${name}`}>
      <div className="live-source-head">
        <h2 className="h3" id={`source-${name}`}>
          {title}
        </h2>
        <strong>{STATE_LABELS[state]}</strong>
      </div>
      <p className="meta text-meta text-muted">
        <span>{publisher}</span>
        <span>{license === "none needed" ? "No license needed" : license}</span>
        <span>{hosts.join(", ")}</span>
      </p>
      {problem !== null && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      {source.lastRun !== null && <LastRun name={name} run={source.lastRun} />}
      {state === "off" ? <SwitchOn source={source} /> : <Commands source={source} />}
      <Brought source={source} />
    </section>
  );
}

type RunProps = { name: string; run: NonNullable<PresentedSource["lastRun"]> };

function LastRun({ name, run }: RunProps) {
  const { stage, started, isWhole, state, recordCount, requestCount, receivedBytes, report, importId, problem } = run;
  return (
    <>
      <dl className="live-source-facts">
        <div>
          <dt>Last run</dt>
          <dd aria-live="polite">
            {RUN_STAGE_LABELS[stage]}, started {started}
          </dd>
        </div>
        {(recordCount > 0 || stage === "done") && (
          <div>
            <dt>Read</dt>
            <dd>
              {pluralize(recordCount, "record", "records")} in {pluralize(requestCount, "request", "requests")},{" "}
              {formatBytes(receivedBytes)}. {isWhole ? "Everything" : "Only changes"}
              {state !== null && `, as of ${state}`}.
            </dd>
          </div>
        )}
        {report !== null && (
          <div>
            <dt>{stage === "waiting" ? "Would bring" : "Result"}</dt>
            <dd>
              {describeResult(report)}{" "}
              {importId !== null && (
                <Link className="link" to={importPath(importId)}>
                  Full report
                </Link>
              )}
            </dd>
          </div>
        )}
      </dl>
      <LeftOut counts={run.counts} />
      {problem !== null && (
        <p className={stage === "fetching" ? "text-muted" : "form-problem"} aria-live="polite">
          {problem}
          {stage === "waiting" && " Nothing changes until you decide."}
        </p>
      )}
      {run.isActive && <RunProgress name={name} run={run} />}
    </>
  );
}

/** What the run did besides, and what it left out. */
function LeftOut({ counts }: { counts: Record<string, number> }) {
  const lines = Object.entries(counts);
  if (lines.length === 0) return null;
  return (
    <ul className="live-source-terms">
      {lines.map(([what, count]) => (
        <li key={what}>
          {what}: {formatFullCount(count)}
        </li>
      ))}
    </ul>
  );
}

function RunProgress({ name, run: { stage, share, importId } }: RunProps) {
  const label = RUN_STAGE_LABELS[stage];
  return (
    <div className="form-buttons">
      {stage === "waiting" && importId !== null ? (
        <Link className="button button-primary" to={importPath(importId)}>
          See the report and decide
        </Link>
      ) : (
        <progress
          className="live-source-progress"
          max={1}
          aria-label={label}
          {...(share !== null && { value: share })}
        />
      )}
      <CommandForm name={name} command="stop" label="Stop" />
      {stage !== "waiting" && (
        <Link className="link" to={SOURCES_PATH}>
          Refresh
        </Link>
      )}
    </div>
  );
}

function Commands({ source: { name, state, everyDays, nextRun, lastRun } }: { source: PresentedSource }) {
  return (
    <>
      <p>
        {state === "paused" ? "Paused: runs start only when you start them." : describeRhythm(everyDays)}
        {nextRun !== null && lastRun?.isActive !== true && ` Next run: ${nextRun}.`}
      </p>
      <div className="form-buttons">
        {lastRun?.isActive !== true && <CommandForm name={name} command="run" label="Run now" isPrimary />}
        {state === "paused" ? (
          <CommandForm name={name} command="resume" label="Resume" />
        ) : (
          <CommandForm name={name} command="pause" label="Pause" />
        )}
        <CommandForm name={name} command="off" label="Switch off" />
      </div>
    </>
  );
}

function SwitchOn({ source: { name, title, license, terms, traffic, hosts, publishes } }: { source: PresentedSource }) {
  return (
    <form method="post" action={SOURCES_PATH} className="live-source-form">
      <p>When you switch this source on, you accept:</p>
      <ul className="live-source-terms">
        <li>
          License: {license}. {terms}
        </li>
        <li>
          Traffic to {hosts.join(", ")}: {traffic}
        </li>
        <li>
          {publishes
            ? "New places are listed at once, except possible duplicates."
            : "It adds facts to listed places. New places, if any, wait for an editor."}
        </li>
      </ul>
      <input type="hidden" name="source" value={name} />
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="on">
          Accept and switch on<span className="sr-only"> {title}</span>
        </button>
      </div>
    </form>
  );
}

/** What is there now, and the way to remove it. */
function Brought({ source: { title, records, facts, questionCount } }: { source: PresentedSource }) {
  if (records === null || records.count === 0) return null;
  return (
    <p className="text-muted">
      {questionCount > 0 && (
        <>
          <Link className="link" to="/admin/moderation">
            {pluralize(questionCount, "question")} for an editor
          </Link>
          {". "}
        </>
      )}
      {formatCount(records.count, records.precision)} {records.count === 1 ? "entry" : "entries"}
      {facts !== null &&
        ` and ${formatCount(facts.count, facts.precision)} ${facts.count === 1 ? "fact" : "facts"} shown`}
      {` come from ${title}. `}
      <Link className="link" to={`${IMPORTS_PATH}#sources`}>
        Withdraw them on the Imports page
      </Link>
    </p>
  );
}

function CommandForm({
  name,
  command,
  label,
  isPrimary = false,
}: {
  name: string;
  command: string;
  label: string;
  isPrimary?: boolean;
}) {
  return (
    <form method="post" action={SOURCES_PATH}>
      <input type="hidden" name="source" value={name} />
      <button
        type="submit"
        className={`button button-small ${isPrimary ? "button-primary" : "button-outline"}`}
        name="do"
        value={command}
      >
        {label}
      </button>
    </form>
  );
}
