import { useState, type SyntheticEvent } from "react";

/**
 * Links list and map: the element inside `pointing` that has `data-pin` and the pointer or the focus is the highlighted
 * pin.
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
