import { useCallback, useRef } from "react";
import { useRevalidator } from "react-router";

import { SessionWatch } from "../accounts/session-watch.tsx";
import { type Heard, tellHeard } from "./heard.ts";
import type { HeaderViewer } from "./navigation.ts";

/** Passes on what is heard of the session's person; a page whose person becomes a member, or is one no longer, is read anew. */
export function SessionChrome({ viewer }: { viewer: HeaderViewer }) {
  const { revalidate } = useRevalidator();
  const tier = useRef(viewer.tier);
  const onHeard = useCallback(
    (heard: Heard) => {
      tellHeard(heard);
      if (heard.tier === tier.current) return;
      tier.current = heard.tier;
      // What can't be read just now stays as it was, and is right with the next page.
      revalidate().catch(() => {});
    },
    [revalidate],
  );
  return <SessionWatch viewer={viewer} onHeard={onHeard} />;
}
