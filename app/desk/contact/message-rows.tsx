import "./messages.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { MESSAGE_STATE_LABELS, messagePath, topicLabel } from "./contact.ts";
import type { MessageFilter, listMessages } from "./messages.server.ts";

type ListedMessage = Omit<Awaited<ReturnType<typeof listMessages>>["items"][number], "sentAt"> & { sentLabel: string };

type RowsProps = {
  messages: readonly ListedMessage[];
  state: MessageFilter["state"];
  total: number;
  /** Ids of the messages whose deletion waits for confirmation. */
  selectedIds: readonly string[];
  path: string;
};

/** The list of messages with checkboxes, and the bulk actions. */
export function MessageRows({ messages, state, total, selectedIds, path }: RowsProps) {
  return (
    <form key={selectedIds.join()} method="post" action={path} className="messages-list">
      {/* The default button, so that pressing Enter in a checkbox does nothing. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="keep">
        Nothing
      </button>
      <div className="messages-deeds" role="group" aria-label="Actions for selected messages">
        <span className="text-muted">{pluralize(total, "message")}. With selected:</span>
        {state !== "closed" && state !== "spam" && <BulkButton value="closed">Close</BulkButton>}
        {state === "spam" ? (
          <BulkButton value="not-spam">Not spam</BulkButton>
        ) : (
          <BulkButton value="spam">Spam</BulkButton>
        )}
        <BulkButton value="ask-delete">Delete…</BulkButton>
      </div>
      {selectedIds.length > 0 && <ConfirmDeletion count={selectedIds.length} />}
      <ol className="messages-rows">
        {messages.map((message) => (
          <li key={message.id}>
            <label className="messages-tick">
              <input
                type="checkbox"
                name="message"
                value={message.id}
                defaultChecked={selectedIds.includes(message.id)}
              />
              <span className="sr-only">
                {message.name}, {message.sentLabel}
              </span>
            </label>
            <div>
              <h2 className="h4">
                <Link className="name-link" to={messagePath(message.id)}>
                  {message.name}
                </Link>
              </h2>
              <p>{message.beginning}</p>
              <p className="meta text-meta text-muted">
                <span>{topicLabel(message.topic)}</span>
                <span>{message.sentLabel}</span>
                <span>{MESSAGE_STATE_LABELS[message.state]}</span>
                {message.assignedName !== null && <span>Assigned to {message.assignedName}</span>}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </form>
  );
}

function BulkButton({ value, children }: { value: string; children: ReactNode }) {
  return (
    <button type="submit" className="button button-outline button-small" name="do" value={value}>
      {children}
    </button>
  );
}

function ConfirmDeletion({ count }: { count: number }) {
  return (
    <div className="messages-asked" id="messages-asked" role="group" aria-label="Delete messages">
      <p>
        Delete <b>{pluralize(count, "message")}</b> and all replies? This can’t be undone.
      </p>
      <div className="messages-deeds">
        <button type="submit" className="button button-primary button-small" name="do" value="delete">
          Delete {pluralize(count, "message")}
        </button>
        <button type="submit" className="button button-plain button-small" name="do" value="keep">
          Cancel
        </button>
      </div>
    </div>
  );
}
