import { type RefObject, useEffect } from "react";

/** The keys of a list of decisions: j and k go down and up, the others press the button that has them in `data-key`. */
export function useReviewKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const articles = [...(list.current?.querySelectorAll<HTMLElement>("article") ?? [])];
      const at = articles.findIndex((article) => article.contains(document.activeElement));
      if (event.key === "j" || event.key === "k") {
        const to = articles[event.key === "j" ? at + 1 : Math.max(at - 1, 0)];
        to?.focus();
        if (to !== undefined) event.preventDefault();
        return;
      }
      if (!/^[a-z]$/.test(event.key)) return;
      articles[at]?.querySelector<HTMLButtonElement>(`button[data-key="${event.key}"]`)?.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
