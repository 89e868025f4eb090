import { Link } from "react-router";

import { FromTo } from "./correction-case.tsx";
import type { ChangeWords, CorrectionOutcome } from "./correction.ts";

/** What was sent about a place, and what has become of it. */
export function OutcomeArticle({ outcome }: { outcome: CorrectionOutcome }) {
  const { place, report, other, changes, descriptionNote, note, placeNow } = outcome;
  return (
    <>
      <p className="review-status">{statusWords(outcome)}</p>
      {outcome.decisionReason !== null && (
        <p className="correction-note">{`The editor writes: ${outcome.decisionReason}`}</p>
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
          .{" "}
          {place.isShown &&
            (placeNow === null ? "The page says that it is open as usual." : `The page says: ${placeNow}.`)}
        </p>
      )}
      {changes.length > 0 && (
        <ul className="correction-outcomes">
          {changes.map((change) => (
            <li key={change.field}>
              <p>
                <strong>{change.label}</strong>
                {changeFate(change)}
              </p>
              <FromTo before={change.before} after={change.after} />
            </li>
          ))}
        </ul>
      )}
      {descriptionNote !== "" && (
        <p className="correction-note">{`Of the description you wrote: ${descriptionNote}`}</p>
      )}
      {note !== "" && <p className="correction-note">{`You added: ${note}`}</p>}
    </>
  );
}

/** How it stands, in a sentence. */
export function statusWords({ decision, decidedLabel, report, changes }: CorrectionOutcome): string {
  if (decision === null) return "It waits for an editor. Nothing has been changed yet.";
  const on = decidedLabel === null ? "" : ` on ${decidedLabel}`;
  if (decision === "rejected") return `An editor looked at it${on} and left the page as it was.`;
  if (report !== null) return `An editor looked into it${on} and marked the page.`;
  const applied = changes.filter(({ isApplied }) => isApplied === true).length;
  if (applied === changes.length) return `An editor found it right${on}. The page says so now.`;
  return `An editor found part of it right${on}: ${applied} of ${changes.length} changes are on the page now.`;
}

function changeFate({ isApplied }: ChangeWords): string {
  if (isApplied === null) return "";
  return isApplied ? ": on the page now" : ": not taken over";
}
