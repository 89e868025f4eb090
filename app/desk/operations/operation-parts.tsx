import "./actions.css";
import "./standing.css";

import { Form, Link } from "react-router";

import {
  OPERATIONS,
  type OperationName,
  operationPath,
  CLEAR_DEMO_CONFIRMATION,
  isRunActive,
  type OperationRun,
  RUN_STATE_BADGES,
  RUN_STATE_LABELS,
} from "./operations.ts";

import { describeDemoData, type DemoDataCounts } from "./demo-data.ts";

/** What an operation will do, and the button that starts it. */
export function OperationForm({
  name,
  demo,
  refused = null,
}: {
  name: OperationName;
  demo: DemoDataCounts | null;
  /** What was typed instead of the confirmation text. */
  refused?: string | null;
}) {
  const { effects, confirm } = OPERATIONS[name];
  const isTyped = name === "clear-demo";
  const fieldId = `typed-${name}`;
  return (
    // Loads a page, so that after an outage the browser restores what was typed.
    <Form method="post" action={operationPath(name)} className="actions-confirm" reloadDocument>
      {demo !== null && isTyped && <p>This deletes {describeDemoData(demo)}, and everything else these people made.</p>}
      <ul className="actions-will">
        {effects.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isTyped && (
        <div className={refused === null ? "field" : "field field-error"}>
          <label htmlFor={fieldId}>Type “{CLEAR_DEMO_CONFIRMATION}” to confirm</label>
          <input
            className="input"
            id={fieldId}
            name="typed"
            required
            maxLength={100}
            defaultValue={refused ?? ""}
            aria-describedby={refused === null ? undefined : `${fieldId}-problem`}
          />
          {refused !== null && <small id={`${fieldId}-problem`}>Type the words exactly as above.</small>}
        </div>
      )}
      <button type="submit" className="button button-primary">
        {confirm}
      </button>
    </Form>
  );
}

/** When an operation last ran, and its outcome. */
export function LastRun({ name, run }: { name: OperationName; run: OperationRun | null }) {
  if (run === null) return <p className="actions-last">Never run</p>;
  return (
    <p className="actions-last">
      <Link className={`badge ${RUN_STATE_BADGES[run.state]}`} to={operationPath(name)}>
        {RUN_STATE_LABELS[run.state]}
      </Link>
      <span>
        <time dateTime={run.requestedAt}>{run.requestedLabel}</time> by {run.who}
        {run.duration !== null && `, ${run.duration}`}
      </span>
      {run.outcome !== null && <span className="actions-outcome">{run.outcome}</span>}
    </p>
  );
}

/** The status of a run: who started it, its progress and its outcome. */
export function RunStatus({ run, refreshPath }: { run: OperationRun; refreshPath: string }) {
  const { state, who, requestedAt, requestedLabel, duration, step, share, outcome, requestId } = run;
  return (
    <div className="actions-standing" aria-live="polite">
      <p className="actions-last">
        <span className={`badge ${RUN_STATE_BADGES[state]}`}>{RUN_STATE_LABELS[state]}</span>
        <span>
          Started by {who} on <time dateTime={requestedAt}>{requestedLabel}</time>
          {duration !== null && `, ${isRunActive(state) ? "running for " : "took "}${duration}`}
        </span>
      </p>
      {outcome !== null && <p className={state === "done" ? undefined : "form-problem"}>{outcome}</p>}
      {(state === "failed" || state === "interrupted") && (
        <p className="text-row text-muted">
          Find it in the log by request ID <code>{requestId}</code>.
        </p>
      )}
      {isRunActive(state) && (
        <>
          {/* With an unknown share, the bar is indeterminate. */}
          <progress className="actions-progress" max={1} value={share ?? undefined} aria-label="Progress">
            {share === null ? RUN_STATE_LABELS[state] : `${Math.round(share * 100)} %`}
          </progress>
          {step !== "" && <p className="text-row text-muted">{step}</p>}
          <p>
            <Link className="link" to={refreshPath} preventScrollReset>
              Refresh
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
