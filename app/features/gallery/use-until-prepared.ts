import { useEffect } from "react";
import { useRevalidator } from "react-router";

const FIRST_MS = 1_500;
const LONGEST_MS = 20_000;
const LONGER = 1.3;

/** Asks for the page's data again while something on it is being prepared, less often the longer it takes. */
export function useUntilPrepared(isPreparing: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isPreparing) return;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (wait: number) => {
      timer = setTimeout(() => {
        if (!document.hidden) void revalidate();
        askIn(Math.min(wait * LONGER, LONGEST_MS));
      }, wait);
    };
    askIn(FIRST_MS);
    return () => clearTimeout(timer);
  }, [isPreparing, revalidate]);
}
