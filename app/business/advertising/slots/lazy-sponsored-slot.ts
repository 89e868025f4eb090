import { lazy } from "react";

/** Most searches have no slot, and don't load it. Its styles are in `sponsored.css`, which the page imports. */
export const SponsoredSlot = lazy(async () => ({ default: (await import("./sponsored-slot.tsx")).SponsoredSlot }));
