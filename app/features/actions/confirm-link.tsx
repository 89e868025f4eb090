import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { Link } from "react-router";

/** A click that means this page, and no new tab. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

type ConfirmLinkProps = {
  /** The page that asks the same where there is no script. */
  to: string;
  label: string;
  /** For whoever hears the page: which one of several is meant. */
  about: string;
  title: string;
  isDangerous?: boolean;
  /** What will happen, and the form that has it happen. */
  children: ReactNode;
};

/** Asks before it does something: on a page of its own, or with script in a dialog over this one. */
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
          if (!isPlain(event) || dialog.current === null) return;
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
