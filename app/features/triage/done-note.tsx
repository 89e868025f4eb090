import { Form, Link } from "react-router";

import { HEADINGS } from "./case-words.ts";
import type { DecidedShown } from "./open-case.server.ts";
import { type QueueAsked, queuePath } from "./queue.ts";

/** A notice of the last decision, with an Undo button. */
export function DoneNote({ done, query }: { done: DecidedShown; query: QueueAsked }) {
  const { id, kind, name, decision, undo } = done;
  return (
    <div className="queue-note queue-done" role="status" tabIndex={-1}>
      <p>
        {decision === "approved" ? "Approved" : "Rejected"}:{" "}
        <Link className="link" to={queuePath({ ...query, state: "closed", page: 1 }, id)}>
          {HEADINGS[kind].toLowerCase()} {name}
        </Link>
        .{undo.whyNot !== null && ` Can’t be undone. ${undo.whyNot}`}
      </p>
      {undo.whyNot === null && <UndoForm id={id} query={query} />}
    </div>
  );
}

export function UndoForm({ id, query }: { id: string; query: QueueAsked }) {
  return (
    <Form method="post" action={queuePath(query, id)}>
      <button type="submit" className="button button-outline button-small" name="do" value="undo" data-queue-key="u">
        Undo
      </button>
    </Form>
  );
}
