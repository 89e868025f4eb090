import { Link } from "react-router";

import { FromTo } from "./correction-fields.tsx";
import type { OutcomeChange, CorrectionOutcome } from "../correction.ts";

/** A correction and its outcome, for its sender. */
export function OutcomeArticle({ outcome }: { outcome: CorrectionOutcome }) {
  const { place, report, other, changes, descriptionNote, note, placeNow } = outcome;
  return (
    <>
      <p className="form-status">{describeCorrectionStatus(outcome)}</p>
      {outcome.decisionReason !== null && (
        <p className="correction-note">{`The editor wrote: ${outcome.decisionReason}`}</p>
      )}
      {report !== null && (
        <p>
          You reported: {report}
          {other !== null && (
            <>
              {" ("}
              <Link className="link" to={`/places/${other.slug}`}>
                {other.name}
              </Link>
              )
            </>
          )}
          . {place.isShown && (placeNow === null ? "The page shows it as open." : `The page says: ${placeNow}.`)}
        </p>
      )}
      {changes.length > 0 && (
        <ul className="correction-outcomes">
          {changes.map((change) => (
            <li key={change.field}>
              <p>
                <strong>{change.label}</strong>
                {changeOutcome(change)}
              </p>
              <FromTo before={change.before} after={change.after} />
            </li>
          ))}
        </ul>
      )}
      {descriptionNote !== "" && (
        <p className="correction-note">{`About the description, you wrote: ${descriptionNote}`}</p>
      )}
      {note !== "" && <p className="correction-note">{`You added: ${note}`}</p>}
    </>
  );
}

/** The status of a correction in a sentence. */
export function describeCorrectionStatus({
  decision,
  decidedLabel,
  isAgreed,
  isOwnDecision,
  canBeAgreed,
  report,
  changes,
}: CorrectionOutcome): string {
  if (decision === null && canBeAgreed) {
    return "Waiting for an editor. It also goes live when a reader on another network reports the same: reports from one network count once. Nothing has changed yet.";
  }
  if (decision === null) return "Waiting for an editor. Nothing has changed yet.";
  const on = decidedLabel === null ? "" : ` on ${decidedLabel}`;
  if (isAgreed) return `Another reader reported the same${on}. The page is updated.`;
  if (decision === "rejected") return `An editor reviewed it${on} and left the page unchanged.`;
  if (report !== null) return `An editor reviewed it${on} and updated the page.`;
  const applied = changes.filter(({ isApplied }) => isApplied === true).length;
  if (isOwnDecision) return `You made this change${on}. The page is updated.`;
  if (applied === changes.length) return `An editor approved it${on}. The page is updated.`;
  return `An editor approved part of it${on}: ${applied} of ${changes.length} changes are on the page.`;
}

function changeOutcome({ isApplied }: OutcomeChange): string {
  if (isApplied === null) return "";
  return isApplied ? ": applied" : ": not applied";
}
