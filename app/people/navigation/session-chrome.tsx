import { useCallback, useRef } from "react";
import { useRevalidator } from "react-router";

import { SessionWatch } from "#app/people/accounts/sessions/session-watch.tsx";
import { type LiveHeaderState, setLiveHeaderState } from "./live-header-state.ts";
import type { HeaderViewer } from "./navigation.ts";

/** Passes live states on to the header, and revalidates the page when the user's paid plan changes. */
export function SessionChrome({ viewer }: { viewer: HeaderViewer }) {
  const { revalidate } = useRevalidator();
  const tier = useRef(viewer.tier);
  const onState = useCallback(
    (state: LiveHeaderState) => {
      setLiveHeaderState(state);
      if (state.tier === tier.current) return;
      tier.current = state.tier;
      // If it fails, the data stays as it is until the next page load.
      revalidate().catch(() => {});
    },
    [revalidate],
  );
  return <SessionWatch viewer={viewer} onState={onState} />;
}
