import "./place-filters.css";

import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";

import type { Point } from "../place.ts";
import { isInDistrictBox } from "./place-filters.ts";

/** Links of a list that can be sorted from the visitor's position. */
export type NearMe = {
  /** The page without the position. Null when the position isn't in use. */
  hrefWithout: string | null;
  /** Gets the exact position. The URL built from it must round it. */
  hrefWith: (near: Point) => string;
};

/** With an older position, the visitor may have taken the Metro since. */
const POSITION_AGE_MS_MAX = 5 * 60 * 1000;
const POSITION_WAIT_MS_MAX = 10_000;

/**
 * Asks the browser for the visitor's position. Not shown where scripts are off.
 */
export function NearMeChip({ nearMe: { hrefWithout, hrefWith } }: { nearMe: NearMe }) {
  const [state, setState] = useState<"idle" | "locating" | "refused" | "unknown" | "outside">("idle");
  const navigate = useNavigate();
  if (hrefWithout !== null) {
    return (
      <Link className="chip" aria-current="true" to={hrefWithout} preventScrollReset>
        <LocateFixed className="icon-small" aria-hidden="true" />
        Near me
      </Link>
    );
  }

  function locate() {
    if (!("geolocation" in navigator)) return setState("unknown");
    setState("locating");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const near = { lat: coords.latitude, lng: coords.longitude };
        setState(isInDistrictBox(near) ? "idle" : "outside");
        if (!isInDistrictBox(near)) return;
        void navigate(hrefWith(near), { preventScrollReset: true });
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? "refused" : "unknown"),
      { maximumAge: POSITION_AGE_MS_MAX, timeout: POSITION_WAIT_MS_MAX },
    );
  }

  return (
    <>
      {/* Never disabled, because disabling a focused button moves keyboard focus away. */}
      <button className="chip needs-script" type="button" onClick={locate}>
        <LocateFixed className="icon-small" aria-hidden="true" />
        {state === "locating" ? "Locating…" : "Near me"}
      </button>
      <span className="text-row text-muted" role="status">
        {state === "refused" && "Your browser didn’t share your location."}
        {state === "unknown" && "Your browser couldn’t find your location."}
        {state === "outside" && "You seem to be outside the District."}
      </span>
    </>
  );
}
