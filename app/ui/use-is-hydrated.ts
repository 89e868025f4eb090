import { useSyncExternalStore } from "react";

/** False on the server and until hydration; true after it, and on pages opened by client-side navigation. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer);
}

const neverChanges = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
