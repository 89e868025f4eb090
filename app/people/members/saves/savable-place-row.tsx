import type { ComponentProps } from "react";

import { PlaceRow } from "#app/guide/places/cards/place-row.tsx";

import { SavePlaceHeart } from "./save-place-heart.tsx";

/** A place row with a save button at its end. */
export function SavablePlaceRow(row: Omit<ComponentProps<typeof PlaceRow>, "action">) {
  return <PlaceRow {...row} action={<SavePlaceHeart place={row.place} />} />;
}
