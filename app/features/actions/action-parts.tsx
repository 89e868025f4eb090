import { Form, Link } from "react-router";

import {
  ACTIONS,
  type ActionName,
  actionPath,
  CLEAR_DEMO_WORDS,
  isUnderWay,
  type ShownRun,
  STATE_TONES,
  STATE_WORDS,
} from "./actions.ts";

import { amountWords, type DemoAmount } from "./demo-amount.ts";

/** What an action will do, and the button that has it done. */
export function ActionForm({
  name,
  demo,
  why = null,
}: {
  name: ActionName;
  demo: DemoAmount | null;
  why?: string | null;
}) {
  const { will, confirm } = ACTIONS[name];
  const isTyped = name === "clear-demo";
  const fieldId = `typed-${name}`;
  return (
    <Form method="post" action={actionPath(name)} className="actions-confirm">
      {demo !== null && isTyped && <p>This goes: {amountWords(demo)}, and whatever else is theirs.</p>}
      <ul className="actions-will">
        {will.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isTyped && (
        <div className={why === null ? "field" : "field field-error"}>
          <label htmlFor={fieldId}>Type “{CLEAR_DEMO_WORDS}” to go on</label>
          <input
            className="input"
            id={fieldId}
            name="typed"
            autoComplete="off"
            required
            maxLength={100}
            aria-describedby={why === null ? undefined : `${fieldId}-problem`}
          />
          {why !== null && <small id={`${fieldId}-problem`}>{why}</small>}
        </div>
      )}
      <button type="submit" className="button button-primary">
        {confirm}
      </button>
    </Form>
  );
}

/** When an action last ran, and what became of it. */
export function LastRun({ name, run }: { name: ActionName; run: ShownRun | null }) {
  if (run === null) return <p className="actions-last">Never yet</p>;
  return (
    <p className="actions-last">
      <Link className={`badge ${STATE_TONES[run.state]}`} to={actionPath(name)}>
        {STATE_WORDS[run.state]}
      </Link>
      <span>
        <time dateTime={run.askedAt}>{run.askedLabel}</time> by {run.who}
        {run.took !== null && `, ${run.took}`}
      </span>
      {run.outcome !== null && <span className="actions-outcome">{run.outcome}</span>}
    </p>
  );
}

/** A run as it stands: who began it, how far it is, what it did. */
export function RunStanding({ run, lookAgain }: { run: ShownRun; lookAgain: string }) {
  const { state, who, askedAt, askedLabel, took, step, share, outcome, requestId } = run;
  return (
    <div className="actions-standing" aria-live="polite">
      <p className="actions-last">
        <span className={`badge ${STATE_TONES[state]}`}>{STATE_WORDS[state]}</span>
        <span>
          Asked for by {who} on <time dateTime={askedAt}>{askedLabel}</time>
          {took !== null && `, ${isUnderWay(state) ? "so far " : "took "}${took}`}
        </span>
      </p>
      {outcome !== null && <p className={state === "done" ? undefined : "form-problem"}>{outcome}</p>}
      {(state === "failed" || state === "cut-off") && (
        <p className="text-row text-stone-5">
          The log names it by <code>{requestId}</code>.
        </p>
      )}
      {isUnderWay(state) && (
        <>
          {/* Without a share the bar says that it goes on, and not how far it is. */}
          <progress className="actions-progress" max={1} value={share ?? undefined} aria-label="Progress">
            {share === null ? STATE_WORDS[state] : `${Math.round(share * 100)} %`}
          </progress>
          {step !== "" && <p className="text-row text-stone-5">{step}</p>}
          <p>
            <Link className="link" to={lookAgain} preventScrollReset>
              Look again
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
