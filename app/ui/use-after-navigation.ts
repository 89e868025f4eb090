import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Calls back after a client-side navigation, also to the same page. Used to close menus and panels. Not called on the first
 * render, so a menu opened before hydration stays open.
 */
export function useAfterNavigation(action: () => void): void {
  const { key } = useLocation();
  const seenKey = useRef(key);
  const afterNavigation = useEffectEvent(action);
  useEffect(() => {
    if (seenKey.current === key) return;
    seenKey.current = key;
    afterNavigation();
  }, [key]);
}
