import type { Bounds } from "#app/features/map/bounds.ts";
import { BASEMAP_FRAME } from "#app/features/map/frame.ts";
import { PinPicker } from "#app/features/map/live-map.tsx";
import type { Point } from "#app/features/places/place.ts";

import { listingFieldId } from "./listing-fields.tsx";

/** The live map of a listing's form, fetched by whoever asks for it. It reads and writes the fields for degrees. */
export function ListingPin({ around }: { around: Bounds | null }) {
  return (
    <>
      <p>Move the map until the pin stands on the door, or click there. The arrow keys move it too, + and − zoom.</p>
      <PinPicker point={pointIn()} around={around} onPick={fill} />
    </>
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
