import { useEffect, useState } from "react";

import type { FilledSlot } from "./filled-slot.tsx";
import type { Slot } from "./slots.ts";

/**
 * Room for a sponsored place, as high whether it is filled or not. What fills it is fetched once the page is awake: without
 * script nothing is shown there, and nothing billed.
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
      {Filled !== null ? <Filled key={on} on={on} /> : <a href="/advertise">Room for a sponsored place</a>}
    </aside>
  );
}
