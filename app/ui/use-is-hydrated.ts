import { useSyncExternalStore } from "react";

/** False in the HTML that the server sends and until React has taken it over; true from then on, and on pages that React opens. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer);
}

const neverChanges = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
