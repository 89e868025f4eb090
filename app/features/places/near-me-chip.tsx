import { LocateFixed } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";

import type { Point } from "./place.ts";
import { isInDistrictBox } from "./place-filters.ts";

/** A list measured from where the visitor stands: the page without that, or with it. */
export type NearMe = {
  /** Null when the list isn't measured from there. */
  hrefWithout: string | null;
  /** The point is exact; the address that is made of it must round it. */
  hrefWith: (near: Point) => string;
};

/** Older than this and the visitor may have taken the Metro since. */
const POSITION_AGE_MS_MAX = 5 * 60 * 1000;
const POSITION_WAIT_MS_MAX = 10_000;

/**
 * Asks the browser where the visitor is. Only visible once script runs, because nothing else could answer it; its place
 * is kept from the start, or the list would jump when it comes.
 */
export function NearMeChip({ nearMe: { hrefWithout, hrefWith } }: { nearMe: NearMe }) {
  const canLocate = useSyncExternalStore(neverChanges, hasGeolocation, () => false);
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
      {/* Never disabled: whoever came to it by keyboard would lose their place on the page. */}
      <button className={canLocate ? "chip" : "chip invisible"} type="button" onClick={locate}>
        <LocateFixed className="icon-small" aria-hidden="true" />
        {state === "locating" ? "Locating…" : "Near me"}
      </button>
      <span className="text-row text-stone-5" role="status">
        {state === "refused" && "Your browser didn’t share where you are."}
        {state === "unknown" && "Your browser couldn’t find where you are."}
        {state === "outside" && "You seem to be outside the District."}
      </span>
    </>
  );
}

function neverChanges(): () => void {
  return () => {};
}

function hasGeolocation(): boolean {
  return "geolocation" in navigator;
}
