import type { ReactNode } from "react";

import type { ReportFormError } from "./parse-report.ts";

type ReportFormProps<Reason extends string> = {
  action: string;
  reasons: readonly Reason[];
  labels: Record<Reason, string>;
  refused: ReportFormError | null;
  /** What the button says. */
  button?: string;
  /** What is reported, and what happens to it until a decision. */
  children: ReactNode;
};

/** The form with which members report content. */
export function ReportForm<Reason extends string>(props: ReportFormProps<Reason>) {
  const { action, reasons, labels: words, refused, button = "Report", children } = props;
  return (
    <form method="post" action={action} className="stacked-form" noValidate>
      <p>{children}</p>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <fieldset className="form-choice">
        <legend>What’s wrong?</legend>
        {reasons.map((reason) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} defaultChecked={refused?.reason === reason} required />
            {words[reason]}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="report-note">Details for the editor (optional)</label>
        <textarea className="input" id="report-note" name="note" rows={4} defaultValue={refused?.note ?? ""} />
      </div>
      <div className="form-buttons">
        <button type="submit" className="button button-primary">
          {button}
        </button>
      </div>
    </form>
  );
}
