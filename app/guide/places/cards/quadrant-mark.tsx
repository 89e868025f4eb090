import "./place-marks.css";

import type { Quadrant } from "../place.ts";

/** Four squares for the District's quadrants, with the place's own filled in, and its letters. */
export function QuadrantMark({ quadrant }: { quadrant: Quadrant }) {
  return (
    <span className="quadrant">
      <svg viewBox="0 0 11 11" aria-hidden="true">
        <path d="M0 0h5v5H0zM6 0h5v5H6zM0 6h5v5H0zM6 6h5v5H6z" />
        <path className="quadrant-here" d={SQUARES[quadrant]} />
      </svg>
      {quadrant}
    </span>
  );
}

const SQUARES: Record<Quadrant, string> = {
  NW: "M0 0h5v5H0z",
  NE: "M6 0h5v5H6z",
  SW: "M0 6h5v5H0z",
  SE: "M6 6h5v5H6z",
};
