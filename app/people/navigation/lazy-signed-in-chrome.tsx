import { lazy, memo, Suspense } from "react";

import type { SignedInChromeProps } from "./signed-in-chrome.tsx";

const SignedInChrome = lazy(async () => {
  const loaded = await import("./signed-in-chrome.tsx").catch(() => NEVER_LOADED);
  return { default: loaded.SignedInChrome };
});

/** If the script can't be loaded, the server-rendered HTML stays and works as it does without JavaScript. */
const NEVER_LOADED = new Promise<never>(() => {});

/**
 * A part of the header for signed-in users, in a chunk that guests don't download. Until it is loaded, the user's name
 * links to a server-rendered page.
 */
export const LazySignedInChrome = memo(function SignedIn({ part, viewer }: SignedInChromeProps) {
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
