import { useState, type SyntheticEvent } from "react";

/**
 * List and map point at each other: whatever inside `pointing` carries `data-pin` and has the pointer or the focus
 * names the highlighted pin.
 */
export function useHighlightedPin(): {
  highlighted: string | null;
  pointing: Record<"onPointerOver" | "onFocus" | "onPointerLeave" | "onBlur", (event: SyntheticEvent) => void>;
} {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const point = (event: SyntheticEvent) => {
    const pinned = event.target instanceof Element ? event.target.closest("[data-pin]") : null;
    setHighlighted(pinned?.getAttribute("data-pin") ?? null);
  };
  const leave = () => setHighlighted(null);
  return { highlighted, pointing: { onPointerOver: point, onFocus: point, onPointerLeave: leave, onBlur: leave } };
}
