import { lazy, memo, Suspense } from "react";

import type { SignedInChromeProps } from "./signed-in-chrome.tsx";

const SignedInChrome = lazy(async () => {
  const loaded = await import("./signed-in-chrome.tsx").catch(() => NEVER);
  return { default: loaded.SignedInChrome };
});

/** Where the script can't be fetched, what the server has made stays, and works as it does without script. */
const NEVER = new Promise<never>(() => {});

/**
 * A part of the chrome that only whoever is signed in has: its script is fetched for them alone. Should the page go on
 * before it is there, their name leads to a page that the server makes whole.
 */
export const SignedIn = memo(function SignedIn({ part, viewer }: SignedInChromeProps) {
  return (
    <Suspense
      fallback={
        (part === "menu" || part === "panel") && (
          <a className="button button-outline" href="/saved">
            {viewer.name}
          </a>
        )
      }
    >
      <SignedInChrome part={part} viewer={viewer} />
    </Suspense>
  );
});
