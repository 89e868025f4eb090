import "#app/core/cases/moderation.css";

import { Link } from "react-router";

import { reasonCodeLabel } from "#app/core/cases/decision-reasons.ts";

import { CASE_HEADINGS } from "./case-labels.ts";
import { UndoForm } from "./decision-notice.tsx";
import { deciderName } from "#app/core/cases/cases.ts";
import type { DecidedCaseData } from "./open-case.server.ts";
import type { QueueQuery } from "./queue.ts";

/** A decided case: by whom, when, why, and whether the decision can be undone. */
export function DecidedPane({
  decided,
  query,
  why,
}: {
  decided: DecidedCaseData;
  query: QueueQuery;
  /** The error message of a refused undo. */
  why: string | null;
}) {
  const { id, kind, name, place, decision, code, reason, closedAt, closedLabel, openedLabel, undo } = decided;
  return (
    <article className="moderation-case" aria-labelledby={`case-${id}`}>
      <h2 className="h3" id={`case-${id}`} tabIndex={-1} data-queue-case="">
        {CASE_HEADINGS[kind]}{" "}
        {place === null ? (
          name
        ) : (
          <Link className="link" to={`/places/${place.slug}`}>
            {name}
          </Link>
        )}
      </h2>
      {why !== null && (
        <p className="form-problem" role="alert" tabIndex={-1}>
          {why}
        </p>
      )}
      <dl className="queue-facts">
        <div>
          <dt>Decision</dt>
          <dd>{decision === "approved" ? "Approved" : "Rejected"}</dd>
        </div>
        <div>
          <dt>By</dt>
          <dd>{deciderName(decided)}</dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>
            <time dateTime={closedAt}>{closedLabel}</time> (open since {openedLabel})
          </dd>
        </div>
        {code !== null && (
          <div>
            <dt>Reason</dt>
            <dd>{reasonCodeLabel(code)}</dd>
          </div>
        )}
        <div>
          <dt>Message</dt>
          <dd>{reason === "" ? "None. Only the decision was sent." : reason}</dd>
        </div>
      </dl>
      {undo.whyNot === null ? (
        <div className="queue-undo">
          <UndoForm id={id} query={query} />
          <p className="text-row">
            Until {undo.until}. The case reopens, its effects are reversed, and the people notified are told.
          </p>
        </div>
      ) : (
        <p className="text-row">Can’t be undone. {undo.whyNot}</p>
      )}
    </article>
  );
}
