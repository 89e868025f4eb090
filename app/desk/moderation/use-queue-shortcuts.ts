import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** Each key clicks or focuses an element of the page, and does nothing if that is missing. */
const KEY_ACTIONS: Record<string, () => void> = {
  j: () => move(1),
  k: () => move(-1),
  o: () => linkOf(currentRow())?.click(),
  a: () => onOpenCase(() => find("button[data-queue-key='a']")?.click()),
  e: () => onOpenCase(() => find("button[data-queue-key='e']")?.click()),
  r: () => onOpenCase(() => find("[data-queue-key='r']")?.focus()),
  u: () => find("button[data-queue-key='u']")?.click(),
  x: () => currentRow()?.querySelector<HTMLElement>("input[type='checkbox']")?.click(),
  X: () => find("button[data-queue-key='X']")?.click(),
  A: () => find("button[data-queue-key='A']")?.click(),
  R: () => find("[data-queue-key='R']")?.focus(),
  "?": () => {
    document.querySelector("details[data-queue-keys]")?.toggleAttribute("open");
  },
};

/** Ignored while a request is pending: they would repeat it, or act on the previous case. */
const IDLE_ONLY = ["a", "e", "r", "u", "A", "R"];

/** The parts of a form in which Ctrl+Enter rejects. In the facts above them it doesn't. */
const DECISION_PARTS = ".queue-decision, .decision-buttons, .queue-bulk";

/** Keyboard shortcuts of the queue. In a text field only Escape and Ctrl+Enter work. */
export function useQueueShortcuts(): void {
  const isBusy = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    isBusy.current = state !== "idle";
  }, [state]);
  // A layout effect, so that the first key press after rendering counts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (event.key === "Escape") leaveField(event.target);
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isBusy.current) rejectFrom(event);
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const action = KEY_ACTIONS[event.key];
      if (action === undefined) return;
      event.preventDefault();
      if (!isBusy.current || !IDLE_ONLY.includes(event.key)) action();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Moves the focus to a form's result, since its button is gone with the case, unless the user has moved it meanwhile. */
export function useFocusAfterForms(): void {
  const { state, formMethod } = useNavigation();
  const hasSent = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") hasSent.current = true;
    if (state !== "idle" || !hasSent.current) return;
    hasSent.current = false;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    (find(".queue-case [role='alert']") ?? find("[data-queue-case]") ?? find(".queue-note"))?.focus();
  }, [state, formMethod]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("textarea, select, input:not([type='checkbox'], [type='radio'])"))
  );
}

/** Leaves a text field, so that shortcuts work again, and closes the list of shortcuts. */
function leaveField(target: EventTarget | null): void {
  document.querySelector("details[data-queue-keys]")?.removeAttribute("open");
  if (isTyping(target)) linkOf(currentRow())?.focus();
}

/** Submits the rejection from within its form, which also reports a missing reason. */
function rejectFrom(event: KeyboardEvent): void {
  const from = event.target instanceof Element ? event.target.closest(DECISION_PARTS) : null;
  if (from === null) return;
  event.preventDefault();
  from.closest("form")?.querySelector<HTMLElement>("button[value='reject']")?.click();
}

/** Finds a visible element. On phones the first case is hidden. */
function find(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((found) => found.offsetParent !== null) ?? null;
}

/** The focused row, else the row of the open case, else null. */
function currentRow(): Element | null {
  return document.activeElement?.closest(".queue-row") ?? document.querySelector(".queue-row[data-current]");
}

function linkOf(row: Element | null | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>("a") ?? null;
}

/** Acts on the open case only. If another row has the focus, opens its case first. */
function onOpenCase(action: () => void): void {
  const row = document.activeElement?.closest(".queue-row") ?? null;
  if (row === null || row.hasAttribute("data-current")) action();
  else linkOf(row)?.click();
}

/** Moves to the next or previous case, and opens it if the list shows a case beside it. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(".queue-row")];
  const current = currentRow();
  const index = current === null ? -1 : rows.indexOf(current);
  const next = rows[Math.max(0, Math.min(rows.length - 1, index + step))];
  const link = linkOf(next);
  link?.focus();
  if (next !== current && find(".queue-case") !== null) link?.click();
}
