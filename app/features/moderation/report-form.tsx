import type { ReactNode } from "react";

import type { RefusedReport } from "./read-report.ts";

type ReportFormProps<Reason extends string> = {
  action: string;
  reasons: readonly Reason[];
  words: Record<Reason, string>;
  refused: RefusedReport | null;
  /** What is reported, and what becomes of it meanwhile. */
  children: ReactNode;
};

/** Where a member says what is wrong with something that others wrote or show. */
export function ReportForm<Reason extends string>(props: ReportFormProps<Reason>) {
  const { action, reasons, words, refused, children } = props;
  return (
    <form method="post" action={action} className="review-form" noValidate>
      <p>{children}</p>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <fieldset className="review-choice">
        <legend>What is wrong with it?</legend>
        {reasons.map((reason) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} defaultChecked={refused?.reason === reason} required />
            {words[reason]}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="report-note">Anything a moderator should know (you may leave it empty)</label>
        <textarea className="input" id="report-note" name="note" rows={4} defaultValue={refused?.note ?? ""} />
      </div>
      <div className="review-buttons">
        <button type="submit" className="button button-primary">
          Report
        </button>
      </div>
    </form>
  );
}
