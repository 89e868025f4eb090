import { useCallback, useEffect, useRef, useState } from "react";

import type { LiveMap } from "./live-map.tsx";
import type { MapPins } from "./map-pins.tsx";

/**
 * Fetches the live map when its box comes into view, where the browser has WebGL; else, and when it fails, the pins as
 * links. Effects run only once a visitor has stirred (docs/decisions/0006), so until then the still picture stays.
 */
export function useLiveMap() {
  const box = useRef<HTMLDivElement>(null);
  const [Live, setLive] = useState<typeof LiveMap | null>(null);
  const [DrawnPins, setDrawnPins] = useState<typeof MapPins | null>(null);
  const giveUp = useCallback(() => {
    setLive(null);
    // A line that breaks in the middle leaves the still picture, here and below.
    import("./map-pins.tsx").then(
      (loaded) => setDrawnPins(() => loaded.MapPins),
      () => {},
    );
  }, []);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      if (document.createElement("canvas").getContext("webgl2") === null) return giveUp();
      import("./live-map.tsx").then((loaded) => setLive(() => loaded.LiveMap), giveUp);
    });
    if (box.current !== null) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [giveUp]);
  return { box, Live, DrawnPins, giveUp };
}
