import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** As long as something is under way, a page that is looked at asks so often. */
const LOOK_AGAIN_MS = 1_500;

/** Reads the page's data again and again while something changes and somebody sees it. */
export function useLookAgain(isChanging: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isChanging) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      revalidate().catch((error: unknown) => console.warn("Could not look again", error));
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isChanging, revalidate]);
}
