import "#app/guide/map/page/locator-map.css";
import "../corrections.css";

import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { BASEMAP_FRAME, viewOfPoints } from "#app/guide/map/base/frame.ts";
import type { Point } from "#app/lib/geo.ts";

/** Wide enough to see the streets around, close enough to see the block. */
const RADIUS_METERS = 500;

/** Where a pin stands, for an editor who checks it. */
export function PinMap({ label, point }: { label: string; point: Point }) {
  return (
    <div className="pin-map">
      <LocatorMap
        label={label}
        pins={[{ label: "", name: label, href: null, point }]}
        frame={BASEMAP_FRAME}
        view={viewOfPoints(BASEMAP_FRAME, [point], RADIUS_METERS)}
        live={{ usesCooperativeGestures: true }}
      />
    </div>
  );
}
