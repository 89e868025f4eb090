import { useCallback, useEffect, useRef, useState } from "react";

import { afterInteraction } from "#app/ui/after-interaction.ts";

import type { LiveMap } from "./live-map.tsx";
import { StillGestures } from "../page/still-gestures.ts";
import type { MapPins } from "../page/map-pins.tsx";

/**
 * Loads the live map when its box scrolls into view and the browser has WebGL, or else the pins as links. Until the
 * first interaction the static picture stays (docs/decisions/0006).
 */
export function useLiveMap({ takesWheel }: { takesWheel: boolean }) {
  const gestures = useRef<StillGestures | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const [Live, setLive] = useState<typeof LiveMap | null>(null);
  const [DrawnPins, setDrawnPins] = useState<typeof MapPins | null>(null);
  const fallBack = useCallback(() => {
    setLive(null);
    gestures.current?.stop();
    // If the connection fails the static picture stays, here and below.
    import("../page/map-pins.tsx").then(
      (loaded) => setDrawnPins(() => loaded.MapPins),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (box.current === null) return undefined;
    const started = new StillGestures(box.current, {
      takesWheel: takesWheel && !matchMedia("(pointer: coarse)").matches,
    });
    gestures.current = started;
    return () => started.stop();
  }, [takesWheel]);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      if (document.createElement("canvas").getContext("webgl2") === null) return fallBack();
      import("./live-map.tsx").then((loaded) => setLive(() => loaded.LiveMap), fallBack);
    });
    const cancel = afterInteraction(() => {
      if (box.current !== null) watcher.observe(box.current);
    });
    return () => {
      cancel();
      watcher.disconnect();
    };
  }, [fallBack]);
  return { box, Live, DrawnPins, gestures, giveUp: fallBack };
}
