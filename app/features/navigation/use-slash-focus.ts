import { useEffect } from "react";

/** `/` anywhere but in a field goes to the search box: the header's when it is shown, else the page's own. */
export function useSlashFocus(): void {
  useEffect(() => {
    document.addEventListener("keydown", focusSearchOnSlash);
    return () => document.removeEventListener("keydown", focusSearchOnSlash);
  }, []);
}

function focusSearchOnSlash(event: KeyboardEvent): void {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof HTMLElement && isTypedInto(event.target)) return;
  if (document.querySelector("dialog[open]") !== null) return;
  for (const box of document.querySelectorAll<HTMLInputElement>("input[data-slash-focus]")) {
    if (!box.checkVisibility()) continue;
    event.preventDefault();
    box.focus();
    box.select();
    return;
  }
}

function isTypedInto(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches("input, textarea, select");
}
