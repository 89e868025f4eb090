import "./messages.css";

import type { MessageState } from "#app/db/schema/contact.ts";

import { PAGE_FORM } from "./reply-form.tsx";

type MessageActionsProps = {
  message: { state: MessageState; assignedTo: string | null };
  editors: readonly { id: string; name: string }[];
  isDeleting: boolean;
};

/** Buttons that assign, close, reopen or delete a message. */
export function MessageActions({ message, editors, isDeleting }: MessageActionsProps) {
  return (
    <div className="messages-seeing">
      <div className="messages-deeds">
        <label className="field">
          <span>Assigned to</span>
          <select className="input" form={PAGE_FORM} name="editor" defaultValue={message.assignedTo ?? ""}>
            <option value="">Unassigned</option>
            {editors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="assign">
          Assign
        </button>
      </div>
      <div className="messages-deeds">
        {message.state !== "open" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="open">
            {message.state === "spam" ? "Not spam" : "Reopen message"}
          </button>
        )}
        {message.state !== "closed" && message.state !== "spam" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="closed">
            Close message
          </button>
        )}
        {message.state !== "spam" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="spam">
            Mark as spam
          </button>
        )}
        {!isDeleting && (
          <button type="submit" form={PAGE_FORM} className="button button-plain" name="do" value="ask-delete">
            Delete message…
          </button>
        )}
      </div>
      {isDeleting && (
        <div role="group" className="messages-asked" id="delete" aria-label="Delete message">
          <p>Delete this message and all replies? This can’t be undone.</p>
          <div className="messages-deeds">
            <button type="submit" form={PAGE_FORM} className="button button-primary" name="do" value="delete">
              Delete message
            </button>
            <button type="submit" form={PAGE_FORM} className="button button-plain" name="do" value="keep">
              Cancel
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
