import { useState } from "react";

import type { Bounds } from "#app/features/map/bounds.ts";
import { BASEMAP_FRAME } from "#app/features/map/frame.ts";
import type { PinPicker } from "#app/features/map/live-map.tsx";
import type { Point } from "#app/features/places/place.ts";

import { DegreesFields, listingFieldId } from "./listing-fields.tsx";
import type { ListingProblems, TypedListing } from "./typed-listing.ts";

type PinFieldProps = {
  typed: TypedListing;
  problems: ListingProblems;
  /** Where the map begins without a pin; the whole District when nothing is known. */
  around?: Bounds | null;
};

/** Where the map shows it: on a live map by script, in degrees, or left to the editor. */
export function PinField({ typed, problems, around = null }: PinFieldProps) {
  const [Picker, setPicker] = useState<typeof PinPicker | null>(null);
  const [isFailed, setFailed] = useState(false);
  const isOpen = problems["lat"] !== undefined || problems["lng"] !== undefined || (typed["lat"] ?? "") !== "";
  const load = () => {
    import("#app/features/map/live-map.tsx").then(
      (loaded) => setPicker(() => loaded.PinPicker),
      () => setFailed(true),
    );
  };
  return (
    <div className="pin-field" id={listingFieldId("position")}>
      <p className="correction-hint">
        Where the map shows it. You may leave it to the editor, who looks it up by the address.
      </p>
      {Picker === null ? (
        <button type="button" className="button button-outline needs-script" onClick={load}>
          {isFailed ? "Try the map again" : "Put a pin on the map"}
        </button>
      ) : (
        <>
          <p>
            Move the map until the pin stands on the door, or click there. The arrow keys move it too, + and − zoom.
          </p>
          <Picker point={pointIn()} around={around} onPick={fill} />
        </>
      )}
      <details className="pin-degrees" open={isOpen}>
        <summary>The same in degrees</summary>
        <DegreesFields typed={typed} problems={problems} />
      </details>
    </div>
  );
}

function inputOf(field: string): HTMLInputElement | null {
  const found = document.getElementById(listingFieldId(field));
  return found instanceof HTMLInputElement ? found : null;
}

/** What stands in the fields now, if it is a point of the drawn map. */
function pointIn(): Point | null {
  const [lat, lng] = [Number(inputOf("lat")?.value || Number.NaN), Number(inputOf("lng")?.value || Number.NaN)];
  const { south, north, west, east } = BASEMAP_FRAME;
  return lat >= south && lat <= north && lng >= west && lng <= east ? { lat, lng } : null;
}

/** As if it was typed: whoever listens to the form hears of it. */
function fill({ lat, lng }: Point): void {
  for (const [field, degrees] of [["lat", lat] as const, ["lng", lng] as const]) {
    const input = inputOf(field);
    if (input === null) continue;
    input.value = degrees.toFixed(5);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
