import { useEffect } from "react";
import { useRevalidator } from "react-router";

const REVALIDATE_MS = 1_500;
const RELOAD_SECONDS = "4";

/**
 * Keeps a page current while something is running. With script the data reloads every 1.5 s while the tab is visible. Without,
 * the browser reloads the page every 4 s; only then, since a browser that has read a refresh carries it out even after its tag is
 * removed, and would lead back somebody who has gone on to another page by script.
 */
export function AutoRefresh({ isOn }: { isOn: boolean }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      revalidate().catch((error: unknown) => console.warn("Could not refresh the page's data", error));
    }, REVALIDATE_MS);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
  if (!isOn) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={RELOAD_SECONDS} />
    </noscript>
  );
}
