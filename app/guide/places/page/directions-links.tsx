import "#app/ui/popup.css";
import "./directions-links.css";

import { ChevronDown, Navigation } from "lucide-react";

import { type Directions, DIRECTION_WAYS, type DirectionWay } from "../facts/contact-links.ts";

const WAY_LABELS: Record<DirectionWay, string> = {
  google: "Google Maps",
  apple: "Apple Maps",
  transit: "Metro and bus",
};

/**
 * Directions by the map chosen last, which the browser remembers (`hydration/share-script.ts`); by Google Maps at first and
 * without script.
 */
export function DirectionsLinks({ directions, ping }: { directions: Directions; ping: string | undefined }) {
  return (
    <div className="directions">
      <a
        className="button button-primary"
        href={directions.google}
        ping={ping}
        data-ways="directions"
        target="_blank"
        rel="noopener noreferrer"
      >
        <Navigation className="icon" aria-hidden="true" />
        Directions<span className="sr-only"> in a new tab</span>
      </a>
      <button type="button" className="button button-primary" popoverTarget="directions">
        <ChevronDown className="icon" aria-hidden="true" />
        <span className="sr-only">Choose a map for directions</span>
      </button>
      <div className="popup directions-popup" id="directions" popover="auto" role="dialog" aria-label="Directions">
        <p className="popup-title">Directions by</p>
        <ul className="popup-links">
          {DIRECTION_WAYS.map((way) => (
            <li key={way}>
              <a href={directions[way]} ping={ping} data-way={way} target="_blank" rel="noopener noreferrer">
                {WAY_LABELS[way]}
                <span className="sr-only"> in a new tab</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="text-meta text-muted">Your browser remembers what you choose.</p>
      </div>
    </div>
  );
}
