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

/** Marks a hydrated page for browser tests. Its effect runs last. */
function Hydrated(): null {
  useEffect(() => void (document.documentElement.dataset["hydrated"] = ""), []);
  return null;
}
