import { type RefObject, useCallback, useEffect, useRef } from "react";

const LEAVE = "What you have typed isn’t saved. Leave the page without it?";

/**
 * Asks before what was typed into a form and not sent is left behind: with the page, or by a link of the site. `isUnsaved`:
 * what the form came with is kept nowhere else. `savesItself`: fields, by name, about which only that tells.
 */
export function useLeaveGuard(
  form: RefObject<HTMLFormElement | null>,
  isUnsaved: boolean,
  savesItself: (name: string) => boolean = none,
): void {
  const isSent = useRef(false);
  const isTyped = useCallback(
    () => form.current !== null && !isSent.current && (isUnsaved || hasTyped(form.current, savesItself)),
    [form, isUnsaved, savesItself],
  );
  useEffect(() => {
    const element = form.current;
    const send = () => {
      isSent.current = true;
    };
    // Whoever comes back finds the page as they left it.
    const show = () => {
      isSent.current = false;
    };
    const leave = (event: BeforeUnloadEvent) => {
      if (isTyped()) event.preventDefault();
    };
    // A link of the site brings another page without leaving this one. The router's own way to hold it back is in a file
    // that every page would load.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link === null || opensElsewhere(event, link) || !isTyped()) return;
      if (confirm(LEAVE)) isSent.current = true;
      else {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    element?.addEventListener("submit", send);
    addEventListener("pageshow", show);
    addEventListener("beforeunload", leave);
    addEventListener("click", follow, true);
    return () => {
      element?.removeEventListener("submit", send);
      removeEventListener("pageshow", show);
      removeEventListener("beforeunload", leave);
      removeEventListener("click", follow, true);
    };
  }, [form, isTyped]);
}

function none(): boolean {
  return false;
}

/** Another window, a file, or a place on this page. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent, link: Element): boolean {
  const href = link.getAttribute("href") ?? "";
  return ctrlKey || metaKey || shiftKey || href.startsWith("#") || link.matches("[target], [download]");
}

/** Whether a field holds something else than it came with. */
function hasTyped(form: HTMLFormElement, savesItself: (name: string) => boolean): boolean {
  return [...form.elements].some((field) => {
    if (savesItself(field.getAttribute("name") ?? "")) return false;
    if (field instanceof HTMLSelectElement) {
      const came = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
      return field.value !== (came?.value ?? "");
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
    if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
    // Words to look for are nobody's work.
    return field.type !== "search" && field.value !== field.defaultValue;
  });
}
