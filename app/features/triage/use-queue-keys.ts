import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** Each key presses what is on the page, so that it does what its button does, and nothing where there is none. */
const DEEDS: Record<string, () => void> = {
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

/** None of these twice, or about the case before, while what was asked for is on its way. */
const IDLE_ONLY = ["a", "e", "r", "u", "A", "R"];

/** The keys of whoever decides about many; but for two of them none while somebody types. */
export function useQueueKeys(): void {
  const isBusy = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    isBusy.current = state !== "idle";
  }, [state]);
  // With the page and not after it: the first key that somebody presses counts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (event.key === "Escape") leaveField(event.target);
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isBusy.current) rejectFrom(event);
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const deed = DEEDS[event.key];
      if (deed === undefined) return;
      event.preventDefault();
      if (!isBusy.current || !IDLE_ONLY.includes(event.key)) deed();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/**
 * Whoever has sent a form from the keyboard goes on where its result stands: what they pressed is gone with the case. Whoever
 * has put the focus elsewhere meanwhile keeps it.
 */
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

/** Keys are keys again; and the list of them closes. */
function leaveField(target: EventTarget | null): void {
  document.querySelector("details[data-queue-keys]")?.removeAttribute("open");
  if (isTyping(target)) linkOf(currentRow())?.focus();
}

/** From the fields that a case, or several, are decided with; a missing reason is asked for as if its button was pressed. */
function rejectFrom(event: KeyboardEvent): void {
  const fields = event.target instanceof Element ? event.target.closest(".queue-decision, .queue-bulk") : null;
  if (fields === null) return;
  event.preventDefault();
  fields.querySelector<HTMLElement>("button[value='reject']")?.click();
}

/** What is hidden is not pressed: on a phone the first case is. */
function find(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((found) => found.offsetParent !== null) ?? null;
}

/** The row that has the focus, else the one whose case is open, else none. */
function currentRow(): Element | null {
  return document.activeElement?.closest(".queue-row") ?? document.querySelector(".queue-row[data-current]");
}

function linkOf(row: Element | null | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>("a") ?? null;
}

/** Nobody decides about a case that they don't see: where another row has the focus, its case is opened first. */
function onOpenCase(deed: () => void): void {
  const row = document.activeElement?.closest(".queue-row") ?? null;
  if (row === null || row.hasAttribute("data-current")) deed();
  else linkOf(row)?.click();
}

/** To the next case or the one before. Where one is open beside the list, that one opens. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(".queue-row")];
  const current = currentRow();
  const index = current === null ? -1 : rows.indexOf(current);
  const next = rows[Math.max(0, Math.min(rows.length - 1, index + step))];
  const link = linkOf(next);
  link?.focus();
  if (next !== current && find(".queue-case") !== null) link?.click();
}
