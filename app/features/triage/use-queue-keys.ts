import { useEffect } from "react";

/** Each key acts on what is on the page, so that it does what its button does, and nothing where there is none. */
const DEEDS: Record<string, () => void> = {
  j: () => move(1),
  k: () => move(-1),
  o: () => currentLink()?.click(),
  a: () => press("a"),
  e: () => press("e"),
  u: () => press("u"),
  r: () => find("[data-queue-key='r']")?.focus(),
  x: () => currentRow()?.querySelector<HTMLElement>("input[type='checkbox']")?.click(),
  "?": () => {
    const keys = document.querySelector("details[data-queue-keys]");
    keys?.toggleAttribute("open");
  },
};

/** The keys of whoever decides about many. None while somebody types, or holds a key that belongs to the browser. */
export function useQueueKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const deed = DEEDS[event.key];
      if (deed === undefined) return;
      event.preventDefault();
      deed();
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

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}

function press(key: string): void {
  find(`button[data-queue-key='${key}']`)?.click();
}

/** The row that has the focus, else the one whose case is open, else none. */
function currentRow(): Element | null {
  return document.activeElement?.closest(".queue-row") ?? document.querySelector(".queue-row[data-current]");
}

function currentLink(): HTMLElement | null {
  return currentRow()?.querySelector<HTMLElement>("a") ?? null;
}

/** To the next case or the one before. Where one is open beside the list, the next is opened. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(".queue-row")];
  const current = currentRow();
  const index = current === null ? -1 : rows.indexOf(current);
  const next = rows[Math.max(0, Math.min(rows.length - 1, index + step))];
  const link = next?.querySelector<HTMLElement>("a");
  link?.focus();
  if (link !== undefined && next !== current && document.querySelector(".queue[data-asked]") !== null) link?.click();
}
