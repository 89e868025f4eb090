import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { HYDRATED_EVENT, HYDRATING_EVENT } from "./hydration/early-input-script.ts";
import { captureInputBeforeHydration, RestoreTypedInput } from "./hydration/preserve-input.ts";

captureInputBeforeHydration();
document.dispatchEvent(new Event(HYDRATING_EVENT));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <RestoreTypedInput />
      <Hydrated />
    </StrictMode>,
  );
});

/** Marks a hydrated page for browser tests, and repeats what was pressed before. Its effect runs last. */
function Hydrated(): null {
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "";
    document.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return null;
}
