import "./triage.css";

import { Form, Link } from "react-router";

import { CASE_HEADINGS } from "./case-labels.ts";
import type { DecidedCaseData } from "./open-case.server.ts";
import { type QueueQuery, queuePath } from "./queue.ts";

/** A notice of the last decision, with an Undo button. */
export function DecisionNotice({ done, query }: { done: DecidedCaseData; query: QueueQuery }) {
  const { id, kind, name, decision, undo } = done;
  return (
    <div className="queue-note queue-done" role="status" tabIndex={-1}>
      <p>
        {decision === "approved" ? "Approved" : "Rejected"}:{" "}
        <Link className="link" to={queuePath({ ...query, state: "closed", page: 1 }, id)}>
          {CASE_HEADINGS[kind].toLowerCase()} {name}
        </Link>
        .{undo.whyNot !== null && ` Can’t be undone. ${undo.whyNot}`}
      </p>
      {undo.whyNot === null && <UndoForm id={id} query={query} />}
    </div>
  );
}

export function UndoForm({ id, query }: { id: string; query: QueueQuery }) {
  return (
    <Form method="post" action={queuePath(query, id)}>
      <button type="submit" className="button button-outline button-small" name="do" value="undo" data-queue-key="u">
        Undo
      </button>
    </Form>
  );
}
