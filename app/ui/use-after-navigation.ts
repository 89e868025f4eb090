import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Calls back when the visitor went to another page (or the same one again) without a full load. What stays open over
 * the page closes then. Not called on the first showing: a menu opened before the script ran stays open.
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
