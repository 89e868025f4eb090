import { type RefObject, useEffect, useRef } from "react";

/**
 * Keyboard shortcuts for a list of decisions: j and k move down and up, others press the button with that `data-key`.
 * After an entry is removed, focus moves to the one in its place.
 *
 * @param input.entries Identifies the entries in the list; changes when they do.
 * @param input.isBusy Whether a decision is being sent; further ones are ignored until it is done.
 */
export function useReviewKeys(
  list: RefObject<HTMLElement | null>,
  { entries, isBusy }: { entries: string; isBusy: boolean },
): void {
  const decidedIndex = useRef<number | null>(null);
  const previousEntries = useRef(entries);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const articles = articlesIn(list);
      const at = articles.findIndex((article) => article.contains(document.activeElement));
      if (event.key === "j" || event.key === "k") {
        const to = articles[event.key === "j" ? at + 1 : Math.max(at - 1, 0)];
        to?.focus();
        if (to !== undefined) event.preventDefault();
        return;
      }
      if (isBusy || !/^[a-z]$/.test(event.key)) return;
      const button = articles[at]?.querySelector<HTMLButtonElement>(`button[data-key="${event.key}"]`);
      if (button == null) return;
      decidedIndex.current = at;
      button.click();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [list, isBusy]);

  useEffect(() => {
    if (previousEntries.current === entries) return;
    previousEntries.current = entries;
    const at = decidedIndex.current;
    decidedIndex.current = null;
    // Leave the focus alone if the person has moved it.
    if (at === null || document.activeElement !== document.body) return;
    const articles = articlesIn(list);
    articles[Math.min(at, articles.length - 1)]?.focus();
  }, [list, entries]);
}

function articlesIn(list: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(list.current?.querySelectorAll<HTMLElement>("article") ?? [])];
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
