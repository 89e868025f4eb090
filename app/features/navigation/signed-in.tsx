import { lazy, Suspense } from "react";

import type { SignedInChromeProps } from "./signed-in-chrome.tsx";

const SignedInChrome = lazy(async () => ({ default: (await import("./signed-in-chrome.tsx")).SignedInChrome }));

/** A part of the chrome that only whoever is signed in has: its script is fetched for them alone. */
export function SignedIn(props: SignedInChromeProps) {
  return (
    <Suspense>
      <SignedInChrome {...props} />
    </Suspense>
  );
}
