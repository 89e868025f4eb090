import { useEffect } from "react";
import { useRevalidator } from "react-router";

const FIRST_MS = 1_500;
const MAX_MS = 20_000;
const BACKOFF_FACTOR = 1.3;

/** Reloads the page's data while photos are being prepared, with increasing delays. */
export function usePreparationPolling(isPreparing: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isPreparing) return;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleIn = (wait: number) => {
      timer = setTimeout(() => {
        if (!document.hidden) void revalidate();
        scheduleIn(Math.min(wait * BACKOFF_FACTOR, MAX_MS));
      }, wait);
    };
    scheduleIn(FIRST_MS);
    return () => clearTimeout(timer);
  }, [isPreparing, revalidate]);
}
