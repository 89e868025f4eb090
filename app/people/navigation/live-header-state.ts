import { useSyncExternalStore } from "react";

import type { Tier } from "#app/core/entitlements/entitlements.ts";

/** The part of the live state that the header shows. */
export type LiveHeaderState = { unreadCount: number; tier: Tier | null };

/** The last live state received since the page was rendered; always null on the server. */
let state: LiveHeaderState | null = null;

const listeners = new Set<() => void>();

/** Stores a new live state and notifies subscribed components. */
export function setLiveHeaderState({ unreadCount, tier }: LiveHeaderState): void {
  state = { unreadCount, tier };
  for (const listener of listeners) listener();
}

/** The number of unread notifications. `rendered` is used until a live state arrives. */
export function useUnreadCount(rendered: number): number {
  return useSyncExternalStore(
    subscribe,
    () => state?.unreadCount ?? rendered,
    () => rendered,
  );
}

/** The same for the user's paid plan. */
export function useTier(rendered: Tier | null): Tier | null {
  return useSyncExternalStore(
    subscribe,
    () => (state === null ? rendered : state.tier),
    () => rendered,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
