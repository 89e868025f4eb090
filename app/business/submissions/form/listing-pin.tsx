import type { Bounds } from "#app/guide/map/base/bounds.ts";
import { BASEMAP_FRAME } from "#app/guide/map/base/frame.ts";
import { PinPicker } from "#app/guide/map/live/live-map.tsx";
import type { Point } from "#app/guide/places/place.ts";

import { listingFieldId } from "./listing-fields.tsx";

/** The live map of a listing's form, loaded on request. It reads and writes the latitude and longitude fields. */
export function ListingPin({ around }: { around: Bounds | null }) {
  return (
    <>
      <p>
        Move the map until the pin is at the entrance, or click the entrance. You can also use the arrow keys, + and −.
      </p>
      <PinPicker point={readPoint()} around={around} onPick={fillFields} />
    </>
  );
}

function inputOf(field: string): HTMLInputElement | null {
  const found = document.getElementById(listingFieldId(field));
  return found instanceof HTMLInputElement ? found : null;
}

/** The point in the fields, if it is within the map. */
function readPoint(): Point | null {
  const [lat, lng] = [Number(inputOf("lat")?.value || Number.NaN), Number(inputOf("lng")?.value || Number.NaN)];
  const { south, north, west, east } = BASEMAP_FRAME;
  return lat >= south && lat <= north && lng >= west && lng <= east ? { lat, lng } : null;
}

/** Fires input events, so that the form's listeners notice the change. */
function fillFields({ lat, lng }: Point): void {
  for (const [field, degrees] of [["lat", lat] as const, ["lng", lng] as const]) {
    const input = inputOf(field);
    if (input === null) continue;
    input.value = degrees.toFixed(5);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
