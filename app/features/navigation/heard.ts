import { useSyncExternalStore } from "react";

import type { Tier } from "#app/features/billing/plans.ts";

/** What an open page hears of its person that its header shows. */
export type Heard = { unreadCount: number; tier: Tier | null };

/** What the page has heard since it was made; on the server never anything. */
let heard: Heard | null = null;

const listeners = new Set<() => void>();

/** Takes what was last heard. */
export function tellHeard({ unreadCount, tier }: Heard): void {
  heard = { unreadCount, tier };
  for (const listener of listeners) listener();
}

/** How many notifications are new, wherever it is shown; until something is heard, what the page was made with. */
export function useUnread(madeWith: number): number {
  return useSyncExternalStore(
    subscribe,
    () => heard?.unreadCount ?? madeWith,
    () => madeWith,
  );
}

/** The same of what somebody is a member of. */
export function useTier(madeWith: Tier | null): Tier | null {
  return useSyncExternalStore(
    subscribe,
    () => (heard === null ? madeWith : heard.tier),
    () => madeWith,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
