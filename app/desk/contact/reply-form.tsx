import "./messages.css";

import type { RefObject } from "react";

/** A reply that the admin has typed, and why it wasn't sent. */
type TypedReply = { typed: string; problem: string | null };

type ReplyFormProps = {
  path: string;
  unsent: TypedReply | null;
  from: string | null;
  form: RefObject<HTMLFormElement | null>;
  formKey: string;
  email: string;
  seenCount: number;
};

/** All buttons of the page belong to this one form, so that an unfinished reply is sent along with every action. */
export const PAGE_FORM = "message";

/** Takes the reply to a message. `from` is null where no mail server is set up. */
export function ReplyForm({ path, unsent, from, form, formKey, email, seenCount }: ReplyFormProps) {
  const problem = unsent?.problem ?? null;
  return (
    <form key={formKey} id={PAGE_FORM} method="post" action={path} className="contact-form" ref={form} noValidate>
      <input type="hidden" name="form" value={formKey} />
      <input type="hidden" name="seen" value={seenCount} />
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="reply">Reply to {email}</label>
        <textarea
          className="input"
          id="reply"
          name="reply"
          rows={8}
          defaultValue={unsent?.typed ?? ""}
          aria-describedby="reply-says"
          aria-invalid={problem === null ? undefined : true}
        />
        <small id="reply-says">
          {problem ??
            (from === null
              ? "No mail server is set up (SMTP_URL). The reply is saved here, but not sent."
              : `We send it by email and quote the message below it. Their answer goes to ${from}, not to this inbox.`)}
        </small>
      </div>
      <p>
        <button type="submit" className="button button-primary" name="do" value="reply">
          Send reply
        </button>
      </p>
    </form>
  );
}
