import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { rememberTypedText, TypedText } from "./typed-text.ts";

rememberTypedText();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <TypedText />
      <Hydrated />
    </StrictMode>,
  );
});

/** Marks a page whose script has taken over, for whatever drives it from outside: its effects are the last to run. */
function Hydrated(): null {
  useEffect(() => document.documentElement.setAttribute("data-hydrated", ""), []);
  return null;
}
