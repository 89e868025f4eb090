import "./locator-map.css";

import { Map } from "lucide-react";
import type { ReactNode } from "react";

/** A sticky map beside a list. On phones it is behind a button, so that the list comes first. */
export function MapPanel({ children }: { children: ReactNode }) {
  return (
    <details className="map-panel no-print">
      <summary className="button button-outline">
        <Map className="icon" aria-hidden="true" />
        <span className="map-panel-show">Show map</span>
        <span className="map-panel-hide">Hide map</span>
      </summary>
      <div className="map-panel-body">{children}</div>
    </details>
  );
}
