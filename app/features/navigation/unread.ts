import { useSyncExternalStore } from "react";

/** What the page has heard since it was made; on the server never anything. */
let heard: number | null = null;

const listeners = new Set<() => void>();

/** How many notifications are new, as last heard. */
export function tellUnread(count: number): void {
  heard = count;
  for (const listener of listeners) listener();
}

/** The same, wherever it is shown; until something is heard, what the page was made with. */
export function useUnread(madeWith: number): number {
  return useSyncExternalStore(
    subscribe,
    () => heard ?? madeWith,
    () => madeWith,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
