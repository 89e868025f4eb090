import { type RefObject, useEffect, useRef } from "react";

/**
 * The keys of a list of decisions: j and k go down and up, the others press the button that has them in `data-key`. Once a
 * decision has taken an entry away, the one that takes its place is chosen.
 *
 * @param given.entries What is in the list, in words that change with it.
 * @param given.isBusy Whether a decision is on its way: until it is there no other is taken.
 */
export function useReviewKeys(
  list: RefObject<HTMLElement | null>,
  { entries, isBusy }: { entries: string; isBusy: boolean },
): void {
  const decidedAt = useRef<number | null>(null);
  const known = useRef(entries);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
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
      decidedAt.current = at;
      button.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, isBusy]);

  useEffect(() => {
    if (known.current === entries) return;
    known.current = entries;
    const at = decidedAt.current;
    decidedAt.current = null;
    // Whoever has gone elsewhere meanwhile stays there.
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
