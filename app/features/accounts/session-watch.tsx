import { useEffect, useRef, useState } from "react";

import type { Role } from "#app/db/schema/accounts.ts";

import type { LiveState } from "./live-state.ts";
import { LiveTab } from "./live-tab.ts";
import { type SessionTrouble, sessionTrouble } from "./session-trouble.ts";

/** A form that was sent leads to another page well within this; until then the page it leaves complains of nothing. */
const LEAVING_MS_MAX = 5_000;

/** Watches over the session of whoever this page was made for. Loaded for them alone. */
export function SessionWatch({
  viewer: { id: personId, role },
  onHeard,
}: {
  viewer: { id: string; role: Role };
  onHeard: (state: Extract<LiveState, { isSignedIn: true }>) => void;
}) {
  const [trouble, setTrouble] = useState<SessionTrouble | null>(null);
  const leftAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    let tab: LiveTab | null = null;
    const start = () => {
      tab ??= new LiveTab((state) => {
        const found = sessionTrouble(state, { personId, role, path: location.pathname + location.search });
        if (state.isSignedIn && found === null) onHeard(state);
        if (Date.now() - leftAt.current > LEAVING_MS_MAX) setTrouble((known) => sameOr(known, found));
      });
    };
    const stop = () => {
      tab?.stop();
      tab = null;
    };
    const leave = ({ defaultPrevented }: Event) => {
      if (!defaultPrevented) leftAt.current = Date.now();
    };
    start();
    // A page that the browser keeps for the way back holds neither the lock nor a connection meanwhile.
    addEventListener("pagehide", stop);
    addEventListener("pageshow", start);
    document.addEventListener("submit", leave);
    return () => {
      stop();
      removeEventListener("pagehide", stop);
      removeEventListener("pageshow", start);
      document.removeEventListener("submit", leave);
    };
  }, [personId, role, onHeard]);

  return trouble === null ? null : <TroubleDialog key={trouble.title} trouble={trouble} />;
}

/** What is said already isn't said again, so that whoever chose to stay isn't asked anew. */
function sameOr(known: SessionTrouble | null, found: SessionTrouble | null): SessionTrouble | null {
  return known?.title === found?.title ? known : found;
}

function TroubleDialog({ trouble: { title, text, way } }: { trouble: SessionTrouble }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Asked once, when it comes up: what was typed by then is what could be lost.
  const [isTyped] = useState(hasTyped);
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
        {isTyped && " What you have typed here isn’t sent yet: it stays on this page for as long as you do."}
      </p>
      <div className="session-dialog-actions">
        {/* A whole page load, and beside what was typed: nothing of it is lost unasked. */}
        <a className="button button-primary" href={way.to} target={isTyped ? "_blank" : undefined}>
          {way.label}
          {isTyped && " in a new tab"}
        </a>
        <button type="button" className="button button-outline" onClick={() => dialog.current?.close()}>
          Stay on this page
        </button>
      </div>
    </dialog>
  );
}

/** Whether something stands in the page's forms that wasn't there before, or that is longer than anybody types twice. */
function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main :is(input:not([type=hidden]), textarea)",
  );
  return [...fields].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== "";
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  });
}
