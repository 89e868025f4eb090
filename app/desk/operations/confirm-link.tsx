import "./actions.css";

import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { Link } from "react-router";

/** Whether a click opens the link here and not in a new tab. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

type ConfirmLinkProps = {
  /** The page with the same form, for browsers without script. */
  to: string;
  label: string;
  /** For screen readers: what the link is about. */
  about: string;
  title: string;
  isDangerous?: boolean;
  /** What will happen, and the form that starts it. */
  children: ReactNode;
};

/** A link to a confirmation page. With script, it opens the confirmation in a dialog. */
export function ConfirmLink({ to, label, about, title, isDangerous = false, children }: ConfirmLinkProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <Link
        className={
          isDangerous ? "button button-outline button-small actions-danger" : "button button-outline button-small"
        }
        to={to}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (!isPlainClick(event) || dialog.current === null) return;
          event.preventDefault();
          dialog.current.showModal();
        }}
      >
        {label}
        <span className="sr-only"> {about}</span>
      </Link>
      <dialog ref={dialog} className="actions-dialog" aria-labelledby={id}>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {children}
        <form method="dialog">
          <button type="submit" className="button button-plain">
            Cancel
          </button>
        </form>
      </dialog>
    </>
  );
}
