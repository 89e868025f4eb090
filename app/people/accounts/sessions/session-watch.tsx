import "./session-dialog.css";

import { useEffect, useRef, useState } from "react";

import type { Role } from "#app/db/schema/accounts.ts";

import type { LiveState } from "./live-state.ts";
import { LiveTab } from "./live-tab.ts";
import { type SessionProblem, findSessionProblem } from "./session-problem.ts";

/** After a form is submitted, the page shows no dialog for this long, because it is about to be replaced. */
const SUBMIT_MS_MAX = 5_000;

/** Watches the session of the user this page was rendered for. Loaded only for signed-in users. */
export function SessionWatch({
  viewer: { id: personId, role },
  onState,
}: {
  viewer: { id: string; role: Role };
  onState: (state: Extract<LiveState, { isSignedIn: true }>) => void;
}) {
  const [trouble, setTrouble] = useState<SessionProblem | null>(null);
  const submittedAt = useRef(Number.NEGATIVE_INFINITY);
  const [typedInto] = useState(() => new Set<EventTarget | null>());

  useEffect(() => {
    let tab: LiveTab | null = null;
    const start = () => {
      tab ??= new LiveTab((state) => {
        const found = findSessionProblem(state, { personId, role, path: location.pathname + location.search });
        if (state.isSignedIn && found === null) onState(state);
        if (Date.now() - submittedAt.current > SUBMIT_MS_MAX) setTrouble((shown) => reuseIfSame(shown, found));
      });
    };
    const stop = () => {
      tab?.stop();
      tab = null;
    };
    const noteSubmit = ({ defaultPrevented }: Event) => {
      if (!defaultPrevented) submittedAt.current = Date.now();
      typedInto.clear();
    };
    const noteInput = ({ target }: Event) => void typedInto.add(target);
    start();
    // A page in the back/forward cache holds neither the lock nor a connection.
    addEventListener("pagehide", stop);
    addEventListener("pageshow", start);
    document.addEventListener("submit", noteSubmit);
    document.addEventListener("input", noteInput);
    return () => {
      stop();
      removeEventListener("pagehide", stop);
      removeEventListener("pageshow", start);
      document.removeEventListener("submit", noteSubmit);
      document.removeEventListener("input", noteInput);
    };
  }, [personId, role, onState, typedInto]);

  return trouble === null ? null : <TroubleDialog key={trouble.title} trouble={trouble} typedInto={typedInto} />;
}

/** A dialog that was already shown isn't shown again, so that a user who chose to stay isn't asked twice. */
function reuseIfSame(shown: SessionProblem | null, found: SessionProblem | null): SessionProblem | null {
  return shown?.title === found?.title ? shown : found;
}

type TroubleDialogProps = { trouble: SessionProblem; typedInto: ReadonlySet<EventTarget | null> };

function TroubleDialog({ trouble: { title, text, action: way }, typedInto }: TroubleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Checked once, when the dialog opens: only text typed before could be lost.
  const [isUnsent] = useState(() => hasUnsentInput(typedInto));
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="session-dialog"
      aria-labelledby="session-dialog-title"
      aria-describedby="session-dialog-text"
    >
      <h2 className="h2" id="session-dialog-title">
        {title}
      </h2>
      <p id="session-dialog-text">
        {text}
        {isUnsent && " What you typed isn’t sent yet. It stays here until you leave this page."}
      </p>
      <div className="session-dialog-actions">
        {/* A full page load. Opens a new tab if there is unsent input, so that nothing is lost. */}
        <a className="button button-primary" href={way.to} target={isUnsent ? "_blank" : undefined}>
          {way.label}
          {isUnsent && " in a new tab"}
        </a>
        <button type="button" className="button button-outline" onClick={() => dialog.current?.close()}>
          Stay on this page
        </button>
      </div>
    </dialog>
  );
}

/** Whether the page's forms have changed fields. React sets the default of some fields to what is typed into them. */
function hasUnsentInput(typedInto: ReadonlySet<EventTarget | null>): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main :is(input:not([type=hidden]), textarea)",
  );
  return [...fields].some((field) => {
    if (field.value !== field.defaultValue || (field.value !== "" && typedInto.has(field))) return true;
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  });
}
