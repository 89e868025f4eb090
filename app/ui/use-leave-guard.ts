import { type RefObject, useCallback, useEffect, useRef } from "react";

const LEAVE = "You have unsaved changes. Leave this page anyway?";

/**
 * Asks before leaving a page with unsaved input. `isUnsaved`: the initial values are not saved anywhere either.
 * `savesItself`: names of fields that are saved automatically.
 */
export function useLeaveGuard(
  form: RefObject<HTMLFormElement | null>,
  isUnsaved: boolean,
  savesItself: (name: string) => boolean = noField,
): void {
  const isSent = useRef(false);
  const hasUnsavedInput = useCallback(
    () => form.current !== null && !isSent.current && (isUnsaved || hasChangedField(form.current, savesItself)),
    [form, isUnsaved, savesItself],
  );
  useEffect(() => {
    const element = form.current;
    const send = () => {
      isSent.current = true;
    };
    // The page may be restored from the back-forward cache.
    const show = () => {
      isSent.current = false;
    };
    const leave = (event: BeforeUnloadEvent) => {
      if (hasUnsavedInput()) event.preventDefault();
    };
    // Client-side navigation fires no beforeunload. The router's blocker would add a file to every page.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link === null || opensElsewhere(event, link) || !hasUnsavedInput()) return;
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
  }, [form, hasUnsavedInput]);
}

function noField(): boolean {
  return false;
}

/** A new tab, a download, or an anchor on this page. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent, link: Element): boolean {
  const href = link.getAttribute("href") ?? "";
  return ctrlKey || metaKey || shiftKey || href.startsWith("#") || link.matches("[target], [download]");
}

/** Whether any field differs from its initial value. */
function hasChangedField(form: HTMLFormElement, savesItself: (name: string) => boolean): boolean {
  return [...form.elements].some((field) => {
    if (savesItself(field.getAttribute("name") ?? "")) return false;
    if (field instanceof HTMLSelectElement) {
      const initial = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
      return field.value !== (initial?.value ?? "");
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
    if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
    // Search fields hold nothing worth saving.
    return field.type !== "search" && field.value !== field.defaultValue;
  });
}
