import "../cards/place-marks.css";

import type { MetroLine, MetroWalk as MetroWalkData } from "../place.ts";

/** "(RD) Dupont Circle, 8 min". The walking time is an estimate. */
export function MetroWalk({ walk }: { walk: MetroWalkData }) {
  return (
    <span className="metro-walk">
      <MetroLines lines={walk.lines} />
      <span>
        <span className="metro-name">{walk.name}, </span>
        {walk.minutes} min
        <span className="sr-only"> walk</span>
      </span>
    </span>
  );
}

/** Circles in the lines' colors with their two-letter codes. Screen readers get the lines' names. */
export function MetroLines({ lines }: { lines: readonly MetroLine[] }) {
  return (
    <span className="metro-lines">
      {lines.map((line) => (
        <span key={line} className={`metro-line metro-line-${line}`} role="img" aria-label={`${LINE_NAMES[line]} Line`}>
          {LINE_LETTERS[line]}
        </span>
      ))}
    </span>
  );
}

const LINE_LETTERS: Record<MetroLine, string> = {
  red: "RD",
  orange: "OR",
  silver: "SV",
  blue: "BL",
  yellow: "YL",
  green: "GR",
};

const LINE_NAMES: Record<MetroLine, string> = {
  red: "Red",
  orange: "Orange",
  silver: "Silver",
  blue: "Blue",
  yellow: "Yellow",
  green: "Green",
};
