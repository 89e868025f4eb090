import "./sponsored.css";

import { useEffect, useState } from "react";

import type { FilledSlot } from "./filled-slot.tsx";
import type { Slot } from "./slots.ts";

/**
 * A reserved slot of constant height. Its content is fetched after hydration: without JavaScript nothing is shown
 * or billed.
 */
export function SponsoredSlot({ on }: { on: Slot }) {
  const [Filled, setFilled] = useState<typeof FilledSlot | null>(null);
  useEffect(() => {
    import("./filled-slot.tsx").then(
      (loaded) => setFilled(() => loaded.FilledSlot),
      () => {},
    );
  }, []);
  return (
    <aside className="sponsored-slot" aria-label="Sponsored">
      {Filled !== null ? <Filled key={on} on={on} /> : <a href="/advertise">Advertise here</a>}
    </aside>
  );
}
