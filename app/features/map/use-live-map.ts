import { useEffect, useRef, useState } from "react";

import type { LiveMap } from "./live-map.tsx";

/**
 * Fetches the live map when its box comes into view, where the browser has WebGL. Effects run only once a visitor has
 * stirred (docs/decisions/0006), so until then, and where this finds nothing to draw with, the drawn map stays.
 */
export function useLiveMap() {
  const box = useRef<HTMLDivElement>(null);
  const [Live, setLive] = useState<typeof LiveMap | null>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      if (document.createElement("canvas").getContext("webgl2") === null) return;
      // A line that breaks in the middle leaves the drawn map.
      import("./live-map.tsx").then(
        (loaded) => setLive(() => loaded.LiveMap),
        () => {},
      );
    });
    if (box.current !== null) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return { box, Live };
}
