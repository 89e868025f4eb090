import { type ComponentType, useEffect, useState } from "react";

import type { HeaderViewer } from "./navigation.ts";

type Watched = { viewer: HeaderViewer; onUnread: (count: number) => void };

/** Fetches what watches over a session; rendered for whoever has one, so that nobody else fetches it. */
export function WatchedSession({ viewer, onUnread }: Watched) {
  const [Watch, setWatch] = useState<ComponentType<Watched> | null>(null);
  useEffect(() => {
    // Without it, their next page tells as much.
    void import("../accounts/session-watch.tsx").then(
      ({ SessionWatch }) => setWatch(() => SessionWatch),
      () => {},
    );
  }, []);
  return Watch !== null && <Watch viewer={viewer} onUnread={onUnread} />;
}
