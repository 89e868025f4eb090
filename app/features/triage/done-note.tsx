import { Form, Link } from "react-router";

import { HEADINGS } from "./case-words.ts";
import type { DecidedShown } from "./open-case.server.ts";
import { type QueueAsked, queuePath } from "./queue.ts";

/** Says what was decided on the page before, and takes it back on request. */
export function DoneNote({ done, asked }: { done: DecidedShown; asked: QueueAsked }) {
  const { id, kind, name, decision, undo } = done;
  return (
    <div className="queue-note queue-done" role="status" tabIndex={-1}>
      <p>
        {decision === "approved" ? "Approved" : "Rejected"}:{" "}
        <Link className="link" to={queuePath({ ...asked, state: "closed", page: 1 }, id)}>
          {HEADINGS[kind].toLowerCase()} {name}
        </Link>
        .{undo.whyNot !== null && ` It can’t be undone. ${undo.whyNot}`}
      </p>
      {undo.whyNot === null && <UndoForm id={id} asked={asked} />}
    </div>
  );
}

export function UndoForm({ id, asked }: { id: string; asked: QueueAsked }) {
  return (
    <Form method="post" action={queuePath(asked, id)}>
      <button type="submit" className="button button-outline button-small" name="do" value="undo" data-queue-key="u">
        Undo
      </button>
    </Form>
  );
}
