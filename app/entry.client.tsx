import { startTransition, StrictMode } from "react";
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
    </StrictMode>,
  );
});
