import { useEffect } from "react";
import { useRevalidator } from "react-router";

import { useIsHydrated } from "./use-is-hydrated.ts";

const REVALIDATE_MS = 1_500;
const RELOAD_SECONDS = "4";

/**
 * Keeps a page current while something is running. After hydration the data reloads every 1.5 s while the tab is visible. Before
 * it, the browser reloads the page every 4 s.
 */
export function AutoRefresh({ isOn }: { isOn: boolean }) {
  const { revalidate } = useRevalidator();
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      revalidate().catch((error: unknown) => console.warn("Could not refresh the page's data", error));
    }, REVALIDATE_MS);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
  // Only before hydration: browsers carry out a refresh even after its tag is removed.
  return isOn && !isHydrated ? <meta httpEquiv="refresh" content={RELOAD_SECONDS} /> : null;
}
