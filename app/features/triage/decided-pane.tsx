import { Link } from "react-router";

import { codeLabel } from "#app/features/moderation/decision-reasons.ts";

import { HEADINGS } from "./case-words.ts";
import { UndoForm } from "./done-note.tsx";
import type { DecidedShown } from "./open-case.server.ts";
import type { QueueAsked } from "./queue.ts";

/** A case as it was decided: who, when, why, and whether that can be undone. */
export function DecidedPane({
  decided,
  asked,
  why,
}: {
  decided: DecidedShown;
  asked: QueueAsked;
  /** What was refused. */
  why: string | null;
}) {
  const { id, kind, name, place, decision, code, reason, decider, closedAt, closedLabel, openedLabel, undo } = decided;
  return (
    <article className="moderation-case" aria-labelledby={`case-${id}`}>
      <h2 className="h3" id={`case-${id}`} tabIndex={-1} data-queue-case="">
        {HEADINGS[kind]}{" "}
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
          <dd>{decider?.name ?? "Somebody who has left"}</dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>
            <time dateTime={closedAt}>{closedLabel}</time>; it waited since {openedLabel}
          </dd>
        </div>
        {code !== null && (
          <div>
            <dt>Counted as</dt>
            <dd>{codeLabel(code)}</dd>
          </div>
        )}
        <div>
          <dt>Told</dt>
          <dd>{reason === "" ? "The outcome, without a message" : reason}</dd>
        </div>
      </dl>
      {undo.whyNot === null ? (
        <div className="queue-undo">
          <UndoForm id={id} asked={asked} />
          <p className="text-row">
            Until {undo.until}. The case waits again, what was done is taken back, and whoever was told hears of it.
          </p>
        </div>
      ) : (
        <p className="text-row">It can’t be undone. {undo.whyNot}</p>
      )}
    </article>
  );
}
