import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { captureInputBeforeHydration, RestoreTypedInput } from "./hydration/preserve-input.ts";

captureInputBeforeHydration();
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

/** Marks a hydrated page for browser tests. Its effect runs last. */
function Hydrated(): null {
  useEffect(() => void (document.documentElement.dataset["hydrated"] = ""), []);
  return null;
}
