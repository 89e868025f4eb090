import { Minus, Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";

import type { Point } from "../places/place.ts";
import { BASEMAP_FRAME, viewOfPoints } from "./frame.ts";
import { useMapStyleUrl } from "./live-map.tsx";
import { LiveView } from "./live-view.ts";
import { useMapTheme } from "./use-map-theme.ts";

const NO_PINS = { pins: [], joinsPins: false, everythingHref: null, isClustered: false, showsWalks: false };

/**
 * A live map that is moved under a pin which stays in its middle: with a finger, a mouse or the arrow keys. Loaded when
 * somebody asks for it.
 *
 * @param point Where it begins; null: with the whole District.
 */
export function PinPicker({ point, onPick }: { point: Point | null; onPick: (point: Point) => void }) {
  const [live, setLive] = useState<LiveView | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [view] = useState(() => viewOfPoints(BASEMAP_FRAME, point === null ? [] : [point]));
  const theme = useMapTheme();
  const styleUrl = useMapStyleUrl();
  const attach = useCallback((box: HTMLDivElement) => {
    const started = new LiveView(box);
    setLive(started);
    return () => started.remove();
  }, []);
  useEffect(() => {
    live?.update({
      label: "Map to put the pin on: move it until the pin stands on the door",
      frame: BASEMAP_FRAME,
      view,
      bounds: null,
      theme,
      area: null,
      sources: NO_PINS,
      highlighted: null,
      styleUrl,
      isInPassing: false,
      onReady: () => live.focus(),
      onFail: () => setFailed(true),
      onPick: () => {},
      onMoved: ({ west, south, east, north }) => onPick({ lat: (south + north) / 2, lng: (west + east) / 2 }),
    });
  });
  if (isFailed) return <p role="status">The map can’t be shown here. Leave the pin to the editor, or give degrees.</p>;
  return (
    <div className="pin-picker">
      <div className="live-map" data-shown>
        <div className="live-map-canvas" ref={attach} />
        <div className="live-map-controls">
          <button type="button" aria-label="Zoom in" onClick={() => live?.zoomBy(1)}>
            <Plus className="icon" aria-hidden="true" />
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => live?.zoomBy(-1)}>
            <Minus className="icon" aria-hidden="true" />
          </button>
        </div>
      </div>
      <svg className="pin-picker-pin" viewBox="0 0 24 32" aria-hidden="true">
        <path d="M12 31C12 31 23 18 23 11.5A11 11 0 0 0 1 11.5C1 18 12 31 12 31Z" />
        <circle cx="12" cy="11.5" r="4" />
      </svg>
    </div>
  );
}
