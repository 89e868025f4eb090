import { MESSAGE_CHARACTERS_MAX } from "#app/core/cases/decision-reasons.ts";
import { RejectionReasonOptions } from "#app/core/cases/rejection-reason-options.tsx";

import type { SubmissionCase } from "../submission.ts";
import type { DecisionValues } from "./submission-decision.ts";

/** The buttons that approve or reject a submission or mark it as a duplicate, with their fields. */
export function DecisionFields({
  values,
  similar,
}: {
  values: Pick<DecisionValues, "code" | "message" | "duplicate">;
  similar: SubmissionCase["similar"];
}) {
  return (
    <>
      <label className="field">
        <span>Rejection reason</span>
        <select className="input" name="code" defaultValue={values.code}>
          <RejectionReasonOptions kinds={["submission"]} />
        </select>
      </label>
      <label className="field">
        <span>Duplicate of</span>
        <input className="input" name="duplicate" defaultValue={values.duplicate || (similar[0]?.slug ?? "")} />
        <small>The slug from its URL, like madams-organ</small>
      </label>
      <label className="field">
        <span>Message for the submitter</span>
        <textarea className="input" name="message" rows={3} defaultValue={values.message} />
        <small>Optional, up to {MESSAGE_CHARACTERS_MAX} characters.</small>
      </label>
      <div className="form-buttons decision-buttons">
        <button type="submit" className="button button-primary" name="fate" value="published">
          Approve
        </button>
        <button type="submit" className="button button-outline" name="fate" value="refused">
          Reject
        </button>
        <button type="submit" className="button button-outline" name="fate" value="duplicate">
          Duplicate
        </button>
      </div>
    </>
  );
}
