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
  "?": () => {
    document.querySelector("details[data-queue-keys]")?.toggleAttribute("open");
  },
};

/** None of these twice, or about the case before, while what was asked for is on its way. */
const IDLE_ONLY = ["a", "e", "r", "u"];

/** The keys of whoever decides about many; none while somebody types. */
export function useQueueKeys(): void {
  const isBusy = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    isBusy.current = state !== "idle";
  }, [state]);
  // With the page and not after it: the first key that somebody presses counts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const deed = DEEDS[event.key];
      if (deed === undefined) return;
      event.preventDefault();
      if (!isBusy.current || !IDLE_ONLY.includes(event.key)) deed();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("textarea, select, input:not([type='checkbox'], [type='radio'])"))
  );
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
